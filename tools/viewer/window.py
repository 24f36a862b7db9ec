"""Drives the window of `ferrodyn view` as a user would, and photographs it after each act.

Opens a model under Xvfb, orbits, drags a body, moves a slider, scrubs back, breaks the file and mends
it. After each act a part of the window has to look different (or the same as before); pictures go to a
directory for people to look at. Skips where Xvfb, xdotool or ImageMagick are missing.

    python -m tools.viewer.window target/release/ferrodyn [--out pictures] [--model humanoid.xml]
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

SIZE = 1000, 700
NEEDS = "Xvfb", "xdotool", "import", "compare"

MODEL = """<mujoco model="window">
  <visual><headlight ambient=".4 .4 .4"/></visual>
  <asset><texture name="grid" type="2d" builtin="checker" rgb1=".1 .2 .3" rgb2=".2 .3 .4"
    width="300" height="300"/><material name="grid" texture="grid" texrepeat="8 8"/></asset>
  <worldbody>
    <light pos="0 0 3"/>
    <geom name="floor" type="plane" size="2 2 .1" material="grid"/>
    <body name="box" pos="0 0 .3"><freejoint/><geom name="box" type="box" size=".3 .3 .3"
      rgba=".9 .3 .2 1"/></body>
    <body name="arm" pos="0 .9 1"><joint name="shoulder" axis="1 0 0" damping=".5"/>
      <geom type="capsule" fromto="0 0 0 0 0 -.6" size=".06" rgba=".2 .7 .9 1"/></body>
  </worldbody>
  <actuator><position name="servo" joint="shoulder" kp="40" ctrlrange="-2 2"/></actuator>
  <sensor><jointpos joint="shoulder"/></sensor>
