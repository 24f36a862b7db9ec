"""The utility functions: bit for bit the numbers of the reference package, and its errors."""

import ctypes
import inspect
import re
import subprocess
import sys

import ferrodyn
import numpy as np
import pytest

SIZES = [1, 2, 3, 4, 5, 7, 8, 11, 16, 23]
# these call sin, cos, exp, log or atan2, where platforms differ in the last bit
TRANSCENDENTAL = 1e-14


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def call(package, name, arguments):
    """The result and all arguments after the call, on copies of the arguments."""
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    result = getattr(package, name)(*copies)
    arrays = [a for a in copies if isinstance(a, np.ndarray)]
    return [np.asarray(result, dtype=object if result is None else None), *arrays]


@pytest.fixture
def same(mujoco):
    """Asserts that both packages do the same with the arguments."""

    def compare(name, *arguments, tolerance=0.0):
        ours = call(ferrodyn, name, arguments)
        theirs = call(mujoco, name, arguments)
        for a, b in zip(ours, theirs, strict=True):
            assert a.dtype == b.dtype, name
            if tolerance == 0.0 or a.dtype == object:
                np.testing.assert_array_equal(a, b, err_msg=f"{name}{arguments}")
            else:
                np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance, err_msg=name)

    return compare


def positive_definite(rng, n):
    a = rng.normal(size=(n, n))
    return a @ a.T + 0.1 * np.eye(n)


def unit(rng, n=4):
    q = rng.normal(size=n)
    return q / np.linalg.norm(q)


def names_of(package):
    return {n for n in dir(package) if n.startswith("mju_")}


def test_all_functions_are_there_with_the_same_parameters(mujoco):
    assert names_of(ferrodyn) == names_of(mujoco)
    for name in names_of(ferrodyn):
        signature = getattr(mujoco, name).__doc__.split(") ->")[0]
        expected = re.findall(r"(\w+): typing|(\w+): str", signature)
        expected = [a or b for a, b in expected]
        assert list(inspect.signature(getattr(ferrodyn, name)).parameters) == expected, name


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("mju_zero3", [3]),
        ("mju_copy3", [3, 3]),
        ("mju_scl3", [3, 3, 0]),
        ("mju_add3", [3, 3, 3]),
        ("mju_sub3", [3, 3, 3]),
        ("mju_addTo3", [3, 3]),
        ("mju_subFrom3", [3, 3]),
        ("mju_addToScl3", [3, 3, 0]),
        ("mju_addScl3", [3, 3, 3, 0]),
        ("mju_normalize3", [3]),
        ("mju_norm3", [3]),
        ("mju_dot3", [3, 3]),
        ("mju_dist3", [3, 3]),
        ("mju_mulMatVec3", [3, 9, 3]),
        ("mju_mulMatTVec3", [3, 9, 3]),
        ("mju_cross", [3, 3, 3]),
        ("mju_zero4", [4]),
        ("mju_unit4", [4]),
        ("mju_copy4", [4, 4]),
        ("mju_normalize4", [4]),
        ("mju_rotVecQuat", [3, 3, 4]),
        ("mju_negQuat", [4, 4]),
        ("mju_mulQuat", [4, 4, 4]),
        ("mju_mulQuatAxis", [4, 4, 3]),
        ("mju_quat2Mat", [9, 4]),
        ("mju_mat2Quat", [4, 9]),
        ("mju_derivQuat", [4, 4, 3]),
        ("mju_mulPose", [3, 4, 3, 4, 3, 4]),
        ("mju_negPose", [3, 4, 3, 4]),
        ("mju_trnVecPose", [3, 3, 4, 3]),
        ("mju_sign", [0]),
        ("mju_sigmoid", [0]),
        ("mju_round", [0]),
        ("mju_isBad", [0]),
        ("mju_min", [0, 0]),
        ("mju_max", [0, 0]),
        ("mju_clip", [0, 0, 0]),
        ("mju_muscleGain", [0, 0, 2, 0, 9]),
        ("mju_muscleBias", [0, 2, 0, 9]),
        ("mju_muscleDynamics", [0, 0, 3]),
    ],
)
def test_functions_of_fixed_sizes(same, rng, name, sizes):
    for _ in range(100):
        same(name, *(rng.normal(size=n) if n else float(rng.normal()) for n in sizes))


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("mju_axisAngle2Quat", [4, 3, 0]),
        ("mju_quat2Vel", [3, 4, 0]),
        ("mju_subQuat", [3, 4, 4]),
        ("mju_quatIntegrate", [4, 3, 0]),
        ("mju_quatZ2Vec", [4, 3]),
        ("mju_mat2Rot", [4, 9]),
        ("mju_springDamper", [0, 0, 0, 0, 0]),
    ],
)
def test_functions_of_fixed_sizes_that_call_transcendental_ones(same, rng, name, sizes):
    for _ in range(100):
        arguments = [rng.normal(size=n) if n else float(rng.normal()) for n in sizes]
        if name == "mju_mat2Rot":
            # a rotation with some stretch, where the iteration converges
            rot = np.linalg.qr(rng.normal(size=(3, 3)))[0]
            arguments = [unit(rng), (rot + 0.1 * rng.normal(size=(3, 3))).ravel()]
            arguments[1] *= np.sign(np.linalg.det(arguments[1].reshape(3, 3)))
        same(name, *arguments, tolerance=1e-10 if name == "mju_mat2Rot" else TRANSCENDENTAL)


