"""A backend for mjlab's registry of simulation backends, and a simulation to use where there is none.

mjlab is to have such a registry (its pull request 1187); there one line chooses ferrodyn for an environment, and
others stay what they are::

    from ferrodyn.warp import mjlab

    mjlab.register()                     # then cfg.sim.backend = "ferrodyn"

`Simulation` is mjlab's own with the physics of `ferrodyn.warp`: sensors, rays, randomization and pictures are those
of mjlab. In releases without a registry, `ferrodyn.warp.install` serves all environments of a program.
"""

from __future__ import annotations

from typing import Any

from mjlab.sim.sim import Simulation as _Simulation  # type: ignore[import-not-found, unused-ignore]

from ferrodyn import warp

__all__ = ["Simulation", "register"]


class Simulation(_Simulation):  # type: ignore[misc, unused-ignore]
    """mjlab's simulation, computed by ferrodyn, whether it is installed for the program or not."""

    def __init__(self, num_envs: int, cfg: Any, model: Any = None, device: str = "cpu", **more: Any) -> None:
        """As mjlab's, but the device is a processor."""
        with warp.installed():
            super().__init__(num_envs, cfg, model, device, **more)

    def step(self) -> None:
        """Advances all environments by one step."""
        with warp.installed():
            super().step()

    def forward(self) -> None:
        """Computes what follows from the states."""
        with warp.installed():
            super().forward()

    def reset(self, env_ids: Any = None) -> None:
        """Brings environments into their default state; all, if none are given."""
        with warp.installed():
            super().reset(env_ids)

    def recompute_constants(self, level: Any) -> None:
        """Computes constants that follow from parameters that were drawn at random."""
        with warp.installed():
            super().recompute_constants(level)


def register(name: str = "ferrodyn") -> None:
    """Registers `Simulation` as a backend of mjlab.

    Raises:
        ImportError: if this mjlab has no registry of backends.
    """
    try:
        from mjlab.sim.registry import (  # type: ignore[import-not-found, unused-ignore]
            register_simulation_backend,
        )
    except ImportError as missing:
        raise ImportError(
            "this mjlab has no registry of simulation backends: call ferrodyn.warp.install() instead"
        ) from missing
    register_simulation_backend(name, Simulation)
