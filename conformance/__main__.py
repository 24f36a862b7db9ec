"""`python -m conformance`, or `python conformance` from the folder above."""

import pathlib
import signal
import sys

# where the folder itself was started, Python knows no package of that name
if not __package__:
    sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)

from conformance.command import main

if __name__ == "__main__":
    # who ends the run from outside gets the report of what is done, as with Ctrl-C
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
