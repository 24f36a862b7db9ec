"""Jacobians and inverse kinematics of arms: ours, MuJoCo's, Pinocchio's and mink's, on the same numbers in one run.

    pip install mujoco==3.8.0 mink pin daqp cmeel-eigen cmeel-urdfdom-headers
    cargo build --release -p ferrodyn-bench
    FERRODYN_CORPUS=folder python -m tools.speed.ik [--poses 1000] [--mink 200] [--rounds 15] [--arms UR5e ...]

The folder has the arms of MuJoCo Menagerie. Small programs in tools/speed/ik_sides are compiled against the libraries and
headers of the packages that this interpreter has: MuJoCo's in C, Pinocchio's in C++. All sides take turns in every
round; times are the best round for Jacobians, and for each pose the best of its rounds.

Jacobians: 256 random configurations, 6 x n, in axes of the world. Ours alone and in lanes of eight, MuJoCo's
mj_kinematics + mj_comPos + mj_jac, Pinocchio's computeFrameJacobian. The sums of absolute values have to agree.

Inverse kinematics: random coordinates within limits give poses. All start from the middle of the ranges and have to
come within 1e-5 in each of six dimensions and within limits, which MuJoCo's kinematics judge for all. Pinocchio gets
poses in the frame of the first body, because its reader of MJCF leaves that body's own pose out.
"""
import argparse
import pathlib
import statistics
import subprocess
import sysconfig
import tempfile

import mujoco
import numpy as np

from tools import ROOT
from tools.corpus import CORPUS

SIDES = ROOT / "tools/speed/ik_sides"
ARMS = {
    "UR5e": ("universal_robots_ur5e/ur5e.xml", "attachment_site", 6),
    "UR10e": ("universal_robots_ur10e/ur10e.xml", "attachment_site", 6),
    "Panda": ("franka_emika_panda/panda.xml", "hand", 7),
    "iiwa 14": ("kuka_iiwa_14/iiwa14.xml", "link7", 7),
    "wx250s": ("trossen_wx250s/wx250s.xml", "wx250s/gripper_link", 6),
}
# step, iterations of an attempt, restarts: as documented, and what takes least time on average
CLIK = {"Pinocchio, step 0.1": (0.1, 1000, 20), "Pinocchio, step 1": (1.0, 25, 100)}
MINK = {"mink": (200, 0), "mink, restarts": (50, 20)}


def compiled(folder):
    """The two programs, compiled against the packages of this interpreter."""
    packages = pathlib.Path(sysconfig.get_paths()["purelib"])
    wheel = pathlib.Path(mujoco.__file__).parent
    library = next(wheel.glob("libmujoco.so*"))
    prefix, out = packages / "cmeel.prefix", [folder / "mujoco_side", folder / "pinocchio_side"]
    subprocess.run(["gcc", "-O2", SIDES / "mujoco_side.c", "-o", out[0], f"-I{wheel}/include", library,
                    f"-Wl,-rpath,{wheel}", "-lm"], check=True)
    include = [f"-I{prefix}/include{part}" for part in ("", "/eigen3", "/urdfdom_headers", "/urdfdom")]
    defines = ["-DNDEBUG", "-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
               "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS"]
    subprocess.run(["g++", "-std=c++17", "-O3", "-w", *defines, SIDES / "pinocchio_side.cpp", "-o", out[1], *include,
                    f"-L{prefix}/lib", "-lpinocchio_default", "-lpinocchio_parsers", "-lboost_filesystem",
                    f"-Wl,-rpath,{prefix}/lib"], check=True)
    return out


