"""Libraries that learn, and a program for each that trains on environments of ferrodyn.

Programs are those of the libraries' documentation, with the id or the line that makes environments changed.
"""

from tools.ecosystem.version_programs import Package

# a wheel and its environments need Gymnasium, but not mujoco
GYMNASIUM = "gymnasium==1.4.0"
TORCH = "torch==2.15.0"

ID = "ferrodyn.gym:ferrodyn/InvertedPendulum-v5"

RLLIB = f"""
from ray.rllib.algorithms.ppo import PPOConfig
config = (
    PPOConfig()
    .environment("{ID}")
    .env_runners(num_env_runners=0, num_envs_per_env_runner=16, gym_env_vectorize_mode="vector_entry_point")
    .training(train_batch_size_per_learner=2048, num_epochs=6, minibatch_size=256, lr=1e-3)
)
algorithm = config.build_algo()
returns = [algorithm.train()["env_runners"]["episode_return_mean"] for _ in range(6)]
print(returns)
assert returns[-1] > 2 * returns[0] > 0
algorithm.stop()
"""

CLEANRL = """
import pathlib, re, runpy, sys, urllib.request
commit = "016ca33aa70f188ef385082524373ccb6dd14e03"
file = pathlib.Path("ppo_continuous_action.py")
if not file.exists():
    address = f"https://raw.githubusercontent.com/vwxyzjn/cleanrl/{commit}/cleanrl/{file}"
    file.write_bytes(urllib.request.urlopen(address).read())
text = file.read_text()
made = re.search(r"    envs = gym.vector.SyncVectorEnv\\(.*?\\n    \\)\\n", text, re.S)[0]
text = text.replace(made, '''    envs = gym.wrappers.vector.RecordEpisodeStatistics(
        gym.make_vec(args.env_id, num_envs=args.num_envs, autoreset_mode="SameStep"))
''')
# statistics of all environments are in infos themselves
text = text.replace('"final_info" in infos', '"episode" in infos').replace('infos["final_info"]', "infos")
changed = pathlib.Path("cleanrl_changed.py")
changed.write_text(text)
sys.argv = ["ppo", "--env-id", "ID", "--num-envs", "16", "--num-steps", "128", "--total-timesteps", "81920"]
trained = runpy.run_path(str(changed), run_name="__main__")
assert trained["episodic_return"] > 40, trained["episodic_return"]
""".replace("ID", ID)

SKRL = f"""
import gymnasium as gym
import torch
from skrl.agents.torch.ppo import PPO, PPO_CFG
from skrl.envs.wrappers.torch import wrap_env
from skrl.memories.torch import RandomMemory
from skrl.models.torch import DeterministicMixin, GaussianMixin, Model
from skrl.trainers.torch import SequentialTrainer
from skrl.utils import set_seed
set_seed(1)

def network(inputs, outputs):
    return torch.nn.Sequential(torch.nn.Linear(inputs, 64), torch.nn.Tanh(), torch.nn.Linear(64, 64),
                               torch.nn.Tanh(), torch.nn.Linear(64, outputs))

class Policy(GaussianMixin, Model):
    def __init__(self, observation_space, state_space, action_space, device):
        Model.__init__(self, observation_space=observation_space, state_space=state_space,
                       action_space=action_space, device=device)
        GaussianMixin.__init__(self)
        self.net = network(self.num_observations, self.num_actions)
        self.spread = torch.nn.Parameter(torch.zeros(self.num_actions))
    def compute(self, inputs, role):
        return self.net(inputs["observations"]), {{"log_std": self.spread}}

class Value(DeterministicMixin, Model):
    def __init__(self, observation_space, state_space, action_space, device):
        Model.__init__(self, observation_space=observation_space, state_space=state_space,
                       action_space=action_space, device=device)
        DeterministicMixin.__init__(self)
        self.net = network(self.num_observations, 1)
    def compute(self, inputs, role):
        return self.net(inputs["observations"]), {{}}

env = wrap_env(gym.make_vec("{ID}", num_envs=16), wrapper="gymnasium")
spaces = env.observation_space, env.state_space, env.action_space, env.device
memory = RandomMemory(memory_size=128, num_envs=env.num_envs, device=env.device)
cfg = PPO_CFG()
cfg.rollouts, cfg.learning_epochs, cfg.mini_batches, cfg.learning_rate = 128, 8, 8, 1e-3
cfg.experiment.write_interval = cfg.experiment.checkpoint_interval = 0
agent = PPO(models={{"policy": Policy(*spaces), "value": Value(*spaces)}}, memory=memory, cfg=cfg,
            observation_space=spaces[0], state_space=spaces[1], action_space=spaces[2], device=env.device)
ends = []
step = env.step
def counted(actions):
    out = step(actions)
    ends.append(int((out[2] | out[3]).sum()))
    return out
env.step = counted
SequentialTrainer(cfg={{"timesteps": 2560, "headless": True}}, env=env, agents=[agent]).train()
early, late = sum(ends[:256]), sum(ends[-256:])
print(early, late)
assert late < early / 2
"""

