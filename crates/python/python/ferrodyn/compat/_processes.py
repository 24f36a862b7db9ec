"""Carries the switch into the processes that a program starts.

Forked processes inherit it. New interpreters find ``FERRODYN_COMPAT`` in their environment, and
``ferrodyn-switch.pth``, which is installed beside ferrodyn, turns the switch on there. Where that
file is missing, because ferrodyn was not installed but put on the path, this still works for
``multiprocessing``: the command that it builds (start methods ``spawn`` and ``forkserver``),
``python -c "from multiprocessing..."``, gets a line before it that turns the switch on.
"""

import os
import pathlib
from multiprocessing import spawn, util

import ferrodyn

VARIABLE = "FERRODYN_COMPAT"

_originals: dict = {}


def install() -> None:
    """Starts to carry the switch into new processes."""
    _originals["environment"] = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = "1"
    _originals.update(command=spawn.get_command_line, spawnv=util.spawnv_passfds)

    def get_command_line(**kwargs):
        return _with_switch(_originals["command"](**kwargs))

    def spawnv_passfds(path, args, passfds):
        # commands of `spawn` come from above; the resource tracker has no need of the switch
        if any("multiprocessing.forkserver" in str(arg) for arg in args):
            args = _with_switch(args)
        return _originals["spawnv"](path, args, passfds)

    spawn.get_command_line = get_command_line
    util.spawnv_passfds = spawnv_passfds


def uninstall() -> None:
    """Leaves new processes alone again."""
    before = _originals.pop("environment")
    if before is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = before
    spawn.get_command_line = _originals.pop("command")
    util.spawnv_passfds = _originals.pop("spawnv")


def is_asked_for() -> bool:
    """Whether the environment asks for the switch."""
    return os.environ.get(VARIABLE, "0") not in ("", "0")


def _with_switch(command):
    """The command line with the switch turned on before anything else runs."""
    command = list(command)
    if "-c" in command:
        place = command.index("-c") + 1
        command[place] = f"{_first_line()}; {command[place]}"
    return command


def _first_line():
    # the folder is spelled in hexadecimal, as Windows does not quote the command line; it is on
    # the path only while ferrodyn is imported, as the main program's path arrives later
    folder = str(pathlib.Path(ferrodyn.__file__).parent.parent).encode().hex()
    return (
        f"import sys; sys.path.append(bytes.fromhex('{folder}').decode()); "
        "import ferrodyn.compat; sys.path.pop(); ferrodyn.compat.install()"
    )
