"""Counts the Rust tests that had not what they need: models, a device, another package.

    python -m tools.ci.skipped_tests target/nextest/default/junit.xml

Such a test prints a line that begins with `SKIPPED`, and passes; nextest keeps what tests print in its
report (`.config/nextest.toml`). Prints each reason with the number of tests, and nothing if there is none.
"""

import collections
import sys
import xml.etree.ElementTree as ElementTree


def reasons(report):
    """How many tests of a report give each reason."""
    count = collections.Counter()
    for case in ElementTree.parse(report).iter("testcase"):
        printed = "\n".join(case.findtext(tag) or "" for tag in ("system-out", "system-err"))
        lines = (line.strip() for line in printed.splitlines())
        count.update({line for line in lines if line.startswith("SKIPPED")})
    return count


def main():
    """Prints the table."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for line, number in sorted(reasons(sys.argv[1]).items()):
        print(f"{line} ({number} test{'s' * (number > 1)})")


if __name__ == "__main__":
    main()