def test_special_values_of_fixed_sizes(same):
    for v in (np.zeros(3), np.array([0, 0, -2.0]), np.array([0, 0, 1e-20]), np.full(3, np.nan)):
        same("mju_normalize3", v)
        same("mju_quatZ2Vec", np.zeros(4), v, tolerance=TRANSCENDENTAL)
        same("mju_quatIntegrate", np.array([2.0, 0, 0, 0]), v, 0.5, tolerance=TRANSCENDENTAL)
        for q in (np.array([1.0, 0, 0, 0]), np.zeros(4), np.full(4, np.nan)):
            same("mju_rotVecQuat", np.zeros(3), v, q)
            same("mju_normalize4", q)
            same("mju_quat2Mat", np.zeros(9), q)
    same("mju_axisAngle2Quat", np.zeros(4), np.ones(3), 0.0)
    for x in (np.nan, np.inf, -np.inf, 0.0, -0.5, 0.5, 1.0, 2.5, 1e10, -1e10, 1.1e10):
        for name in ("mju_sign", "mju_sigmoid", "mju_round", "mju_isBad"):
            same(name, x)
        for y in (np.nan, 0.0, -0.0, 1.0):
            same("mju_min", x, y)
            same("mju_max", x, y)
            same("mju_clip", x, y, 0.7)
    same("mju_clip", 2, 3, 1)
    # critical damping
    same("mju_springDamper", 0.3, -0.2, 1.0, 2.0, 0.7, tolerance=TRANSCENDENTAL)


def test_muscles_in_their_working_range(same, rng):
    prm = np.array([0.75, 1.05, -1.0, 200, 0.5, 1.6, 1.5, 1.3, 1.2])
    for length in np.linspace(0, 3, 60):
        for vel in np.linspace(-4, 4, 9):
            same("mju_muscleGain", length, vel, np.array([1.0, 2.0]), 3.0, prm)
        same("mju_muscleBias", length, np.array([1.0, 2.0]), 3.0, prm)
    for width in (0.0, 0.3):
        for ctrl, act in rng.uniform(-0.5, 1.5, size=(50, 2)):
            same("mju_muscleDynamics", ctrl, act, np.array([0.01, 0.04, width]))


@pytest.mark.parametrize("force", [0, 1, 2])
def test_spatial_vectors(same, rng, force):
    mat = np.linalg.qr(rng.normal(size=(3, 3)))[0].ravel()
    vectors = [rng.normal(size=n) for n in (6, 6, 3, 3)]
    same("mju_transformSpatial", vectors[0], vectors[1], force, vectors[2], vectors[3], mat)


@pytest.mark.parametrize("seq", ["xyz", "XYZ", "zxz", "ZyX", "xxx"])
def test_euler_angles(same, rng, seq):
    for _ in range(20):
        same("mju_euler2Quat", np.zeros(4), rng.normal(size=3), seq, tolerance=TRANSCENDENTAL)
    same("mju_euler2Quat", np.zeros(4), np.ones(3), seq.encode(), tolerance=TRANSCENDENTAL)


