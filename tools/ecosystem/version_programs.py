"""Packages that build on MuJoCo, and a small program for each, which `tools/ecosystem/versions.py` runs."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Package:
    """What is installed, and what is run with it."""

    name: str
    # what pip installs; the first is the package itself
    pins: tuple[str, ...]
    # the program in words
    what: str
    program: str
    # other packages whose versions matter
    beside: tuple[str, ...] = ()


GYMNASIUM = """
import gymnasium
env = gymnasium.make("Humanoid-v5", render_mode="rgb_array", width=64, height=48)
env.reset(seed=1)
env.action_space.seed(1)
for _ in range(1000):
    *_, terminated, truncated, _ = env.step(env.action_space.sample())
    if terminated or truncated:
        env.reset()
assert env.render().std() > 1
envs = gymnasium.make_vec("Hopper-v5", num_envs=2, vectorization_mode="async")
envs.reset(seed=1)
for _ in range(100):
    envs.step(envs.action_space.sample())
envs.close()
"""

DM_CONTROL = """
import numpy
from dm_control import manipulation, suite
random = numpy.random.default_rng(1)
for env, steps in ((suite.load("humanoid", "walk"), 500),
                   (manipulation.load("stack_2_bricks_features", seed=1), 50)):
    spec = env.action_spec()
    env.reset()
    for _ in range(steps):
        step = env.step(random.uniform(spec.minimum, spec.maximum))
    assert all(numpy.isfinite(value).all() for value in step.observation.values())
"""

MINK = """
import mink, mujoco, numpy
m = mujoco.MjModel.from_xml_string('''<mujoco><worldbody>
  <body><joint axis="0 0 1"/><geom type="capsule" size=".04" fromto="0 0 0 0 0 .3"/>
    <body pos="0 0 .3"><joint axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint axis="0 1 0"/><geom type="capsule" size=".04"
          fromto="0 0 0 .3 0 0"/>
        <site name="tip" pos=".3 0 0"/></body></body></body></worldbody></mujoco>''')
arm = mink.Configuration(m)
arm.update(numpy.array([0.1, 0.3, 0.4]))
goal = numpy.array([0.2, 0.3, 0.4])
task = mink.FrameTask("tip", "site", position_cost=1.0, orientation_cost=0.0)
task.set_target(mink.SE3.from_translation(goal))
limits = [mink.ConfigurationLimit(m)]
for _ in range(300):
    arm.integrate_inplace(mink.solve_ik(arm, [task], 0.05, "daqp", limits=limits), 0.05)
assert numpy.abs(arm.data.site("tip").xpos - goal).max() < 1e-3
"""

ROBOSUITE = """
import numpy, robosuite
env = robosuite.make("Lift", robots="Panda", has_renderer=False, has_offscreen_renderer=True,
                     use_camera_obs=True, camera_heights=48, camera_widths=64)
env.reset()
low, high = env.action_spec
random = numpy.random.default_rng(1)
for _ in range(100):
    observation, *_ = env.step(random.uniform(low, high))
assert observation["agentview_image"].std() > 1
"""

GYMNASIUM_ROBOTICS = """
import gymnasium, gymnasium_robotics
gymnasium.register_envs(gymnasium_robotics)
for name in ("FetchPickAndPlace-v4", "HandManipulateBlock-v1", "AntMaze_UMaze-v5"):
    env = gymnasium.make(name)
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(100):
        env.step(env.action_space.sample())
"""

METAWORLD = """
import gymnasium, metaworld
for task in ("reach-v3", "door-open-v3", "peg-insert-side-v3"):
    env = gymnasium.make("Meta-World/MT1", env_name=task, seed=1)
    env.reset()
    env.action_space.seed(1)
    for _ in range(200):
        env.step(env.action_space.sample())
"""

PLAYGROUND = """
import jax
from mujoco_playground import registry
env = registry.load("CartpoleBalance", config_overrides={"impl": "jax"})
state = jax.jit(env.reset)(jax.random.PRNGKey(1))
step = jax.jit(env.step)
for _ in range(100):
    state = step(state, jax.numpy.ones(env.action_size))
assert jax.numpy.isfinite(state.obs).all() and state.data.time > 0.5
"""

STABLE_BASELINES3 = """
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv
if __name__ == "__main__":
    envs = make_vec_env("Hopper-v5", n_envs=2, seed=1, vec_env_cls=SubprocVecEnv,
                        vec_env_kwargs={"start_method": "spawn"})
    PPO("MlpPolicy", envs, n_steps=512, seed=1, device="cpu").learn(4096)
    envs.close()
