"""Carries the switch into processes that ``multiprocessing`` starts.

Forked processes inherit it. For new interpreters (start methods ``spawn`` and ``forkserver``) the
command that Python builds, ``python -c "from multiprocessing..."``, gets a line before it that
turns the switch on, so that it is on before the main module is imported there.
"""

import pathlib
from multiprocessing import spawn, util

import ferrodyn

_originals: dict = {}


def install() -> None:
    """Starts to carry the switch into new processes."""
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
    spawn.get_command_line = _originals.pop("command")
    util.spawnv_passfds = _originals.pop("spawnv")


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
