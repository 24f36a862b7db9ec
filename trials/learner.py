#!/usr/bin/env python3
"""An RL engineer: docs/start/learning.md and docs/gym.md, Gymnasium as it is, a policy that learns.

With --full also Stable-Baselines3, which downloads PyTorch.
"""

import sys

from trial import ROOT, blocks, main

PAGE = "docs/start/learning.md"

AS_IT_IS = """
import gymnasium
env = gymnasium.make("HalfCheetah-v5")
observation, info = env.reset(seed=0)
env.action_space.seed(0)
total = 0.0
for _ in range(200):
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    total += reward
print(type(env.unwrapped.model).__module__, observation.shape, total == total)
envs = gymnasium.make_vec("Walker2d-v5", num_envs=2, vectorization_mode="sync")
envs.reset(seed=0)
print(envs.step(envs.action_space.sample())[0].shape)
"""

# a linear policy by random search: environments are the candidates
SEARCH = """
import numpy as np
from ferrodyn.gym import make_vec

rng = np.random.default_rng(0)
candidates = 64
envs = make_vec("InvertedPendulum-v5", num_envs=candidates, max_episode_steps=200)
best, best_return, spread = np.zeros(4), 0.0, 2.0
for generation in range(8):
    weights = best + spread * rng.normal(size=(candidates, 4))
    observations, _ = envs.reset(seed=generation)
    alive, returns = np.ones(candidates, bool), np.zeros(candidates)
    while alive.any():
        actions = np.clip((weights * observations).sum(1, keepdims=True), -3, 3)
        observations, rewards, terminated, truncated, _ = envs.step(actions.astype(np.float32))
        returns += alive * rewards
        alive &= ~(terminated | truncated)
    if returns.max() >= best_return:
        best, best_return = weights[returns.argmax()], returns.max()
    print(generation, f"mean {returns.mean():.0f}, best {returns.max():.0f}")
print("balanced", best_return >= 199)
"""

WRAPPED = """
import gymnasium, numpy as np
from ferrodyn.gym import make_vec
envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(make_vec("Hopper-v5", num_envs=8))
envs.reset(seed=1)
for _ in range(300):
    *_, infos = envs.step(envs.action_space.sample())
    if "episode" in infos:
        break
print("episode of length", int(np.max(infos["episode"]["l"])))
"""

SB3 = """
from stable_baselines3 import PPO
model = PPO("MlpPolicy", "InvertedPendulum-v5", n_steps=256, seed=0, device="cpu", verbose=1)
model.learn(1024)
print("trained", model.num_timesteps)
"""


def steps(trial):
    """What is typed."""
    trial.environment("gymnasium")
    programs, printed = blocks(PAGE, "python"), blocks(PAGE, "text")
    for i, (program, text) in enumerate(zip(programs, printed, strict=True)):
        trial.write(f"page{i}.py", program)
        trial.printed_as(f"python page{i}.py", text, first=True)

    # Gymnasium's own environments, with the switch and without it
    trial.run('python -m pip install -q "gymnasium[mujoco]"')
    trial.write("cheetah.py", AS_IT_IS)
    shown = [r"ferrodyn \(17,\) True", r"\(2, 17\)"]
    trial.run("python cheetah.py", FERRODYN_COMPAT="1", shows=shown)
    trial.run("python cheetah.py", shows=r"mujoco\S* \(17,\) True")

    trial.write("wrapped.py", WRAPPED)
    trial.run("python wrapped.py", shows="episode of length")
    trial.write("search.py", SEARCH)
    trial.run("python search.py", shows="balanced True")
    mistakes(trial)
    own_environment(trial)
    rollouts(trial)
    if trial.full:
        trial.run("python -m pip install -q stable-baselines3", timeout=1800)
        trial.write("ppo.py", SB3)
        trial.run("python ppo.py", FERRODYN_COMPAT="1", shows="trained 1024")
    else:
        trial.skip("Stable-Baselines3, which downloads PyTorch: --full")


def mistakes(trial):
    """A wrong name and an action of the wrong shape."""
    trial.write("name.py", "from ferrodyn.gym import make_vec\nmake_vec('Hoper-v5', num_envs=2)\n")
    trial.run("python name.py", status=1, shows="Hopper-v5")
    trial.write("shape.py", "import numpy as np\nfrom ferrodyn.gym import make_vec\n"
                "e = make_vec('Hopper-v5', num_envs=2)\ne.reset()\n"
                "e.step(np.zeros((2, 4), np.float32))\n")  # fmt: skip
    trial.run("python shape.py", status=1, shows=r"\(2, 3\)")


def own_environment(trial):
    """The page about environments of one's own, from its first block to its last."""
    programs, printed = blocks("docs/gym.md", "python"), blocks("docs/gym.md", "text")
    trial.write("own.py", "\n".join(programs))
    output = trial.run("python own.py")
    for text in printed:
        if text.strip() not in output:
            trial.fail("python own.py", f"did not print {text.strip()!r}")


def rollouts(trial):
    """Many environments to files, on the command line that comes with the package."""
    source = ROOT / "crates/cli/tests/models/arm.xml"
    trial.write("arm.xml", source.read_text("utf-8"))
    trial.run("ferrodyn rollout arm.xml -n 64 --steps 100 --noise 1 --out data --shard 3/16",
              shows="steps/s")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main("learner", steps))
