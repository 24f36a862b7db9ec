"""Contacts, distances and rays of every pair of geom types against MuJoCo 3.8.0.

    python -m tools.compare.pairs [--poses 10000] [--rays 100000] [--only PAIR] [--jobs 2] [--seed 1]

For each ordered pair of types, random poses of all classes (separated, touching, shallow, deep,
parallel, edge-on, degenerate): `mj_collision` must find the same contacts in both engines, and
`mj_geomDistance` the same distance and segment. Then rays at every type, and at scenes of all.
Prints per pair how many poses agree in the number of contacts, in contacts and in distance to 1e-6,
the worst errors where the numbers agree, and which classes differ. Exits with 1 if fewer than 99.9 %
of any pair agree in the number of contacts.
"""

import argparse
import collections
import concurrent.futures
import multiprocessing
import sys

import numpy as np

from tools.compare.pair_poses import CLASSES, DIMS, FAR, KINDS, geom, pose, rotation, scene, supported

VARIANTS = 12  # models per pair
TOLERANCE = 1e-6
ENOUGH = 0.999


class Side:
    """A scene in one engine."""

    def __init__(self, engine, xml):
        self.engine, self.m = engine, engine.MjModel.from_xml_string(xml)
        self.d = engine.MjData(self.m)
        self.fromto = np.zeros(6)
        engine.mj_kinematics(self.m, self.d)
        self.xpos, self.xmat = self.d.geom_xpos, self.d.geom_xmat

    def place(self, pos, mats):
        self.xpos[:], self.xmat[:] = pos, mats.reshape(-1, 9)

    def contacts(self):
        self.engine.mj_collision(self.m, self.d)
        if not self.d.ncon:
            return np.zeros((0, 13))
        c = self.d.contact
        return np.hstack([np.reshape(c.dist, (-1, 1)), c.pos, c.frame])

    def distance(self):
        return self.engine.mj_geomDistance(self.m, self.d, 0, 1, 1.0, self.fromto)


