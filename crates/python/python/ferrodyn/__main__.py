"""The command ``ferrodyn``, also as ``python -m ferrodyn``."""

import contextlib
import signal
import sys

from ferrodyn import _core


def main() -> None:
    """Runs the command and ends with its status."""
    # as in any command: ctrl-C and a reader who has seen enough end it
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_core._command(["ferrodyn", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
