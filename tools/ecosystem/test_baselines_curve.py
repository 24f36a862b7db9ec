"""A short training with each vector of environments."""

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed: pip install stable-baselines3")
pytest.importorskip("mujoco")
pytest.importorskip("ferrodyn")

from tools.ecosystem import baselines_curve


@pytest.mark.parametrize("contestant", baselines_curve.CONTESTANTS)
def test_a_training_gives_points_of_a_curve(contestant):
    points, seconds = baselines_curve.train(contestant, "InvertedPendulum-v5", 4, 4096, 1)
    assert len(points) == 2 and 0 < points[0][0] < points[1][0] <= seconds
    # balanced for some steps, each with a reward of 1
    assert all(np.isfinite(value) and value > 3 for _, value in points)