@pytest.mark.parametrize("n", SIZES)
def test_vectors_of_any_size(same, rng, n):
    for _ in range(20):
        res, a, b = rng.normal(size=(3, n)) * 10.0 ** rng.uniform(-6, 6, size=(3, n))
        scl = float(rng.normal())
        for name in ("mju_zero", "mju_sum", "mju_L1", "mju_normalize", "mju_norm", "mju_isZero"):
            same(name, res)
        same("mju_fill", res, scl)
        for name in ("mju_copy", "mju_addTo", "mju_subFrom", "mju_d2n", "mju_n2d"):
            same(name, res, a)
        for name in ("mju_scl", "mju_addToScl"):
            same(name, res, a, scl)
        for name in ("mju_add", "mju_sub"):
            same(name, res, a, b)
        same("mju_addScl", res, a, b, scl)
        same("mju_dot", a, b)
        same("mju_f2n", res, a.astype(np.float32))
        same("mju_n2f", res.astype(np.float32), a)
        same("mju_insertionSort", rng.integers(0, n, size=n).astype(float))
        same("mju_insertionSortInt", rng.integers(0, n, size=n).astype(np.int32))
    same("mju_isZero", np.zeros(n))
    same("mju_normalize", np.zeros(n))
    same("mju_dot", np.full(n, -0.0), np.ones(n))


def test_the_sign_of_a_zero_dot_product(mujoco):
    for n in range(1, 10):
        got, expected = (
            package.mju_dot(np.full(n, -0.0), np.ones(n)) for package in (ferrodyn, mujoco)
        )
        assert np.signbit(got) == np.signbit(expected), n


@pytest.mark.parametrize("rows", [1, 2, 4, 7])
@pytest.mark.parametrize("cols", [1, 3, 4, 9])
def test_matrices(same, rng, rows, cols):
    mat = rng.normal(size=(rows, cols))
    mat[rng.random(mat.shape) < 0.2] = 0
    row, col = rng.normal(size=rows), rng.normal(size=cols)
    row[0] = 0
    same("mju_mulMatVec", np.zeros(rows), mat, col)
    same("mju_mulMatTVec", np.ones(cols), mat, row)
    same("mju_transpose", np.zeros((cols, rows)), mat)
    other = rng.normal(size=(5, cols))
    same("mju_mulMatMatT", np.zeros((rows, 5)), mat, other)
    same("mju_mulMatMat", np.ones((rows, 5)), mat, rng.normal(size=(cols, 5)))
    same("mju_mulMatTMat", np.ones((cols, 5)), mat, rng.normal(size=(rows, 5)))
    same("mju_sqrMatTD", np.ones((cols, cols)), mat, None)
    same("mju_sqrMatTD", np.ones((cols, cols)), mat, row)
    square = rng.normal(size=(cols, cols))
    same("mju_mulVecMatVec", col, square, rng.normal(size=cols))
    same("mju_symmetrize", np.zeros((cols, cols)), square)
    same("mju_eye", square)


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_cholesky(same, rng, n):
    mat = positive_definite(rng, n)
    vec = rng.normal(size=n)
    same("mju_cholFactor", mat, 1e-12)
    same("mju_cholFactor", np.ones((n, n)), 1e-10)
    factor = mat.copy()
    ferrodyn.mju_cholFactor(factor, 0.0)
    same("mju_cholSolve", np.zeros(n), factor, vec)
    same("mju_cholUpdate", factor, vec, 1)
    same("mju_cholUpdate", factor, 0.01 * vec, 0)
    same("mju_cholUpdate", factor, 100 * vec, 0)


