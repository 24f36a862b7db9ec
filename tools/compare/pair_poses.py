"""Geoms of every type and poses of two of them, for pair_suite.py.

A scene holds two geoms in bodies of their own and one named pair, so that nothing but the routine of
the pair decides; poses are written to `geom_xpos` and `geom_xmat`.
"""

import numpy as np

KINDS = ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf")
CLASSES = ("separated", "touching", "shallow", "deep", "parallel", "edge-on", "degenerate")
# numbers of `size` that count
DIMS = {"plane": 3, "sphere": 1, "capsule": 2, "ellipsoid": 3, "cylinder": 2, "box": 3}
FAR = 10.0


def supported(first, second):
    """Whether MuJoCo has a routine for two types: grounds do not touch, nor height and distance fields."""
    grounds = {"plane", "hfield"}
    return not ({first, second} <= grounds or {first, second} == {"hfield", "sdf"})


def numbers(values):
    return " ".join(f"{x:.17g}" for x in np.ravel(values))


def prism(sides, rng):
    """A right prism over a regular polygon: many parallel faces."""
    angle = 2 * np.pi * np.arange(sides) / sides
    ring = rng.uniform(0.2, 0.4) * np.stack([np.cos(angle), np.sin(angle)], 1)
    return np.array([[*xy, z] for z in (-0.3, 0.3) for xy in ring])


def mesh_vertices(variant, rng):
    """Meshes with and without a hull graph: random hulls, boxes, tetrahedra, prisms."""
    if variant % 4 == 0:
        return rng.normal(size=(rng.integers(12, 60), 3)) * 0.2
    if variant % 4 == 1:
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return corners * rng.uniform(0.1, 0.4, 3)
    if variant % 4 == 2:
        return rng.normal(size=(4, 3)) * 0.3
    return prism(int(rng.integers(5, 24)), rng)


def geom(name, kind, variant, rng):
    """The XML of a geom and of the asset that it needs."""
    place = f'<body><geom name="{name}" contype="0" conaffinity="0" type="{kind}" '
    if kind in ("mesh", "sdf"):
        asset = f'<mesh name="{name}" vertex="{numbers(mesh_vertices(variant, rng))}"/>'
        return place + f'mesh="{name}"/></body>', asset
    if kind == "hfield":
        rows, columns = rng.integers(4, 12, 2)
        heights = numbers(rng.uniform(size=(rows, columns)))
        asset = f'<hfield name="{name}" nrow="{rows}" ncol="{columns}" size="1 1.2 .4 .2" elevation="{heights}"/>'
        return place + f'hfield="{name}"/></body>', asset
    size = rng.uniform(0.1, 0.4, DIMS[kind])
    if variant % 3 == 1:
        # round numbers, where exact ties happen
        size = np.array([0.25, 0.5, 0.125])[: DIMS[kind]]
    return place + f'size="{numbers(size)}"/></body>', ""


def scene(kinds, variant, rng):
    """A model of two geoms; every second one has a margin."""
    (geom1, asset1), (geom2, asset2) = (geom(n, k, variant, rng) for n, k in zip("ab", kinds))
    margin = 0.03 if variant % 2 else 0
    return (
        f"<mujoco><asset>{asset1}{asset2}</asset><worldbody>{geom1}{geom2}</worldbody>"
        f'<contact><pair geom1="a" geom2="b" margin="{margin}"/></contact></mujoco>'
    )


def rotation(rng):
    """A random rotation."""
    q = rng.normal(size=4)
    return quat_mat(q / np.linalg.norm(q))


def quat_mat(q):
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def turn(axis, angle):
    q = np.zeros(4)
    q[0], q[1 + axis] = np.cos(angle / 2), np.sin(angle / 2)
    return quat_mat(q)


def signed_permutation(rng):
    """One of the rotations that map axes to axes, without rounding."""
    mat = np.eye(3)[rng.permutation(3)] * rng.choice([-1, 1], 3)[:, None]
    return mat if np.linalg.det(mat) > 0 else -mat


def depth_of(kind, rng):
    """How deep the second geom sinks into the first; negative apart."""
    return {
        "separated": -rng.uniform(0.001, 0.2),
        "touching": rng.choice([0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6]),
        "shallow": 10 ** rng.uniform(-5, -2),
        "deep": rng.uniform(0.03, 0.25),
    }.get(kind, rng.choice([0, 1e-3, 1e-2, -1e-3]))


def pose(kind, kinds, distance, rng):
    """Positions and axes of two geoms of a class; `distance(pos, mat)` measures how far they are apart."""
    if kind == "degenerate":
        step = rng.choice([0, 0.125, 0.25, 0.375, 0.5, 0.75, 1], 3) * rng.choice([0, 0, 1, -1], 3)
        return np.array([np.zeros(3), step]), np.array([np.eye(3), signed_permutation(rng)])
    mat1 = rotation(rng)
    direction = rng.normal(size=3)
    if kind == "parallel":
        mat2 = mat1 @ signed_permutation(rng)
        direction = mat1 @ np.eye(3)[rng.integers(3)] * rng.choice([-1, 1])
    elif kind == "edge-on":
        mat2 = mat1 @ turn(rng.integers(3), np.pi / 4) @ signed_permutation(rng)
        direction = mat1 @ np.eye(3)[rng.integers(3)] * rng.choice([-1, 1])
    else:
        mat2 = rotation(rng)
    direction = direction / np.linalg.norm(direction)
    ground = next((i for i, k in enumerate(kinds) if k in ("plane", "hfield")), None)
    if ground is not None:
        # the other geom comes from above
        up = (mat1, mat2)[ground][:, 2] * (1 if ground == 0 else -1)
        direction = up if kind in ("parallel", "edge-on") else up + 0.3 * direction
    mats = np.array([mat1, mat2])
    pos1 = rng.normal(size=3)
    beside = rng.uniform(-0.2, 0.2, 3) if kind in ("parallel", "edge-on") else np.zeros(3)
    if "hfield" in kinds:
        # its routine sees the first prisms only, so that distances are of no use
        away = rng.uniform(0.0, 0.7)
    else:
        away = approach(pos1 + beside, pos1, direction, mats, distance)
    return np.array([pos1, pos1 + beside + direction * (away - depth_of(kind, rng))]), mats


def approach(start, pos1, direction, mats, distance):
    """How far along a direction the second geom just touches the first."""
    away = 2.0
    for _ in range(6):
        gap = distance(np.array([pos1, start + direction * away]), mats)
        if gap >= FAR:
            # no distance is known, as between distance fields that do not touch
            return 0.2 * away
        away -= gap
    return away