class Side:
    """A program that answers lines."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([str(a) for a in arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def ask(self, line, answers=1):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        rows = [self.process.stdout.readline().split() for _ in range(answers)]
        if not rows[-1]:
            raise SystemExit(f"{self.process.args[0]} gave no answer to \"{line}\"")
        return np.array(rows, dtype=float)


class Arm:
    """An arm with its poses, and the programs that work on them."""

    def __init__(self, name, path, frame, joints, count, programs, folder):
        self.name, self.frame, self.joints = name, frame, joints
        self.model = mujoco.MjModel.from_xml_path(str(path))
        self.data = mujoco.MjData(self.model)
        self.body = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_BODY, frame)
        self.site = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_SITE, frame)
        self.low, self.high = self.model.jnt_range[:joints].T
        random = np.random.default_rng(7)
        files = [folder / f"{name}.{part}" for part in ("q", "poses", "poses_in_base")]
        random.uniform(-2, 2, (256, joints)).tofile(files[0])
        self.poses = np.array([self.pose(random.uniform(self.low, self.high)) for _ in range(count)])
        self.poses.tofile(files[1])
        np.array([self.in_base(pose) for pose in self.poses]).tofile(files[2])
        self.ours = Side(programs[0], "ik-side", path, frame, *files[:2])
        self.mujoco = Side(programs[1], path, frame, joints, files[0])
        self.pinocchio = Side(programs[2], path, frame, joints, files[0], files[2])

    def pose(self, q):
        self.data.qpos[: self.joints] = q
        mujoco.mj_kinematics(self.model, self.data)
        d, quat = self.data, np.zeros(4)
        place, turn = (d.xpos[self.body], d.xmat[self.body]) if self.body >= 0 else (
            d.site_xpos[self.site], d.site_xmat[self.site])
        mujoco.mju_mat2Quat(quat, turn)
        return np.concatenate([place, quat])

    def in_base(self, pose):
        """A pose in the frame of the first body, which does not move."""
        place, turn, out = np.zeros(3), np.zeros(4), np.zeros(7)
        mujoco.mju_negPose(place, turn, self.model.body_pos[1], self.model.body_quat[1])
        mujoco.mju_mulPose(out[:3], out[3:], place, turn, pose[:3], pose[3:])
        return out

    def is_right(self, q, target):
        """Whether coordinates reach a pose, within limits."""
        now, turn = self.pose(q), np.zeros(3)
        mujoco.mju_subQuat(turn, now[3:], target[3:])
        near = np.abs(np.concatenate([now[:3] - target[:3], turn])).max() < 1e-5
        return near and (q >= self.low).all() and (q <= self.high).all()

    def jacobians(self, rounds):
        best = np.full(4, np.inf)
        for _ in range(rounds):
            ours, c, cpp = (side.ask("jac")[0] for side in (self.ours, self.mujoco, self.pinocchio))
            np.testing.assert_allclose([c[1], cpp[1]], ours[2], rtol=1e-9)
            best = np.minimum(best, [ours[0], ours[1], c[0], cpp[0]])
        print(f"{self.name:10} {best[0]:8.0f} {best[1]:14.0f} {best[2]:10.0f} {best[3]:10.0f}", flush=True)

    def solve(self, rounds, mink_count):
        n, found = len(self.poses), {}
        for _ in range(rounds):
            found.setdefault("ours", []).append(self.ours.ask(f"ik 0 {n}", n))
            found.setdefault("ours, one call", []).append(self.ours.ask(f"batch 0 {n}")[0, 0] / n)
            for label, (step, iterations, restarts) in CLIK.items():
                line = f"ik 0 {n} {step} {iterations} {restarts}"
                found.setdefault(label, []).append(self.pinocchio.ask(line, n))
        calls = found.pop("ours, one call")
        for label, answers in found.items():
            self.tell(label, np.min([a[:, 0] for a in answers], axis=0), answers[0][:, 1:])
            if label == "ours":
                print(f"{'':10} {'ours, one call':22} {'the same':>11} {min(calls):10.1f} each", flush=True)
        self.solve_by_mink(mink_count)

    def solve_by_mink(self, count):
        from tools.speed.ik_sides.mink_side import Mink
        kind = "body" if self.body >= 0 else "site"
        side, random = Mink(self.model, self.frame, kind, self.joints), np.random.default_rng(3)
        for label, (iterations, restarts) in MINK.items() if count else ():
            rows = [side.solve(pose, iterations, restarts, random) for pose in self.poses[:count]]
            self.tell(f"{label} ({count})", np.array([t for t, _ in rows]), [q for _, q in rows])

    def tell(self, label, times, qs):
        solved = sum(self.is_right(q, pose) for q, pose in zip(qs, self.poses))
        print(f"{self.name:10} {label:22} {100 * solved / len(times):9.2f} % {statistics.median(times):10.1f} "
              f"{np.percentile(times, 99):12.0f} {times.mean():10.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default=CORPUS)
    parser.add_argument("--ours", default=ROOT / "target/release/ferrodyn-bench", help="the program ferrodyn-bench")
    parser.add_argument("--poses", type=int, default=1000)
    parser.add_argument("--mink", type=int, default=200, help="how many of the poses mink gets; 0 for none")
    parser.add_argument("--rounds", type=int, default=15, help="of Jacobians; poses have a third of them")
    parser.add_argument("--arms", nargs="+", default=list(ARMS), choices=list(ARMS))
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        programs, arms = [a.ours, *compiled(folder)], []
        for name in a.arms:
            file, frame, joints = ARMS[name]
            places = [pathlib.Path(a.corpus, part, file) for part in ("", "menagerie", "menagerie_extra")]
            path = next((p for p in places if p.is_file()), None)
            if path is None:
                print(f"no {file} below {a.corpus}")
                continue
            arms.append(Arm(name, path, frame, joints, a.poses, programs, folder))
        print(f"{'Jacobian, ns':10} {'ours':>6} {'lane of eight':>14} {'MuJoCo':>10} {'Pinocchio':>10}")
        for arm in arms:
            arm.jacobians(a.rounds)
        print(f"\n{'poses':10} {'solver':22} {'solved':>11} {'median us':>10} {'p99 us':>12} {'mean us':>10}")
        for arm in arms:
            arm.solve(max(1, a.rounds // 3), a.mink)


if __name__ == "__main__":
    main()
