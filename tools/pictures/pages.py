"""All pictures and clips of the pages, made again.

    python -m tools.pictures.pages                     all that can be made here: half an hour on two cores
    python -m tools.pictures.pages --only clips        those whose names contain a word
    python -m tools.pictures.pages --list              the command of each, without running it

Each line of the table is a file below docs/ and the command that makes it. Commands of the kind `ferrodyn render` name models
of the corpus, which are looked for as tools do (`python -m conformance` fetches them). Pictures of measurements are drawn from
figures that their tools have kept (`docs/*.json`), where they keep them; else measuring is part of the command.
"""

import argparse
import shlex
import subprocess
import sys
import time

from tools import ROOT, corpus

# where pictures are that only another program needs
BETWEEN = "target/clips"


def render(model, name, options):
    """The commands that draw a model as an animated PNG, and make a small file of it."""
    return f"ferrodyn render {model} -o {BETWEEN}/{name}.png {options} && ffmpeg -y -i {BETWEEN}/{name}.png -loop 0 {{file}}"


# file below docs/, and what makes it, commands between `&&`; {file} is the file
PICTURES = {
    "envs.webp": "python -m tools.pictures.hero {file} --environments 256 --frames 22 --tile 72",
    "clips/poncho.webp": render("mujoco/model/flex/poncho.xml", "poncho", "--duration 3 --fps 20 --width 480 --height 270"),
    "clips/humanoids.webp": render("mujoco/model/humanoid/22_humanoids.xml", "humanoids", "--duration 1.5 --fps 10 --width 400 --height 224"),
    "clips/cradle.webp": render("mujoco/model/replicate/newton_cradle.xml", "cradle", "--duration 2 --fps 15 --width 360 --height 270"),
    "clips/twins.webp": "python -m tools.pictures.twins {file} --seconds 2 --fps 10 --width 208",
    "pictures.jpg": "python -m tools.pictures.compare --sheet {file}",
    "deformables.jpg": "python -m tools.pictures.deformables --out {file}",
    "drift.svg": "python -m tools.compare.drift --from docs/drift.json --svg {file}",
    "growth.svg": "python -m tools.speed.growth --from docs/growth.json --svg {file}",
    "steps-light.svg": "python -m tools.speed.steps --from docs/steps.json --svg docs/steps.svg",
    "solvers.svg": "python -m tools.speed.solvers --svg {file}",
    "deformables.svg": "python -m tools.compare.deformables --svg {file}",
}
# made beside another one, or by hand: a person at a window or a browser chooses what they show
BESIDE = {"steps-dark.svg": "steps-light.svg"}
BY_HAND = {"browser.jpg", "simulations.jpg", "ppo.svg"}


def command_of(name):
    """What makes a file, as it is typed in the root of a clone."""
    return PICTURES[name].format(file=f"docs/{name}")


def runnable(command):
    """The words of each command with this Python and the files of models; None where a model is not there."""
    every = []
    for part in command.split(" && "):
        words = shlex.split(part)
        words[:1] = {"python": [sys.executable], "ferrodyn": [sys.executable, "-m", "ferrodyn"]}.get(words[0], words[:1])
        for i, word in enumerate(words):
            if word.startswith(("mujoco/", "menagerie/")):
                place = corpus.find_model(word)
                if place is None:
                    return None
                words[i] = str(place)
        every.append(words)
    return every


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="part of the names of files to make")
    parser.add_argument("--list", action="store_true", help="print the commands")
    options = parser.parse_args()
    failed = []
    for name in PICTURES:
        if options.only not in name:
            continue
        print(f"{name}: {command_of(name)}", flush=True)
        if options.list:
            continue
        every = runnable(command_of(name))
        if every is None:
            print(f"SKIPPED: a model is not there: {corpus.MISSING}")
            continue
        file, begun = ROOT / "docs" / name, time.perf_counter()
        file.parent.mkdir(exist_ok=True)
        (ROOT / BETWEEN).mkdir(parents=True, exist_ok=True)
        status = 0
        for words in every:
            status = status or subprocess.run(words, cwd=ROOT, check=False).returncode
        if status:
            failed.append(f"{name} ended with {status}")
        print(f"  {time.perf_counter() - begun:.0f} s, {file.stat().st_size / 1e3 if file.exists() else 0:.0f} kB", flush=True)
    for problem in failed:
        print(f"FAILED: {problem}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
