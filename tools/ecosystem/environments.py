"""Steps Gymnasium's and dm_control's environments on MuJoCo and on ferrodyn and compares.

    python -m tools.ecosystem.environments [--only SUBSTRING] [--steps N] [--free] [--seed 0]

Each engine runs in a process of its own, the environments unmodified: for ferrodyn through
`ferrodyn.compat`. Both get the same seed and the same random actions. Before each step ferrodyn is
set to MuJoCo's full state, so that an error is that of one step of the environment. Compared are
observations, reward and how the episode goes on; an error is |ours - theirs| / max(1, |theirs|).
Gymnasium's v5 environments take 1,000 steps, each task of the dm_control suite 500. Fails where an
error is above 1e-6.

Some steps are decided by rounding: where two faces are parallel a contact comes or goes with the
last bit, and a solver may stop an iteration earlier. When an error is above the tolerance, MuJoCo
takes the same step again from positions and velocities changed by 1e-15. Where MuJoCo then differs
from itself by a tenth of that error or more, the step is counted as "unsteady" and does not fail;
the largest error in such steps has a column of its own.

With --free states are not set, and the table shows after how many steps
trajectories differ by that much; chaos makes every trajectory with contacts differ in the end.

Needs gymnasium, dm_control and mujoco==3.8.0. The task "escape" of the quadruped makes an OpenGL
context when it starts an episode; elsewhere than on a desktop set MUJOCO_GL=egl or osmesa.
"""

import argparse
import multiprocessing
import sys
import time
import traceback

import numpy as np

TOLERANCE = 1e-6
DRAWS = 30
ENGINES = ("mujoco", "ferrodyn")
GYMNASIUM = (
    "Ant HalfCheetah Hopper Humanoid HumanoidStandup InvertedDoublePendulum InvertedPendulum "
    "Pusher Reacher Swimmer Walker2d"
).split()

HEADER_FREE = f"{'environment':36} differ at step"
HEADER = (
    f"{'environment':36} {'steps':>5} {'observed':>9} {'reward':>9} {'ends':>5} "
    f"{'unsteady':>9} {'in these':>9}  largest in"
)


# --- in the process of an engine -------------------------------------------------------------


class Gymnasium:
    """An environment of Gymnasium: observations, reward, (terminated, truncated)."""

    def __init__(self, name, seed):
        import gymnasium

        self.env = gymnasium.make(name)
        self.seed = seed
        self.bounds = self.env.action_space.low, self.env.action_space.high
        inner = self.env.unwrapped
        self.model, self.data = inner.model, inner.data

    def reset(self):
        observation, _ = self.env.reset(seed=self.seed)
        self.seed = None  # later episodes go on with the same random numbers
        return {"observation": observation}, 0.0, (False, False)

    def synchronized(self, mujoco):
        """What follows from the state is left as the last step made it, as it is in MuJoCo."""

    def physics(self, mujoco, m, d):
        """The simulation in one step."""
        mujoco.mj_step(m, d, nstep=self.env.unwrapped.frame_skip)
        mujoco.mj_rnePostConstraint(m, d)

    def step(self, action):
        observation, reward, *ends, _ = self.env.step(action)
        return {"observation": observation}, reward, tuple(map(bool, ends))


class Suite:
    """A task of the dm_control suite: observations, reward, (last, discount)."""

    def __init__(self, name, seed):
        from dm_control import suite

        domain, task = name.split("/")
        self.env = suite.load(domain, task, task_kwargs={"random": seed})
        spec = self.env.action_spec()
        shape = np.ones(spec.shape)
        self.bounds = np.maximum(spec.minimum, -1) * shape, np.minimum(spec.maximum, 1) * shape

    def reset(self):
        return self.result(self.env.reset())

    def synchronized(self, mujoco):
        """Steps begin after the part of `mj_step` that follows from position and velocity."""
        mujoco.mj_step1(self.model, self.data)

    def physics(self, mujoco, m, d):
        """The simulation in one step."""
        count = self.env._n_sub_steps
        mujoco.mj_step1(m, d)
        if m.opt.integrator != mujoco.mjtIntegrator.mjINT_RK4:
            mujoco.mj_step2(m, d)
            count -= 1
        for _ in range(count):
            mujoco.mj_step(m, d)
        mujoco.mj_step1(m, d)

    def step(self, action):
        return self.result(self.env.step(action))

    def result(self, step):
        observations = {k: np.array(v, dtype=float) for k, v in step.observation.items()}
        return observations, step.reward or 0.0, (step.last(), step.discount)

    # a task may compile its model anew in each episode

    @property
    def model(self):
        return self.env.physics.model.ptr

    @property
    def data(self):
        return self.env.physics.data.ptr