</mujoco>
"""


class Window:
    """A window on a display of its own."""

    def __init__(self, binary, model, out, display):
        self.out, self.model, self.taken = out, model, []
        self.environment = dict(os.environ, DISPLAY=display)
        self.environment.pop("WAYLAND_DISPLAY", None)
        size = "x".join(map(str, SIZE))
        command = [binary, "view", "--size", size, "--out", str(out), str(model)]
        self.start = time.monotonic()
        self.process = subprocess.Popen(command, env=self.environment)
        found = self.xdo("search", "--sync", "--onlyvisible", "--name", "ferrodyn")
        self.id = found.split()[0]
        self.xdo("windowfocus", self.id)

    def xdo(self, *words):
        """A command of xdotool."""
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(command, env=self.environment, capture_output=True, timeout=60)
        return done.stdout.decode()

    def drag(self, start, end, button=1, steps=12, key=None):
        """Presses a button, goes somewhere, and releases it; returns before the release."""
        self.xdo("mousemove", *start)
        time.sleep(0.2)
        if key:
            self.xdo("keydown", key)
        self.xdo("mousedown", button)
        for i in range(1, steps + 1):
            self.xdo("mousemove", *(round(a + (b - a) * i / steps) for a, b in zip(start, end)))
            time.sleep(0.03)

    def release(self, button=1, key=None):
        """Releases a button."""
        self.xdo("mouseup", button)
        if key:
            self.xdo("keyup", key)

    def key(self, *names):
        """Presses keys."""
        self.xdo("key", *names)

    def photo(self, name, wait=1.0):
        """A picture of the display."""
        time.sleep(wait)
        if self.process.poll() is not None:
            sys.exit(f"the window is gone before {name}")
        path = self.out / f"{len(self.taken) + 1:02}-{name}.png"
        command = ["import", "-window", "root", str(path)]
        subprocess.run(command, env=self.environment, check=True)
        self.taken.append(path)
        return path


def changed(first, second, area):
    """Pixels of an area (left, top, width, height) that differ clearly."""
    left, top, width, height = area
    crop = ["-crop", f"{width}x{height}+{left}+{top}", "+repage"]
    with tempfile.TemporaryDirectory() as directory:
        parts = []
        for i, path in enumerate((first, second)):
            parts.append(f"{directory}/{i}.png")
            subprocess.run(["convert", path, *crop, parts[-1]], check=True)
        command = ["compare", "-metric", "AE", "-fuzz", "8%", *parts, "null:"]
        words = subprocess.run(command, capture_output=True).stderr.decode()
    return int(float(words.split()[0]))


@contextlib.contextmanager
def display():
    """A display without a screen."""
    read, write = os.pipe()
    screen = f"{SIZE[0]}x{SIZE[1]}x24"
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        yield ":" + os.fdopen(read).readline().strip()
    finally:
        server.terminate()
        server.wait()


# where things are in a window of that size
PICTURE = 280, 60, 470, 500
PROBLEMS = 0, 570, SIZE[0], 80
SLIDER = (834, 83), (870, 83)
HISTORY = (896, 663), (450, 663)


class Check:
    """What has to be seen, and whether it was."""

    def __init__(self):
        self.failed = 0

    def __call__(self, what, pixels, at_least=None, at_most=None):
        good = (at_least is None or pixels >= at_least) and (at_most is None or pixels <= at_most)
        self.failed += not good
        print(f"{'ok  ' if good else 'FAIL'} {what}: {pixels} pixels differ")


def drive(window, check):
    """All acts, one after the other."""
    middle = PICTURE[0] + PICTURE[2] // 2, PICTURE[1] + PICTURE[3] // 2
    window.photo("open", wait=4)
    window.key("space")
    still = window.photo("paused")
    check("a pause stands still", changed(still, window.photo("still"), PICTURE), at_most=0)

    window.drag(middle, (middle[0] + 120, middle[1] + 30))
    window.release()
    orbit = window.photo("orbit")
    check("orbit", changed(still, orbit, PICTURE), at_least=5000)

    box = middle[0] + 50, middle[1]
    window.xdo("mousemove", *box, "click", "--repeat", 2, "--delay", 60, 1)
    selected = window.photo("select")
    window.key("space")
    window.drag(box, (box[0] - 60, box[1] - 150), button=3, key="ctrl")
    pulled = window.photo("drag")
    window.release(3, key="ctrl")
    check("a spring pulls the body", changed(selected, pulled, PICTURE), at_least=3000)
    before = window.photo("dropped", wait=2)

    window.drag(SLIDER[0], SLIDER[1])
    window.release()
    moved = window.photo("slider", wait=2)
    check("a slider moves a joint", changed(before, moved, PICTURE), at_least=1000)

    window.drag(HISTORY[0], HISTORY[1])
    window.release()
    past = window.photo("scrub")
    check("scrubbing goes back", changed(moved, past, PICTURE), at_least=1000)
    check("and stays there", changed(past, window.photo("stays"), PICTURE), at_most=0)

    good = window.model.read_text()
    window.model.write_text(good.replace('axis="1 0 0"', 'axes="1 0 0"', 1))
    broken = window.photo("broken", wait=2)
    check("problems are shown", changed(past, broken, PROBLEMS), at_least=500)
    window.model.write_text(good.replace(".9 .3 .2 1", ".2 .9 .3 1"))
    mended = window.photo("mended", wait=2)
    check("a mended file is shown", changed(past, mended, PICTURE), at_least=1000)

    window.key("F4", "F3")
    window.key("space")
    window.photo("plots", wait=3)
    window.key("F3")
    window.key("ctrl+p")
    window.photo("screenshot", wait=2)
    window.key("ctrl+r")
    window.photo("filming", wait=2)
    window.key("ctrl+r")
    window.photo("filmed", wait=2)
    for ending in "0001.png", "0001.video.png":
        found = list(window.out.glob(f"*-{ending}"))
        check(f"a file *-{ending} is written", 1 if found else 0, at_least=1)
    window.key("ctrl+q")
    check("it ends well", abs(window.process.wait(timeout=20)), at_most=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--out", type=pathlib.Path, help="directory of pictures")
    parser.add_argument("--model", type=pathlib.Path, help="a model of your own to look at")
    arguments = parser.parse_args()
    missing = [need for need in NEEDS if not shutil.which(need)]
    if missing:
        print("skipped:", ", ".join(missing), "not installed")
        return 0
    check = Check()
    with tempfile.TemporaryDirectory() as directory, display() as name:
        directory = pathlib.Path(directory)
        out = arguments.out or directory
        out.mkdir(parents=True, exist_ok=True)
        model = directory / "window.xml"
        model.write_text(arguments.model.read_text() if arguments.model else MODEL)
        window = Window(arguments.binary, model, out, name)
        try:
            drive(window, check)
        finally:
            window.process.terminate()
            window.process.wait()
    return min(check.failed, 1)


if __name__ == "__main__":
    sys.exit(main())
