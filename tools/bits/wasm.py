"""Steps models as WebAssembly and natively, and compares the bits.

    python -m tools.bits.wasm [--steps 1000] [FILE...]

Builds `ferrodyn-bench`, whose command `bits` it runs, for this machine and for wasm32-wasip1, runs the second with Node.js, and compares the hashes
of the trajectories. By default the models of the repository. Ends with 1 if one differs; skips where the target or
Node.js are missing.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

from tools import ROOT

TARGET = "wasm32-wasip1"

RUN = """
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const [binary, root, ...args] = process.argv.slice(1);
const wasi = new WASI({ version: "preview1", args: ["ferrodyn-bench", "bits", ...args], preopens: { "/": root } });
const module = await WebAssembly.compile(await readFile(binary));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exit(wasi.start(instance));
"""


def missing():
    """What keeps this from running; None if nothing does."""
    if not shutil.which("node"):
        return "Node.js is not installed"
    installed = subprocess.run(["rustup", "target", "list", "--installed"], capture_output=True, text=True)
    if TARGET not in installed.stdout.split():
        added = subprocess.run(["rustup", "target", "add", TARGET], capture_output=True)
        if added.returncode:
            return f"the target is missing: rustup target add {TARGET}"
    return None


def build(*options):
    """Builds the program; where it is."""
    command = ["cargo", "build", "--locked", "-p", "ferrodyn-bench", *options]
    subprocess.run(command, check=True, cwd=ROOT)
    folder = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return folder / (TARGET if options else "") / "debug" / ("ferrodyn-bench.wasm" if options else "ferrodyn-bench")


def hashes(command):
    """The hash of each model, and how long they took all together."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
    return {name: found for found, name in lines}, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--steps", type=int, default=1000)
    args = parser.parse_args()
    if reason := missing():
        print(f"SKIPPED: {reason}")
        return 0
    files = args.files or sorted(str(path.relative_to(ROOT)) for path in (ROOT / "models").glob("*.xml"))
    native, wasm = build(), build("--target", TARGET)
    words = [str(args.steps), *files]
    ours, seconds = hashes([native, "bits", *words])
    web = ["node", "--no-warnings", "--input-type=module", "-e", RUN, wasm, ROOT, *words]
    theirs, wasm_seconds = hashes(web)
    differing = [name for name in ours if ours[name] != theirs.get(name)]
    stepped = sum(found != "refused" for found in ours.values())
    for name in differing:
        print(f"DIFFERS: {name}: {ours[name]} natively, {theirs.get(name)} as WebAssembly")
    print(f"{stepped - len(differing)} of {stepped} models have the same bits after {args.steps} steps; "
          f"{len(ours) - stepped} cannot be loaded by themselves; "
          f"{seconds:.1f} s natively, {wasm_seconds:.1f} s as WebAssembly (not optimized)")
    return 1 if differing or not stepped else 0


if __name__ == "__main__":
    sys.exit(main())