def serve(engine, pipe):
    """Answers ("names",), ("make", kind, name, seed), ("reset",), ("step", action, state or None),
    ("rounding", state before, state after) until ("end",)."""
    if engine == "ferrodyn":
        import ferrodyn.compat

        ferrodyn.compat.install()
    import mujoco

    whole = mujoco.mjtState.mjSTATE_INTEGRATION
    env = None

    def state():
        out = np.zeros(mujoco.mj_stateSize(env.model, whole))
        mujoco.mj_getState(env.model, env.data, out, whole)
        return out

    def simulated(before, after, scale, random):
        """What one step of simulation makes of a state that is changed a little."""
        d = mujoco.MjData(env.model)
        mujoco.mj_setState(env.model, d, after, whole)
        ctrl = np.array(d.ctrl)
        mujoco.mj_setState(env.model, d, before, whole)
        d.ctrl = ctrl
        for x in (d.qpos, d.qvel):
            x += scale * np.maximum(1.0, np.abs(x)) * random.uniform(-1, 1, len(x))
        env.physics(mujoco, env.model, d)
        return np.concatenate([d.qpos, d.qvel, d.act, d.sensordata, d.cfrc_ext.flat, d.cvel.flat])

    while (request := pipe.recv()) != ("end",):
        try:
            match request:
                case ("names",):
                    from dm_control import suite

                    answer = [f"{domain}/{task}" for domain, task in suite.ALL_TASKS]
                case ("make", kind, name, seed):
                    env = {"gymnasium": Gymnasium, "dm_control": Suite}[kind](name, seed)
                    answer = env.bounds
                case ("reset",):
                    answer = *env.reset(), state()
                case ("step", action, before):
                    if before is not None:
                        mujoco.mj_setState(env.model, env.data, before, whole)
                        env.synchronized(mujoco)
                    answer = *env.step(action), state()
                case ("rounding", before, after):
                    random = np.random.default_rng(0)
                    plain = simulated(before, after, 0.0, random)
                    draws = (simulated(before, after, 1e-15, random) for _ in range(DRAWS))
                    answer = max(error(plain, draw) for draw in draws)
            pipe.send(("ok", answer))
        except Exception as problem:
            place = traceback.extract_tb(problem.__traceback__)[-1]
            where = f"{place.filename.rpartition('site-packages/')[2]}:{place.lineno}"
            pipe.send(("error", f"{type(problem).__name__}: {problem} ({where})"))


# --- in the process that compares ------------------------------------------------------------


class Failure(Exception):
    """An environment could not be run."""


class Pair:
    """The processes of both engines."""

    def __init__(self):
        context = multiprocessing.get_context("spawn")
        self.pipes = []
        for engine in ENGINES:
            pipe, other = context.Pipe()
            context.Process(target=serve, args=(engine, other), daemon=True).start()
            self.pipes.append(pipe)

    def close(self):
        """Ends the processes."""
        for pipe in self.pipes:
            pipe.send(("end",))

    def ask(self, theirs, ours=None):
        """Asks both the same, or each its own; their answer and ours."""
        for pipe, request in zip(self.pipes, (theirs, ours or theirs), strict=True):
            pipe.send(request)
        answers = [pipe.recv() for pipe in self.pipes]
        return [unpack(*pair) for pair in zip(ENGINES, answers, strict=True)]

    def ask_mujoco(self, request):
        """Asks MuJoCo alone."""
        self.pipes[0].send(request)
        return unpack(ENGINES[0], self.pipes[0].recv())


def unpack(engine, answer):
    """What was answered, if it is not an error."""
    status, content = answer
    if status == "error":
        raise Failure(f"{engine}: {content}")
    return content


def error(theirs, ours):
    """The largest relative error of numbers; infinite if shapes or what is not a number differ."""
    theirs, ours = np.asarray(theirs, dtype=float), np.asarray(ours, dtype=float)
    if theirs.shape != ours.shape or not np.array_equal(np.isnan(theirs), np.isnan(ours)):
        return np.inf
    with np.errstate(invalid="ignore"):
        difference = np.where(theirs == ours, 0.0, np.abs(ours - theirs))
    scaled = difference / np.maximum(1.0, np.abs(theirs))
    return float(np.nanmax(scaled, initial=0.0))