@pytest.mark.parametrize(
    ("total", "band", "dense"), [(1, 1, 0), (6, 1, 0), (7, 3, 0), (9, 4, 2), (5, 9, 1), (4, 2, 4)]
)
def test_band_matrices(same, rng, total, band, dense):
    size = (total - dense) * band + dense * total
    mat = positive_definite(rng, total) + total * np.eye(total)
    sizes = (total, band, dense)
    same("mju_dense2Band", np.zeros(size), mat, *sizes)
    stored = np.zeros(size)
    ferrodyn.mju_dense2Band(stored, mat, *sizes)
    same("mju_band2Dense", np.ones((total, total)), stored, *sizes, 0)
    same("mju_band2Dense", np.ones((total, total)), stored, *sizes, True)
    vec = rng.normal(size=total)
    for symmetric in (0, 1):
        same("mju_bandMulMatVec", np.ones(total), stored, vec, *sizes, 1, symmetric)
    same("mju_cholFactorBand", stored, *sizes, 0.1, 0.2)
    same("mju_cholFactorBand", -stored, *sizes, 0.0, 0.0)
    ferrodyn.mju_cholFactorBand(stored, *sizes, 0.0, 0.0)
    same("mju_cholSolveBand", np.zeros(total), stored, vec, *sizes)
    for i in range(total):
        same("mju_bandDiag", i, *sizes)
    same("mju_bandDiag", 1, 2, 3, 4)


def test_eigenvalues(same, rng):
    for _ in range(50):
        a = rng.normal(size=(3, 3))
        same("mju_eig3", np.zeros(3), np.zeros(9), np.zeros(4), (a + a.T).ravel())
    same("mju_eig3", np.zeros(3), np.zeros(9), np.zeros(4), np.diag([1.0, 2, 3]).ravel())


@pytest.mark.parametrize("n", [1, 2, 5, 10])
def test_quadratic_programs_in_a_box(mujoco, rng, n):
    for trial in range(20):
        H, g = positive_definite(rng, n), 3 * rng.normal(size=n)
        lower, upper = -rng.random(n), rng.random(n)
        bounds = [(lower, upper), (lower, None), (None, upper), (None, None)][trial % 4]
        got = []
        for package in (ferrodyn, mujoco):
            res, R, index = np.full(n, 0.1), np.zeros((n, n + 7)), np.zeros(n, dtype=np.int32)
            free = package.mju_boxQP(res, R, index, H, g, *bounds)
            got.append((free, res, R.ravel()[: n * n], index))
            assert package.mju_boxQP(res.copy(), R, None, H, g, *bounds) == free
        for a, b in zip(*got, strict=True):
            np.testing.assert_array_equal(a, b)


def test_quadratic_programs_that_fail(mujoco):
    for package in (ferrodyn, mujoco):
        res, R = np.zeros(2), np.zeros((2, 9))
        assert package.mju_boxQP(res, R, None, -np.eye(2), np.ones(2), None, None) == -1
        with pytest.raises(package.FatalError, match="larger than lower"):
            package.mju_boxQP(res, R, None, np.eye(2), np.ones(2), np.ones(2), np.ones(2))
        none = np.zeros(0)
        with pytest.raises(package.FatalError, match="positive"):
            package.mju_boxQP(none, np.zeros((0, 7)), None, np.eye(0), none, None, None)


def test_sparse_matrices(same, rng):
    mat = rng.normal(size=(4, 6))
    mat[rng.random(mat.shape) < 0.5] = 0
    nnz = np.count_nonzero(mat)
    for room in (nnz, nnz + 2, nnz - 1, 0):
        integers = [np.zeros(n, dtype=np.int32) for n in (4, 4, room)]
        same("mju_dense2sparse", np.zeros(room), mat, *integers)
    values = np.zeros(nnz)
    integers = [np.zeros(n, dtype=np.int32) for n in (4, 4, nnz)]
    assert ferrodyn.mju_dense2sparse(values, mat, *integers) == 0
    same("mju_sparse2dense", np.ones((4, 6)), values, *integers)
    with pytest.raises(TypeError):
        ferrodyn.mju_sparse2dense(np.ones((4, 1)), values, *integers)


@pytest.mark.parametrize("n", range(5))
def test_pyramids(same, rng, n):
    mu = rng.random(n) + 0.1
    same("mju_encodePyramid", np.full(2 * n, 9.0), rng.normal(size=n + 1), mu)
    same("mju_decodePyramid", np.full(n + 1, 9.0), rng.normal(size=2 * n), mu)


