"""Runs a program with ``import mujoco`` answered by ferrodyn: ``python -m ferrodyn.compat``."""

import io
import os
import runpy
import sys
import types

from ferrodyn import compat

HELP = """\
Run a Python program written for MuJoCo on ferrodyn, unchanged.

usage: python -m ferrodyn.compat script.py [args ...]
       python -m ferrodyn.compat -m module [args ...]
       python -m ferrodyn.compat -c code [args ...]
       python -m ferrodyn.compat - [args ...]      (a program from standard input)

"import mujoco" answers with ferrodyn in the program and in the processes it
starts. The mujoco package need not be installed.

examples:
  python -m ferrodyn.compat train.py --env HalfCheetah-v5
  python -m ferrodyn.compat -m pytest my_tests
  python -m ferrodyn.compat -c "import mujoco; print(mujoco.MjData)"

The same from outside: FERRODYN_COMPAT=1 python train.py
In a program: import ferrodyn.compat; ferrodyn.compat.install()
"""

# what stands below a program on the stack
_LAUNCHERS = {__file__, runpy.__file__, "<frozen runpy>"}


def main() -> None:
    """Runs what the command line names."""
    arguments = sys.argv[1:]
    if arguments[:1] in (["-h"], ["--help"]):
        print(HELP, end="")
        return
    if not arguments or (arguments[0] in ("-m", "-c") and len(arguments) < 2):
        refuse("nothing to run")
    if arguments[0].startswith("-") and arguments[0] not in ("-m", "-c", "-"):
        refuse(f"unknown option {arguments[0]}")

    compat.install()
    try:
        run(arguments)
    except SystemExit:
        raise
    except BaseException as error:
        show_from_the_program_on(error)
        raise


def run(arguments: list[str]) -> None:
    """Runs a module, code, standard input or a script, and sets ``sys.argv`` as Python does."""
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    elif arguments[0] == "-c":
        sys.argv = ["-c", *arguments[2:]]
        run_code(arguments[1], "<string>")
    elif arguments[0] == "-":
        sys.argv = arguments
        run_code(sys.stdin.buffer.read(), "<stdin>")
    else:
        sys.argv = arguments
        run_script(arguments[0])


def refuse(problem: str) -> None:
    """Says why nothing is run, and ends with the status that Python has for it."""
    print(f"{HELP}\nerror: {problem}", file=sys.stderr)
    sys.exit(2)


def run_script(path: str) -> None:
    """Runs a script as ``python path`` does, also a folder or archive with a ``__main__.py``."""
    if not os.path.exists(path):
        refuse(f"there is no file {path!r}")
    # Python has put the working directory in front, where it puts the script's for scripts
    if not getattr(sys.flags, "safe_path", False):
        sys.path.pop(0)
    if not os.path.isfile(path) or path.endswith((".zip", ".pyz", ".pyc")):
        runpy.run_path(path, run_name="__main__")
        return
    if not getattr(sys.flags, "safe_path", False):
        sys.path.insert(0, os.path.dirname(os.path.realpath(path)))
    with io.open_code(os.path.abspath(path)) as file:
        source = file.read()
    run_code(source, os.path.abspath(path))


def run_code(source, path: str) -> None:
    """Runs code as the main module."""
    main_module = types.ModuleType("__main__")
    # `multiprocessing` reads this name to import the main module in a new process
    if not path.startswith("<"):
        main_module.__file__ = path
    main_module.__builtins__ = __builtins__
    sys.modules["__main__"] = main_module
    exec(compile(source, path, "exec", dont_inherit=True), main_module.__dict__)


def show_from_the_program_on(error: BaseException) -> None:
    """Takes the frames of the launcher off the traceback that is shown when the process ends.

    Python calls ``sys.excepthook`` then, the program's if it has set one.
    """
    part = error.__traceback__
    while part is not None and part.tb_frame.f_code.co_filename in _LAUNCHERS:
        part = part.tb_next
    show = sys.excepthook

    def hook(kind, value, _):
        sys.last_traceback = part
        show(kind, value.with_traceback(part), part)

    sys.excepthook = hook


if __name__ == "__main__":
    main()