class Errors:
    """The largest errors so far, and where they are."""

    def __init__(self):
        self.observation, self.reward, self.where, self.ends = 0.0, 0.0, "-", 0
        self.unsteady, self.set_aside = 0, 0.0

    def add(self, theirs, ours, rounding=lambda: 0.0):
        """Compares the results of a step; the error of this step, zero in an unsteady one.

        `rounding` answers by how much MuJoCo differs from itself in this step.
        """
        (seen, reward, ends, _), (our_seen, our_reward, our_ends, _) = theirs, ours
        found = {key: error(seen[key], our_seen.get(key, np.nan)) for key in seen}
        where = max(found, key=found.get)
        rewarded = error(reward, our_reward)
        worst = max(found[where], rewarded)
        if worst > TOLERANCE and rounding() >= 0.1 * worst:
            self.unsteady += 1
            self.set_aside = max(self.set_aside, found[where])
            return 0.0
        if found[where] > self.observation:
            self.observation, self.where = found[where], where
        self.reward = max(self.reward, rewarded)
        self.ends += ends != our_ends
        return np.inf if ends != our_ends else worst

    def row(self):
        """The columns of the table."""
        aside = f"{self.unsteady:9d} {self.set_aside:9.1e}" if self.unsteady else f"{0:9d} {'-':>9}"
        return f"{self.observation:9.1e} {self.reward:9.1e} {self.ends:5d} {aside}  {self.where}"

    def passed(self):
        """Whether everything is within the tolerance."""
        return self.ends == 0 and max(self.observation, self.reward) <= TOLERANCE


def compare(pair, kind, name, steps, seed, free, progress):
    """Runs an environment on both; errors, and the step in which they leave the tolerance."""
    (low, high), _ = pair.ask(("make", kind, name, seed))
    random = np.random.default_rng(seed)
    errors = Errors()
    theirs, ours = pair.ask(("reset",))
    errors.add(theirs, ours)
    for i in range(1, steps + 1):
        action = random.uniform(low, high).astype(np.asarray(low).dtype)
        before = theirs[-1]
        step = ("step", action, None)
        theirs, ours = pair.ask(step, step if free else ("step", action, before))

        def rounding(before=before, after=theirs[-1]):
            return pair.ask_mujoco(("rounding", before, after))

        if free and errors.add(theirs, ours) > TOLERANCE:
            return errors, i
        if not free:
            errors.add(theirs, ours, rounding)
        if over(kind, theirs) or over(kind, ours):
            theirs, ours = pair.ask(("reset",))
            errors.add(theirs, ours)
        progress(i)
    return errors, None


def over(kind, result):
    """Whether the episode has ended."""
    ends = result[2]
    return any(ends) if kind == "gymnasium" else ends[0]


def environments(pair, only):
    """Kind and name of each environment."""
    every = [("gymnasium", f"{name}-v5") for name in GYMNASIUM]
    every += [("dm_control", name) for name in pair.ask(("names",))[0]]
    return [e for e in every if only in " ".join(e)]


def main(arguments=None):
    """Prints the table; 1 if an environment failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="", help="part of the kind or name of environments")
    parser.add_argument("--steps", type=int, help="instead of 1,000 and 500")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--free", action="store_true", help="do not synchronize states")
    options = parser.parse_args(arguments)

    pair, failed, unsteady = Pair(), [], 0
    every = environments(pair, options.only)
    print(HEADER_FREE if options.free else HEADER)
    for number, (kind, name) in enumerate(every, 1):
        steps = options.steps or (1000 if kind == "gymnasium" else 500)
        label = f"{kind} {name}"
        progress = Progress(f"{number}/{len(every)} {label}", steps)
        try:
            errors, left = compare(
                pair, kind, name, steps, options.seed, options.free, progress.show
            )
        except Failure as failure:
            failed.append(label)
            print(f"{label:36} FAILED {failure}", flush=True)
            continue
        unsteady += errors.unsteady
        if options.free:
            when = f"{left:8d}" if left else f"   never in {steps}"
            print(f"{label:36} {when}", flush=True)
        else:
            print(f"{label:36} {steps:5d} {errors.row()}", flush=True)
        if not options.free and not errors.passed():
            failed.append(label)

    pair.close()
    if not options.free:
        print(f"{len(every) - len(failed)} of {len(every)} within {TOLERANCE:.0e}", end="")
        print(f", {unsteady} unsteady steps set aside")
    for label in failed:
        print(f"failed: {label}")
    return 1 if failed or not every else 0


class Progress:
    """A line on the terminal that says how far it is."""

    def __init__(self, label, steps):
        self.label, self.steps, self.begin = label, steps, time.monotonic()

    def show(self, done):
        """Shows that so many steps are done."""
        if sys.stderr.isatty() and done % 20 == 0:
            spent = time.monotonic() - self.begin
            text = f"{self.label} {done}/{self.steps}, {spent:.0f} s"
            print(f"\r{text:78}\r", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
