"""Opens a window: ``python -m ferrodyn.viewer [--mjcf=FILE]``."""

import argparse

from ferrodyn import viewer


def main() -> None:
    """Opens what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m ferrodyn.viewer", description="Open a window.")
    parser.add_argument("--mjcf", metavar="FILE", help="model to show; empty without one")
    path = parser.parse_args().mjcf
    if path is None:
        viewer.launch()
    else:
        viewer.launch_from_path(path)


if __name__ == "__main__":
    main()
