"""The environments in Gymnasium's registry, in the namespace ``ferrodyn``.

`ferrodyn.gym` registers them when it is imported. Gymnasium imports a module that stands before an id, so that
``ferrodyn.gym:ferrodyn/Ant-v5`` needs no import in the program.
"""

import gymnasium

from ferrodyn.gym._make import ENVIRONMENTS
from ferrodyn.gym._suite_tasks import TASKS

# names for `make_vec` by the ids that are registered
REGISTERED = {f"ferrodyn/{name.rpartition('/')[2]}": name for name in (*ENVIRONMENTS, *TASKS)}


def register() -> None:
    """Registers all of them that are not yet."""
    for id, name in REGISTERED.items():
        if id not in gymnasium.registry:
            gymnasium.register(id, vector_entry_point="ferrodyn.gym:make_vec", kwargs={"id": name})
