#!/usr/bin/env python3
"""A Rust developer with a new crate: docs/start/rust.md, then an example of the checkout."""

import re
import sys

from trial import ROOT, blocks, main, quoted

PAGE = "docs/start/rust.md"


def steps(trial):
    """What is typed."""
    trial.run("cargo new --quiet robot")
    trial.folder /= "robot"
    # the page names the repository; here it is the checkout
    trial.run(f"cargo add --quiet --path {quoted(ROOT / 'crates' / 'ferrodyn')}")
    # the crates that were locked for the checkout
    trial.write("Cargo.lock", (ROOT / "Cargo.lock").read_text("utf-8"))
    simulate, mistake = blocks(PAGE, "rust")
    trial.write("src/main.rs", simulate)
    trial.printed_as("cargo run --quiet", blocks(PAGE, "text")[0], first=True, timeout=1500)

    trial.write("src/main.rs", as_program(mistake + 'println!("{error}");\n'))
    trial.run("cargo run --quiet", shows=r'unknown attribute "sizes", did you mean "size"\?')

    # an example, in the new crate, prints what its text says
    for name in ("names", "build_in_code"):
        text = (ROOT / "crates/ferrodyn/examples" / f"{name}.rs").read_text("utf-8")
        trial.write("src/main.rs", text)
        trial.printed_as("cargo run --quiet", printed_by(text))
    wrong_id(trial)


def printed_by(text):
    """What the text of an example says it prints."""
    shown = re.search(r"(?ms)^//! ```text\n//! \$.*?\n(.*?)^//! ```$", text)[1]
    return re.sub(r"(?m)^//! ?", "", shown)


def wrong_id(trial):
    """An id of the wrong kind does not compile, and the message names both kinds."""
    code = 'let m = ferrodyn::load_str("<mujoco/>").unwrap();\n'
    code += "let geom = m.geoms().next().unwrap();\nprintln!(\"{}\", m.body_mass[geom]);\n"
    trial.write("src/main.rs", as_program(code))
    trial.run("cargo run --quiet", status=101, shows=["E0277|E0308", "BodyId"])


def as_program(lines):
    """Lines of a page as a program."""
    return f"fn main() {{\n{lines}}}\n"


if __name__ == "__main__":
    sys.exit(main("rust", steps))