def test_rays_against_primitive_shapes(same, rng):
    shapes = "PLANE SPHERE CAPSULE ELLIPSOID CYLINDER BOX".split()
    for shape in [ferrodyn.mjtGeom[f"mjGEOM_{name}"] for name in shapes]:
        hits = 0
        for _ in range(200):
            mat = np.linalg.qr(rng.normal(size=(3, 3)))[0].ravel()
            pos, pnt = rng.normal(size=(2, 3))
            size = rng.uniform(0.2, 1.5, size=3)
            vec = pos + 0.5 * rng.normal(size=3) - pnt
            arguments = (pos, mat, size, pnt, vec, int(shape))
            same("mju_rayGeom", *arguments, np.ones(3))
            same("mju_rayGeom", *arguments)
            hits += ferrodyn.mju_rayGeom(*arguments) >= 0
        assert 20 < hits, shape
    with pytest.raises(ferrodyn.FatalError, match="geom type 7"):
        ferrodyn.mju_rayGeom(pos, mat, size, pnt, vec, 7)


def test_halton_numbers(same):
    for base in (2, 3, 10, -3, -1):
        for index in (-5, 0, 1, 5, 12345, 2**31 - 1):
            same("mju_Halton", index, base)
    assert ferrodyn.mju_Halton(3, 0) == ferrodyn.mju_Halton(3, 1) == 0


def test_words_of_object_types(same):
    for kind in range(-1, 104):
        same("mju_type2Str", kind)
    for kind in ferrodyn.mjtObj:
        same("mju_type2Str", kind)
        same("mju_str2Type", str(ferrodyn.mju_type2Str(kind)))
    same("mju_str2Type", b"joint")


def test_messages(same):
    for warning in range(-1, 9):
        same("mju_warningText", warning, 2048)
    for n in (0, 1, 1000, 1024, 1025, 3 * 2**20, 2**40, 2**60, 2**63 - 1):
        same("mju_writeNumBytes", n)


def test_printed_matrices(mujoco, capfd):
    mat = np.array([[1.0, -2.5], [np.inf, 1e10]])
    rows = [np.array(a, dtype=np.int32) for a in ([1, 2], [0, 1], [1, 0, 1])]
    texts = []
    for package in (ferrodyn, mujoco):
        package.mju_printMat(mat)
        package.mju_printMatSparse(np.array([1.5, -2.0, 3e7]), *rows)
        # the reference writes through the C library's buffer
        ctypes.CDLL(None).fflush(None)
        sys.stdout.flush()
        texts.append(capfd.readouterr().out)
    assert texts[0] == texts[1]


@pytest.mark.skipif(sys.platform != "linux", reason="random numbers of the GNU C library")
def test_random_numbers_are_those_of_a_new_process(mujoco):
    code = "import {0}; print([{0}.mju_standardNormal(None) for _ in range(1000)])"
    numbers = [
        eval(subprocess.check_output([sys.executable, "-c", code.format(name)], text=True))
        for name in ("ferrodyn", "mujoco")
    ]
    np.testing.assert_allclose(*numbers, rtol=TRANSCENDENTAL)
    assert abs(np.mean(numbers[0])) < 0.2


