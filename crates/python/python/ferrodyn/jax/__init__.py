"""Steps in the programs of JAX: under ``jit``, ``vmap`` and ``scan``, on the cores of this machine.

    import ferrodyn.jax as fj

    m = fj.put_model(model)
    d = jax.vmap(lambda qpos: fj.make_data(m).replace(qpos=qpos))(starts)
    d = jax.jit(jax.vmap(fj.step, (None, 0)))(m, d)

Model and data are those of ``mujoco.mjx`` in shape: pytrees with ``replace`` and ``tree_replace``, whose fields have
MuJoCo's names. A call on a batch is one call of XLA's foreign function interface, which steps a
`ferrodyn.batch.Batch`. Numbers are float32 unless JAX has float64 (``jax_enable_x64``); the engine computes with float64.

`install` lets ``mujoco.mjx``, and so the environments of MuJoCo Playground, step with this engine. There are no derivatives
yet, and no devices but the processor. Needs JAX 0.5 or newer.
"""

from __future__ import annotations

try:
    import jax  # noqa: F401
except ImportError as missing:
    raise ImportError("ferrodyn.jax needs JAX: pip install jax") from missing

from ferrodyn.jax._mjx import install, uninstall
from ferrodyn.jax._step import forward, make_data, put_data, put_model, step
from ferrodyn.jax._types import OUTPUTS, Data, Model

__all__ = [
    "OUTPUTS",
    "Data",
    "Model",
    "forward",
    "install",
    "make_data",
    "put_data",
    "put_model",
    "step",
    "uninstall",
]
