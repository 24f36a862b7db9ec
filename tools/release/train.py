"""What a profile-guided build of the Python package learns from: steps the models of the repository,
one simulation and many.

    maturin build --release --pgo -m crates/python/Cargo.toml

runs this with an instrumented wheel and builds again with what it counted (the `pgo-command` of
crates/python/pyproject.toml; it needs `rustup component add llvm-tools`). The wheel computes the
same bits, only faster.
"""

import pathlib
import sys

import ferrodyn as mujoco
import numpy as np
from ferrodyn import rollout

MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"
FOLDERS = (".", "flex", "physics")
STEPS = 300
CHUNK = 25
MANY = 16


def train(path: pathlib.Path) -> None:
    """Loads a model and steps it with seeded noise on its controls."""
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    rng = np.random.default_rng(0)
    for _ in range(STEPS // CHUNK):
        data.ctrl[:] = rng.normal(scale=0.3, size=model.nu)
        mujoco.mj_step(model, data, nstep=CHUNK)
    mujoco.mj_resetData(model, data)
    state = np.empty(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    controls = rng.normal(scale=0.3, size=(MANY, CHUNK, model.nu))
    rollout.rollout(model, data, np.tile(state, (MANY, 1)), controls)


def main() -> None:
    count = 0
    for path in (p for folder in FOLDERS for p in sorted((MODELS / folder).glob("*.xml"))):
        try:
            train(path)
            count += 1
        except (ValueError, mujoco.FatalError) as error:
            print(f"{path.name}: not stepped: {error}")
    if count == 0:
        sys.exit(f"nothing to learn from: no model in {MODELS} could be stepped")
    print(f"{count} models stepped")


if __name__ == "__main__":
    main()
