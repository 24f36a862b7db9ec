"""Programs for working on ferrodyn, in packages that say what for.

Each is run from the root of a clone, without being installed, as `python -m tools.speed.solvers`. CONTRIBUTING.md
lists them all. Tests stand beside what they test: `pytest tools`.
"""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