# calls by expression: both packages accept them, or both raise the same type
CALLS = """
mju_norm3([1, 2, 3])
mju_norm3(np.array([1, 2, 3]))
mju_norm3(["1", "2", "3"])
mju_norm3(np.ones((3, 1)))
mju_norm3(np.ones((1, 3)))
mju_norm3(np.ones(6)[::2])
mju_norm3(np.ones(3)[::-1])
mju_norm3(np.ones((3, 3))[:, 1:2])
mju_norm3(np.ones(3, dtype=">f8"))
mju_norm3(np.ones(3, dtype=object))
mju_norm3(np.frombuffer(b"x" * 25, dtype=np.uint8)[1:].view(np.float64))
mju_norm3(range(3))
mju_norm3(None)
mju_norm3("abc")
mju_norm3((1, 2, 3, 4))
mju_norm3(3.0)
mju_norm3(np.ones((3, 3, 3)))
mju_norm(read_only)
mju_norm([])
mju_norm(3.0)
mju_sum(read_only)
mju_sum([1.0, 2.0])
mju_isZero([0.0])
mju_normalize3([1, 2, 3])
mju_normalize3(np.ones(3, dtype=np.float32))
mju_normalize3(np.ones(3, dtype=">f8"))
mju_normalize3(np.ones((3, 1)))
mju_normalize3(np.ones((3, 1), order="F"))
mju_normalize3(np.ones((1, 3)))
mju_normalize3(np.ones(6)[::2])
mju_normalize3(np.ones((3, 3))[:, 1:2])
mju_normalize3(np.ones(4))
mju_normalize3(read_only)
mju_add(np.ones(3), [1, 2, 3], (4, 5, 6))
mju_add(np.ones(3), np.ones(2), np.ones(3))
mju_add(np.ones(3), np.ones(3), np.ones(2))
mju_add(np.ones(3, dtype=np.float32), np.ones(3), np.ones(3))
mju_add3(np.ones(3), np.ones(3))
mju_add3(np.ones(3), np.ones(3), vec3=np.ones(3))
mju_add3(res=np.ones(3), vec1=np.ones(3), vec2=np.ones(3))
mju_dot(np.ones(2), np.ones(3))
mju_f2n(np.ones(2), np.ones(2))
mju_n2f(np.ones(2), np.ones(2))
mju_insertionSortInt(np.ones(2, dtype=np.int64))
mju_eye(np.zeros(1))
mju_eye(np.zeros((2, 3)))
mju_eye(np.zeros((2, 2), order="F"))
mju_eye(np.zeros((4, 4))[:2, :2])
mju_eye(np.zeros((2, 2, 2)))
mju_mulMatVec(np.zeros(3), np.ones(3), np.ones(1))
mju_mulMatVec(np.zeros(2), np.ones((4, 4))[:2, :2], np.ones(2))
mju_mulMatVec(np.zeros(3), np.ones((2, 2)), np.ones(2))
mju_mulMatVec(np.zeros(2), np.ones((2, 2)), np.ones(3))
mju_mulMatTVec(np.zeros(3), np.ones((2, 2)), np.ones(2))
mju_mulVecMatVec(np.ones(2), np.ones((2, 3)), np.ones(2))
mju_transpose(np.zeros((2, 2)), np.ones((2, 3)))
mju_symmetrize(np.zeros((2, 2)), np.ones((2, 3)))
mju_symmetrize(np.zeros((3, 3)), np.ones((2, 2)))
mju_mulMatMat(np.zeros((2, 2)), np.ones((2, 3)), np.ones((2, 2)))
mju_mulMatMatT(np.zeros((2, 2)), np.ones((2, 3)), np.ones((3, 2)))
mju_mulMatTMat(np.zeros((2, 2)), np.ones((2, 3)), np.ones((2, 2)))
mju_sqrMatTD(np.zeros((3, 3)), np.ones((2, 3)), [1.0, 2.0])
mju_sqrMatTD(np.zeros((3, 3)), np.ones((2, 3)), np.ones(3))
mju_sqrMatTD(np.zeros((2, 2)), np.ones((2, 3)), None)
mju_cholFactor(np.ones((2, 3)), 0)
mju_cholSolve(np.zeros(2), np.eye(2), np.ones(3))
mju_cholUpdate(np.eye(2), np.ones(3), 1)
mju_cholUpdate(np.eye(2), np.ones(2), 1.0)
mju_cholFactorBand(np.ones(3), 2, 2, 0, 0, 0)
mju_cholSolveBand(np.ones(3), np.ones(4), np.ones(2), 2, 2, 0)
mju_band2Dense(np.zeros((2, 2)), np.ones(4), 2, 2, 0, 300)
mju_band2Dense(np.zeros((2, 2)), np.ones(4), 2, 2, 0, -1)
mju_band2Dense(np.zeros((3, 2)), np.ones(4), 2, 2, 0, 1)
mju_dense2Band(np.zeros(4), np.ones((2, 3)), 2, 2, 0)
mju_bandMulMatVec(np.zeros(6), np.ones(6), np.ones((3, 2)), 3, 2, 0, 2, 1)
mju_bandMulMatVec(np.zeros((3, 1)), np.ones(6), np.ones((3, 1)), 3, 2, 0, 1, 1)
mju_dense2sparse(np.zeros(2), np.ones((2, 2)), ints(2), ints(3), ints(2))
mju_dense2sparse(np.zeros(2), np.ones((2, 2)), ints(2), ints(2), ints(3))
mju_sparse2dense(np.zeros((2, 2)), np.ones(2), [1, 1], [0, 1], [0, 1])
mju_sparse2dense(np.zeros((2, 2)), np.ones(2), [1], [0, 1], [0, 1])
mju_printMatSparse(np.ones(2), [1, 1], [0], [0, 1])
mju_printMatSparse(np.ones(3), [1, 1], [0, 1], [0, 1])
mju_transformSpatial(np.zeros(6), np.ones(6), 1, np.ones(3), np.ones(3), None)
mju_transformSpatial(np.zeros(6), np.ones(6), "1", np.ones(3), np.ones(3), np.eye(3).ravel())
mju_transformSpatial(np.zeros(6), np.ones(6), 1, np.ones(3), np.ones(3), np.eye(3))
mju_euler2Quat(np.zeros(4), [1, 2, 3], "xy")
mju_euler2Quat(np.zeros(4), [1, 2, 3], "xyw")
mju_euler2Quat(np.zeros(4), [1, 2, 3], 3)
mju_encodePyramid(np.zeros(3), np.ones(3), np.ones(2))
mju_decodePyramid(np.zeros(2), np.ones(4), np.ones(2))
mju_boxQP(np.zeros(1), np.zeros(7), None, np.eye(1), np.ones(1), None, None)
mju_boxQP(np.zeros(1), np.zeros(8), [0], np.eye(1), np.ones(1), None, None)
mju_boxQP(np.zeros(1), np.zeros(8), None, np.eye(2), np.ones(1), None, None)
mju_boxQP(np.zeros(1), np.zeros(8), None, np.eye(1), np.ones(1), np.ones(2), None)
mju_boxQP(np.zeros(1), np.zeros(8), None, np.eye(1), np.ones(1), [-1], [1])
mju_min("1", 2)
mju_min(None, 2)
mju_min(np.array(1.0), 2)
mju_min(np.float32(1.0), True)
mju_min(np.array([1.0, 2.0]), 2)
mju_min(1j, 2)
mju_type2Str(1.0)
mju_type2Str(np.float32(1))
mju_type2Str(np.array(1.5))
mju_type2Str(np.int64(1))
mju_type2Str(np.array([1, 2]))
mju_type2Str(2**40)
mju_type2Str("1")
mju_type2Str(True)
mju_type2Str(None)
mju_str2Type(3)
mju_writeNumBytes(-1)
mju_writeNumBytes(2**70)
mju_Halton(5.0, 2)
mju_standardNormal()
mju_standardNormal("a")
"""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("expression", CALLS.strip().split("\n"))
def test_both_packages_take_the_same_arguments(mujoco, expression):
    read_only = np.ones(3)
    read_only.flags.writeable = False
    names = {"np": np, "read_only": read_only, "ints": lambda n: np.zeros(n, dtype=np.int32)}
    outcomes = []
    for package in (ferrodyn, mujoco):
        try:
            outcomes.append(eval(f"package.{expression}", names | {"package": package}))
        except Exception as error:
            outcomes.append(type(error).__name__)
    np.testing.assert_equal(*outcomes)


def test_arguments_may_share_memory():
    a = np.array([1.0, 2.0, 3.0])
    ferrodyn.mju_add(a, a, a)
    np.testing.assert_array_equal(a, [2, 4, 6])
    ferrodyn.mju_add(a[1:], a[:-1], a[1:])
    np.testing.assert_array_equal(a, [2, 6, 10])
    q = np.array([0.5, 0.5, 0.5, 0.5])
    ferrodyn.mju_mulQuat(q, q, q)
    np.testing.assert_array_equal(q, [-0.5, 0.5, 0.5, 0.5])


def test_results_go_into_the_arrays_of_data(ours):
    data = ferrodyn.MjData(ours)
    ferrodyn.mju_copy3(data.xpos[1], [1, 2, 3])
    np.testing.assert_array_equal(data.xpos[1], [1, 2, 3])
    ferrodyn.mju_quat2Mat(data.xmat[1], data.xquat[1])


def test_a_wrong_argument_is_named():
    with pytest.raises(TypeError, match="vec1"):
        ferrodyn.mju_add3(np.ones(3), np.ones(4), np.ones(3))