def error(a, b):
    """The largest difference; infinite where the two are not the same kind of number."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    finite = np.isfinite(a)
    if not np.array_equal(finite, np.isfinite(b)) or not np.array_equal(a[~finite], b[~finite], equal_nan=True):
        return np.inf
    return float(np.abs(a[finite] - b[finite]).max(initial=0.0))


def compare_pair(kinds, poses, seed):
    """Counts and worst errors of one pair of types."""
    import ferrodyn
    import mujoco

    rng = np.random.default_rng([seed, KINDS.index(kinds[0]), KINDS.index(kinds[1])])
    total, worst, classes = collections.Counter(), collections.Counter(), collections.Counter()
    examples = []
    for variant in range(VARIANTS):
        xml = scene(kinds, variant, rng)
        ref, got = Side(mujoco, xml), Side(ferrodyn, xml)

        def distance(pos, mats, ref=ref):
            ref.place(pos, mats)
            return mujoco.mj_geomDistance(ref.m, ref.d, 0, 1, FAR, None)

        for i in range(poses // VARIANTS + (variant < poses % VARIANTS)):
            kind = CLASSES[i % len(CLASSES)]
            pos, mats = pose(kind, kinds, distance, rng)
            ref.place(pos, mats), got.place(pos, mats)
            theirs, ours = ref.contacts(), got.contacts()
            same = len(theirs) == len(ours)
            e = error(theirs, ours) if same else np.inf
            d = max(error(ref.distance(), got.distance()), error(ref.fromto, got.fromto))
            total.update(
                poses=1, touch=len(theirs) > 0, count=same, contacts=e <= TOLERANCE, distance=d <= TOLERANCE
            )
            if same:
                worst["contacts"] = max(worst["contacts"], e)
            worst["distance"] = max(worst["distance"], d)
            for what, bad in (("count", not same), ("contact", TOLERANCE < e < np.inf), ("distance", d > TOLERANCE)):
                if bad:
                    classes[f"{what} {kind}"] += 1
                    examples.append((what, kind, xml, pos.tolist(), mats.tolist()))
    return total, worst, classes, examples


def print_pair(name, total, worst, classes):
    def percent(what):
        return f"{100 * total[what] / total['poses']:7.2f}"

    differ = ", ".join(f"{n} {k}" for k, n in classes.most_common(6))
    print(
        f"{name:20s} {total['poses']:6d} {percent('touch')} {percent('count')} {percent('contacts')} "
        f"{worst['contacts']:9.1e} {percent('distance')} {worst['distance']:9.1e}  {differ}",
        flush=True,
    )


def random_rays(count, reach, rng):
    """Origins around a place and directions, most of them toward it."""
    origin = rng.normal(size=(count, 3)) * reach
    toward = rng.normal(size=(count, 3)) * 0.3 * reach - origin
    toward[::10] = rng.normal(size=toward[::10].shape)
    along_axis = np.eye(3)[rng.integers(3, size=count)] * rng.choice([-1.0, 1.0], (count, 1))
    toward[5::10] = along_axis[5::10]
    return origin, toward


def cast_at_kind(kind, count, rng):
    """Rays at one geom, by the function for its type: distances and normals in both engines."""
    import ferrodyn
    import mujoco

    results = {mujoco: [], ferrodyn: []}
    for variant in range(VARIANTS):
        place, asset = geom("a", kind, variant, rng)
        xml = f"<mujoco><asset>{asset}</asset><worldbody>{place}</worldbody></mujoco>"
        sides = [Side(engine, xml) for engine in (mujoco, ferrodyn)]
        pos, mat = rng.normal(size=3), np.eye(3) if variant % 4 == 0 else rotation(rng)
        origins, directions = random_rays(count // VARIANTS, 0.6, rng)
        for side in sides:
            side.place(pos[None], mat[None])
            m, d, out = side.m, side.d, results[side.engine]
            normal = np.zeros(3)
            for origin, vec in zip(origins + pos, directions):
                if kind in DIMS:
                    dist = side.engine.mju_rayGeom(pos, mat.ravel(), m.geom_size[0], origin, vec, m.geom_type[0], normal)
                elif kind == "hfield":
                    dist = side.engine.mj_rayHfield(m, d, 0, origin, vec, normal)
                elif kind == "mesh":
                    dist = side.engine.mj_rayMesh(m, d, 0, origin, vec, normal)
                else:
                    dist = side.engine.mj_ray(m, d, origin, vec, None, 1, -1, None, normal)
                out.append([dist, *(normal if dist >= 0 else np.zeros(3))])
    return np.array(results[mujoco]), np.array(results[ferrodyn])


def cast_at_scene(many, count, rng):
    """Rays at scenes of all types, one by one or many from a point: ids, distances and normals."""
    import ferrodyn
    import mujoco

    results = {mujoco: [], ferrodyn: []}
    for variant in range(VARIANTS):
        parts = [geom(k, k, variant, rng) for k in KINDS]
        xml = f"<mujoco><asset>{''.join(a for _, a in parts)}</asset><worldbody>{''.join(g for g, _ in parts)}</worldbody></mujoco>"
        pos, mats = rng.normal(size=(len(KINDS), 3)), np.array([rotation(rng) for _ in KINDS])
        origins, directions = random_rays(count // VARIANTS, 2.0, rng)
        for side in (Side(mujoco, xml), Side(ferrodyn, xml)):
            side.place(pos, mats)
            results[side.engine].append(cast(side, origins, directions, many))
    return np.vstack(results[mujoco]), np.vstack(results[ferrodyn])


def cast(side, origins, directions, many):
    """Distance, geom and normal of each ray."""
    ids, dists, normals = np.zeros(len(origins), np.int32), np.zeros(len(origins)), np.zeros((len(origins), 3))
    step = 100 if many else 1
    for i in range(0, len(origins), step):
        part = slice(i, i + step)
        if many:
            vecs, flat = directions[part].ravel(), np.zeros(directions[part].size)
            side.engine.mj_multiRay(
                side.m, side.d, origins[i], vecs, None, 1, -1, ids[part], dists[part], flat, vecs.size // 3, FAR
            )
            normals[part] = flat.reshape(-1, 3)
        else:
            dists[i] = side.engine.mj_ray(
                side.m, side.d, origins[i], directions[i], None, 1, -1, ids[part], normals[i]
            )
    return np.hstack([dists[:, None], ids[:, None], normals])


def compare_rays(what, count, seed):
    """Rays, hits, rays that agree in what they hit, and the worst error of those."""
    rng = np.random.default_rng([seed, 100 + len(what)])
    if what in KINDS:
        theirs, ours = cast_at_kind(what, count, rng)
    else:
        theirs, ours = cast_at_scene(what == "mj_multiRay", count, rng)
    same = (theirs[:, 0] < 0) == (ours[:, 0] < 0)
    diff = np.abs(theirs - ours)[same].max(axis=1, initial=0.0)
    hit = theirs[same, 0] >= 0
    return len(theirs), (theirs[:, 0] >= 0).sum(), same.sum(), (diff <= TOLERANCE).sum(), diff[hit].max(initial=0.0)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--poses", type=int, default=10_000, help="per pair")
    ap.add_argument("--rays", type=int, default=100_000, help="in all")
    ap.add_argument("--only", default="", help="pairs whose name contains this")
    ap.add_argument("--jobs", type=int, default=2)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--examples", help="write poses that differ to this file, as JSON lines")
    a = ap.parse_args()
    pairs = [(x, y) for x in KINDS for y in KINDS if supported(x, y) and a.only in f"{x}-{y}"]
    casts = [*KINDS, "mj_ray", "mj_multiRay"] if a.rays and not a.only else []
    low = []
    with concurrent.futures.ProcessPoolExecutor(a.jobs, multiprocessing.get_context("spawn")) as pool:
        jobs = [pool.submit(compare_pair, pair, a.poses, a.seed) for pair in pairs]
        rays = [pool.submit(compare_rays, what, a.rays // len(casts), a.seed) for what in casts]
        print("pair                  poses touch % count %  same %     worst  dist %     worst  differences")
        for pair, job in zip(pairs, jobs):
            total, worst, classes, examples = job.result()
            print_pair("-".join(pair), total, worst, classes)
            if total["count"] < ENOUGH * total["poses"]:
                low.append("-".join(pair))
            write_examples(a.examples, pair, examples)
        if casts:
            print("\nrays at               rays    hits   hit %  same %     worst")
        for what, job in zip(casts, rays):
            n, hits, same, close, worst = job.result()
            print(f"{what:18s} {n:7d} {hits:7d} {100 * same / n:7.2f} {100 * close / n:7.2f} {worst:9.1e}", flush=True)
            if same < ENOUGH * n:
                low.append(f"rays at {what}")
    print(f"\nbelow {100 * ENOUGH} %: {', '.join(low) or 'none'}")
    return 1 if low else 0


def write_examples(path, pair, examples):
    import json

    if path:
        with open(path, "a") as file:
            for what, kind, xml, pos, mats in examples:
                file.write(json.dumps({"pair": pair, "what": what, "class": kind, "xml": xml, "pos": pos, "mats": mats}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