TIANSHOU = """
import tianshou as ts
import torch
from tianshou.algorithm.modelfree.ppo import PPO
from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import Net
from tianshou.utils.net.continuous import ContinuousActorProbabilistic, ContinuousCritic
from ferrodyn.gym.tianshou import TianshouEnvs
torch.manual_seed(1)
training_envs, test_envs = TianshouEnvs("InvertedPendulum-v5", 16), TianshouEnvs("InvertedPendulum-v5", 8)
state, action = training_envs.observation_space[0], training_envs.action_space[0]
actor = ContinuousActorProbabilistic(preprocess_net=Net(state_shape=state.shape, hidden_sizes=[64, 64]),
                                     action_shape=action.shape, unbounded=True)
critic = ContinuousCritic(preprocess_net=Net(state_shape=state.shape, hidden_sizes=[64, 64]))
def spread(loc_scale):
    return torch.distributions.Independent(torch.distributions.Normal(*loc_scale), 1)
policy = ProbabilisticActorPolicy(actor=actor, dist_fn=spread, action_space=action)
algorithm = PPO(policy=policy, critic=critic, optim=AdamOptimizerFactory(lr=1e-3))
result = algorithm.run_training(OnPolicyTrainerParams(
    training_collector=Collector(algorithm, training_envs, VectorReplayBuffer(20000, len(training_envs))),
    test_collector=Collector(algorithm, test_envs), max_epochs=3, epoch_num_steps=8192,
    collection_step_num_env_steps=2048, update_step_num_repetitions=10, batch_size=256, test_step_num_episodes=16))
print(result)
assert result.best_reward > 30
"""

STABLE_BASELINES3 = """
import numpy as np
from ferrodyn.gym.baselines import BaselinesEnv
from stable_baselines3 import PPO
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor
vec_env = VecMonitor(BaselinesEnv("InvertedPendulum-v5", 16))
model = PPO("MlpPolicy", vec_env, n_steps=128, batch_size=256, learning_rate=1e-3, seed=1, device="cpu")
model.learn(total_timesteps=20480)
mean, _ = evaluate_policy(model, vec_env, n_eval_episodes=16)
print(mean)
assert mean > 50
"""

TORCHRL = """
import ferrodyn.torchrl
import torch
from torchrl.collectors import Collector
from torchrl.envs import HopperEnv, TransformedEnv, RewardSum
ferrodyn.torchrl.install()
env = TransformedEnv(HopperEnv(num_envs=64, backend="ferrodyn", seed=0), RewardSum())
steps = 0
for data in Collector(env, None, frames_per_batch=64 * 50, total_frames=64 * 200):
    assert data["next", "reward"].isfinite().all()
    steps += data.numel()
assert steps == 64 * 200
"""

LEARNERS = (
    Package("RLlib", ("ray[rllib]==2.60.0", TORCH), f"PPO, six rounds, 16 environments by id, `{ID}`, in mode `vector_entry_point`",
            RLLIB, ("gymnasium",)),
    Package("CleanRL", (GYMNASIUM, TORCH, "tyro", "tensorboard"),
            "`ppo_continuous_action.py` of commit 016ca33, 81,920 steps; the line that makes environments and the keys of returns changed", CLEANRL),
    Package("skrl", ("skrl[torch]==2.1.1", TORCH, GYMNASIUM), "PPO, 16 environments by id, 2,560 steps of each", SKRL),
    Package("Tianshou", ("tianshou==2.0.1", TORCH), "PPO, three epochs, `ferrodyn.gym.tianshou.TianshouEnvs`", TIANSHOU, ("gymnasium",)),
    Package("stable-baselines3, in one process", ("stable-baselines3==2.9.2", TORCH),
            "PPO, 20,480 steps, `ferrodyn.gym.baselines.BaselinesEnv`", STABLE_BASELINES3, ("gymnasium",)),
    Package("TorchRL", ("torchrl==0.14.1", "mujoco==3.11.0", TORCH), "collector of HopperEnv, 12,800 steps, `ferrodyn.torchrl`", TORCHRL),
)  # fmt: skip