"""

GYM_ALOHA = """
import gymnasium, gym_aloha
env = gymnasium.make("gym_aloha/AlohaTransferCube-v0", obs_type="pixels_agent_pos")
env.reset(seed=1)
env.action_space.seed(1)
for _ in range(20):
    observation, *_ = env.step(env.action_space.sample())
assert observation["pixels"]["top"].std() > 1
"""

MJX = """
import jax, mujoco, numpy
from mujoco import mjx
m = mujoco.MjModel.from_xml_string('''<mujoco><option timestep=".005"/><worldbody>
  <geom type="plane" size="5 5 .1"/>
  <body pos="0 0 .5" euler="20 30 0"><freejoint/><geom type="box" size=".1 .1 .1"/>
    <body pos=".2 0 0"><joint axis="0 1 0" damping=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/></body></body>
</worldbody></mujoco>''')
d = mujoco.MjData(m)
mjx_model, mjx_data = mjx.put_model(m), mjx.put_data(m, d)
step = jax.jit(mjx.step)
for _ in range(40):
    mjx_data = step(mjx_model, mjx_data)
    mujoco.mj_step(m, d)
back = mjx.get_data(m, mjx_data)
assert abs(back.time - d.time) < 1e-5
assert numpy.abs(back.qpos - d.qpos).max() < 1e-3, (back.qpos, d.qpos)
"""

BRAX = """
import jax
from brax import envs
for backend in ("mjx", "generalized"):
    env = envs.get_environment("inverted_pendulum", backend=backend)
    state = jax.jit(env.reset)(jax.random.PRNGKey(1))
    step = jax.jit(env.step)
    for _ in range(50):
        state = step(state, jax.numpy.zeros(env.action_size))
    assert jax.numpy.isfinite(state.obs).all()
"""

_DM_CONTROL = "`suite` humanoid walk, 500 steps; `manipulation` stack_2_bricks, 50 steps"
_MINK = "inverse kinematics of an arm with limits, 300 iterations"

PACKAGES = (
    Package("gymnasium", ("gymnasium==1.4.0", "mujoco==3.8.0", "imageio", "packaging"),
            "Humanoid-v5, 1,000 steps and a picture; Hopper-v5 in two processes", GYMNASIUM),
    Package("dm_control", ("dm_control==1.0.40", "mujoco==3.8.0"), _DM_CONTROL, DM_CONTROL),
    Package("dm_control, newest", ("dm_control==1.0.50",), _DM_CONTROL, DM_CONTROL, ("mujoco",)),
    Package("mink", ("mink==1.1.0", "mujoco==3.8.0", "qpsolvers[daqp]"), _MINK, MINK),
    Package("mink, newest", ("mink==1.3.0", "qpsolvers[daqp]"), _MINK, MINK, ("mujoco",)),
    Package("robosuite", ("robosuite==1.5.2", "mujoco==3.8.0"),
            "Lift with a Panda, 100 steps with pictures", ROBOSUITE),
    Package("gymnasium-robotics", ("gymnasium-robotics==1.4.2", "mujoco==3.8.0"),
            "FetchPickAndPlace-v4, HandManipulateBlock-v1, AntMaze_UMaze-v5, 100 steps each",
            GYMNASIUM_ROBOTICS, ("gymnasium",)),
    Package("metaworld", ("metaworld==3.1.1", "imageio", "packaging"),
            "three tasks of MT1, 200 steps each", METAWORLD,
            ("gymnasium", "mujoco")),
    Package("stable-baselines3", ("stable-baselines3==2.9.2", "gymnasium[mujoco]", "mujoco==3.8.0"),
            "PPO on Hopper-v5 in two processes, 4,096 steps", STABLE_BASELINES3,
            ("gymnasium", "torch")),
    Package("gym-aloha", ("gym-aloha==0.1.5", "dm_control==1.0.40", "mujoco==3.8.0"),
            "AlohaTransferCube-v0, 20 steps with pictures", GYM_ALOHA, ("gymnasium",)),
    Package("mujoco.mjx", ("mujoco-mjx==3.8.0", "mujoco==3.8.0"),
            "40 steps of a box with an arm beside `mj_step`, equal to 1e-3", MJX, ("jax",)),
    Package("brax", ("brax==0.14.2", "mujoco-mjx==3.8.0", "mujoco==3.8.0"),
            "inverted_pendulum with backends mjx and generalized, 50 steps", BRAX, ("jax",)),
    Package("playground", ("playground==0.2.0", "mujoco-mjx==3.8.0", "mujoco==3.8.0"),
            "CartpoleBalance, 100 steps in JAX", PLAYGROUND, ("brax", "jax")),
)  # fmt: skip
