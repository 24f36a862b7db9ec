"""Opens the page of `ferrodyn view --serve` in a browser without a window, uses it, and photographs it.

For each model: how long until the first picture, frames per second, bytes of the model and of a frame.
Then on a small model what a user does: turn, pause, step, set a control, pull at a body, break the file
and mend it, end the server and start it again, on a phone too. Fails if the page complains, if a picture
is empty, or if an act changes nothing. Skips where there is no Chromium.

    python -m tools.viewer.served_page target/release/ferrodyn [--out pictures] [model.xml ...]
"""

import argparse
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

from tools.viewer import devtools

MODEL = """<mujoco model="page">
  <asset><texture name="grid" type="2d" builtin="checker" rgb1=".1 .2 .3" rgb2=".2 .3 .4"
    width="300" height="300"/><material name="grid" texture="grid" texrepeat="8 8"/></asset>
  <worldbody>
    <light pos="0 0 3"/><camera name="side" pos="0 -4 1" xyaxes="1 0 0 0 0 1"/>
    <geom name="floor" type="plane" size="2 2 .1" material="grid"/>
    <body name="box" pos="0 0 .3"><freejoint/><geom type="box" size=".3 .3 .3" rgba=".9 .3 .2 1"/></body>
    <body name="arm" pos="0 .9 1"><joint name="shoulder" axis="1 0 0" damping=".5"/>
      <geom type="capsule" fromto="0 0 0 0 0 -.6" size=".06" rgba=".2 .7 .9 1"/></body>
  </worldbody>
  <actuator><position name="servo" joint="shoulder" kp="40" ctrlrange="-2 2"/></actuator>
</mujoco>
"""
SIZE = 1000, 700
PHONE = 390, 780


