"""Runs a program with ``mujoco_warp`` computed by ferrodyn.

    python -m ferrodyn.warp train.py --env-num 1024
    python -m ferrodyn.warp -m mjlab.scripts.train ...
"""

import runpy
import sys


def main() -> None:
    """Installs ferrodyn for mujoco_warp and runs the program."""
    arguments = sys.argv[1:]
    is_module = arguments[:1] == ["-m"]
    arguments = arguments[is_module:]
    if not arguments or arguments[0].startswith("-"):
        sys.exit((__doc__ or "").strip())
    from ferrodyn import warp

    warp.install()
    sys.argv = arguments
    if is_module:
        sys.path[0] = ""
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