class Served:
    """A server in a process of its own."""

    def __init__(self, binary: str, model: pathlib.Path, port: int = 0):
        command = [binary, "view", str(model), "--serve", str(port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.url = re.search(r"http://\S+", line)[0]
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def end(self) -> int:
        """Ends it as Ctrl-C does; returns its status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=20)


def pixels(png: bytes) -> list[bytes]:
    """Rows of a PNG file with 8 bits per channel, unpacked."""
    at, data, shape = 8, b"", (0, 0, 0)
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", body[:10])
            shape = width, height, {2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            data += body
        at += size + 12
    width, height, channels = shape
    data, stride, rows = zlib.decompress(data), width * channels, []
    before = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = bytearray(data[start + 1 : start + 1 + stride])
        unfilter(data[start], row, before, channels)
        rows.append(bytes(row))
        before = row
    return rows


def unfilter(kind: int, row: bytearray, above: bytearray, step: int) -> None:
    """Undoes what PNG does to a row so that it compresses."""
    for i in range(len(row) if kind else 0):
        left = row[i - step] if i >= step else 0
        up, corner = above[i], above[i - step] if i >= step else 0
        guess = left + up - corner
        near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
        row[i] = (row[i] + (0, left, up, (left + up) // 2, near[2])[kind]) & 255


def colors(png: bytes) -> int:
    """How many colors the lower middle of a picture has, where no buttons are."""
    rows = pixels(png)
    channels = 3 if len(rows[0]) % 4 else 4
    middle = rows[len(rows) // 4 : 3 * len(rows) // 4]
    width = len(middle[0]) // channels
    part = [row[channels * (width // 4) : channels * (width // 2)] for row in middle[::4]]
    return len({row[i : i + 3] for row in part for i in range(0, len(row) - 2, channels)})


class Check:
    """What was looked at, and what went wrong."""

    def __init__(self, out: pathlib.Path):
        self.out, self.problems = out, []
        out.mkdir(parents=True, exist_ok=True)

    def that(self, holds: bool, what: str) -> None:
        """Notes whether something holds."""
        print(f"  {'ok  ' if holds else 'FAIL'} {what}", flush=True)
        if not holds:
            self.problems.append(what)

    def photograph(self, browser: devtools.Browser, name: str) -> bytes:
        """Keeps a picture that is not empty."""
        png = browser.picture()
        (self.out / f"{name}.png").write_bytes(png)
        self.that(colors(png) > 20, f"{name}: the picture has {colors(png)} colors")
        return png


def measure(check: Check, binary: str, model: pathlib.Path) -> None:
    """Shows a model for a few seconds."""
    print(model.name)
    served = Served(binary, model)
    try:
        with devtools.Browser.start(SIZE) as browser:
            browser.open(served.url)
            is_drawn = browser.wait("window.ferrodyn?.figures.drawn > 0", 60)
            check.that(is_drawn, "a picture is drawn")
            figures = "JSON.parse(JSON.stringify(ferrodyn.figures))"
            time.sleep(1)
            before, start = browser.value(figures), time.monotonic()
            time.sleep(3)
            after, seconds = browser.value(figures), time.monotonic() - start
            frames = max(1, after["frames"] - before["frames"])
            rate = frames / seconds
            size = (after["bytes"] - before["bytes"]) / frames
            drawn = (after["drawn"] - before["drawn"]) / seconds
            print(
                f"       first picture after {before['first'] / 1000:.2f} s, model {after['modelBytes']:,} bytes, "
                f"{rate:.1f} frames/s received, {drawn:.1f} drawn, {size:,.0f} bytes per frame"
            )
            check.that(rate > 5, "frames arrive")
            check.photograph(browser, model.stem)
            check.that(not browser.complaints, f"no complaints {browser.complaints}")
    finally:
        check.that(served.end() == 0, "Ctrl-C ends it")


def use(check: Check, binary: str, model: pathlib.Path) -> None:
    """Does what users do."""
    print("use")
    model.write_text(MODEL)
    served = Served(binary, model)
    frame, camera = "ferrodyn.scene.frame", "ferrodyn.scene.camera"
    with devtools.Browser.start(SIZE) as browser:
        browser.open(served.url)
        check.that(browser.wait("window.ferrodyn?.figures.drawn > 5"), "a picture is drawn")
        check.photograph(browser, "use_start")

        azimuth = browser.value(f"{camera}.azimuth")
        browser.drag((400, 500), (500, 500))
        browser.mouse("mouseReleased", 500, 500)
        check.that(browser.value(f"{camera}.azimuth") != azimuth, "a drag turns the camera")
        distance = browser.value(f"{camera}.distance")
        browser.mouse("mouseWheel", 500, 500, "none", deltaX=0, deltaY=-200)
        check.that(browser.wait(f"{camera}.distance < {distance}"), "the wheel zooms")

        press(check, browser, frame)
        slide(check, browser, frame, 1.5)
        time.sleep(1)
        check.photograph(browser, "use_control")

        browser.enter("#camera", "0")
        check.that(browser.wait(f"{camera}.choice === 0"), "a camera of the model is chosen")
        pull(check, browser, frame)

        model.write_text(MODEL.replace("<light", "<lihgt"))
        check.that(browser.wait("!document.getElementById('problem').hidden"), "a problem is shown")
        check.photograph(browser, "use_problem")
        model.write_text(MODEL.replace(".9 .3 .2", ".2 .9 .2"))
        check.that(browser.wait("document.getElementById('problem').hidden"), "a mended file is shown")

        check.that(served.end() == 0, "Ctrl-C ends it")
        check.that(browser.wait("document.getElementById('notice').textContent.startsWith('Connecting')"), "the page waits")
        # what the network says of a server that is gone is no complaint of the page
        served = Served(binary, model, served.port)
        check.that(browser.wait("ferrodyn.scene.frame?.time < 1"), "the page comes back")
        browser.complaints = [text for text in browser.complaints if "WebSocket" not in text and "ERR_CONN" not in text]
        check.that(not browser.complaints, f"no complaints {browser.complaints}")

        browser.resize(*PHONE, is_phone=True)
        time.sleep(1)
        check.photograph(browser, "use_phone")
        wide = browser.value("document.documentElement.scrollWidth")
        check.that(wide <= PHONE[0], f"all fits on a phone ({wide} px)")
    served.end()


def press(check: Check, browser: devtools.Browser, frame: str) -> None:
    """Presses the buttons that pause, step and play."""
    browser.press("play")
    check.that(browser.wait(f"!{frame}.running"), "Pause pauses")
    at = browser.value(f"{frame}.time")
    browser.press("step")
    check.that(browser.wait(f"{frame}.time > {at}"), "Step steps")
    browser.press("play")
    check.that(browser.wait(f"{frame}.running"), "Play plays")


def slide(check: Check, browser: devtools.Browser, frame: str, value: float) -> None:
    """Moves the first slider."""
    browser.enter("#panel input", value, "input")
    check.that(browser.wait(f"{frame}.controls[0] === {value}"), "a slider sets a control")


def pull(check: Check, browser: devtools.Browser, frame: str) -> None:
    """Pulls at the box in the middle."""
    ctrl, (x, y) = 2, (500, 440)
    browser.mouse("mousePressed", x, y, modifiers=ctrl)
    check.that(browser.wait(f"{frame}.selected === 1", 5), "Ctrl and a click select a body")
    time.sleep(0.2)
    height = browser.value(f"{frame}.point[2]")
    for i in range(30):
        browser.mouse("mouseMoved", x, y - 5 * i, modifiers=ctrl)
        time.sleep(0.03)
    check.that(browser.wait(f"{frame}.point[2] > {height} + 0.1", 5), "and a drag lifts it")
    check.photograph(browser, "use_pull")
    browser.mouse("mouseReleased", x, y - 150, modifiers=ctrl)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="the command ferrodyn")
    parser.add_argument("models", nargs="*", type=pathlib.Path, help="models to measure")
    parser.add_argument("--out", type=pathlib.Path, help="where pictures go")
    parser.add_argument("--no-use", action="store_true", help="measure only")
    args = parser.parse_args()
    if devtools.binary() is None:
        print("SKIPPED: there is no Chromium (apt-get install chromium)")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        check = Check(args.out or pathlib.Path(scratch))
        for model in args.models:
            measure(check, args.binary, model)
        if not args.no_use:
            use(check, args.binary, pathlib.Path(scratch) / "page.xml")
    print(f"{len(check.problems)} problems")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
