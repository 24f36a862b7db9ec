"""Makes the page that simulates in a browser: the engine as WebAssembly, the page of `ferrodyn view --serve`, models.

    python -m tools.viewer.web_page --out web [--check [--pictures DIR]]
    python -m http.server --directory web

Needs the target wasm32-wasip1. The result is a folder of plain files for any web server, with the licenses of what is
linked in licenses.txt. With --check a browser without a window opens it: how long until the first picture, then each
model of its list, pause, step, a slider, a body that is pulled, a file with a mistake. Skips where the target or
Chromium are missing.
"""

import argparse
import contextlib
import functools
import gzip
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from tools import ROOT
from tools.release import licenses
from tools.viewer import devtools
from tools.viewer.served_page import SIZE, Check, press, slide

TARGET = licenses.WEB
PAGES = ROOT / "crates/serve/page", ROOT / "crates/web/page"
MODELS = ROOT / "crates/web/models", ROOT / "models/physics"
# seconds until the first picture
SOON = 3.0


def has_target():
    """Whether Rust can build for the web, after trying to fetch what is missing."""
    found = subprocess.run(["rustup", "target", "add", TARGET], capture_output=True)
    return found.returncode == 0


def build():
    """The module."""
    command = ["cargo", "build", "--release", "--locked", "-p", "ferrodyn-web", "--target", TARGET]
    # vectors of two numbers, which all browsers have; no names of functions, which are half of the file
    flags = {"CARGO_PROFILE_RELEASE_STRIP": "true", "CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS": "-Ctarget-feature=+simd128"}
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | flags)
    folder = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return folder / TARGET / "release/ferrodyn_web.wasm"


def listed():
    """Names of the model files that the page offers."""
    return re.findall(r"'([\w.]+\.xml)'", (PAGES[1] / "models.js").read_text())


def stage(out, module):
    """Copies everything into a folder; files of the second page replace those of the first."""
    (out / "models").mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        shutil.copytree(page, out, dirs_exist_ok=True)
    for name in listed():
        source = next(folder / name for folder in MODELS if (folder / name).exists())
        shutil.copy(source, out / "models" / name)
    shutil.copy(module, out / "ferrodyn.wasm")
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        shutil.copy(ROOT / name, out / name)
    (out / "licenses.txt").write_text(texts(), encoding="utf-8")


def texts():
    """The licenses of all that is linked into the module."""
    crates = licenses.linked("page", [TARGET])
    missing = licenses.problems(crates)
    if missing:
        raise SystemExit("\n".join(missing))
    return licenses.document("page", [TARGET], crates)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format, *args):
        pass


@contextlib.contextmanager
def served(folder):
    """A local server of a folder; its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def look(check, url):
    """Does what visitors do."""
    frame = "ferrodyn.scene.frame"
    with devtools.Browser.start(SIZE) as browser:
        browser.open(url)
        is_drawn = browser.wait("window.ferrodyn?.figures.drawn > 0")
        check.that(is_drawn, f"a picture is drawn {browser.complaints or ''}")
        if not is_drawn:
            return
        first = browser.value("ferrodyn.figures.first") / 1000
        check.that(first < SOON, f"the first one after {first:.2f} s")
        for name in listed():
            before = browser.value("ferrodyn.scene.model.number")
            browser.enter("#model", name)
            shown = browser.wait(f"ferrodyn.scene.model.number > {before} && {frame}?.time > 0.5")
            speed, rate = browser.value(f"{frame}.measured"), browser.value("ferrodyn.figures.frames")
            check.that(shown, f"{name} runs at {speed:.0f} % of real time, {rate} frames so far")
            check.photograph(browser, pathlib.Path(name).stem)
        use(check, browser, frame)
        check.that(not browser.complaints, f"no complaints {browser.complaints}")


def use(check, browser, frame):
    """Pauses, steps, moves a slider, pulls at a body, opens a file with a mistake."""
    browser.enter("#model", "quadruped.xml")
    check.that(browser.wait(f"{frame}?.controls?.length === 8 && {frame}.time > 0.5"), "the quadruped is back")
    press(check, browser, frame)
    slide(check, browser, frame, 1)

    ctrl, (x, y) = 2, (SIZE[0] // 2, SIZE[1] // 2)
    browser.mouse("mousePressed", x, y, modifiers=ctrl)
    check.that(browser.wait(f"{frame}.selected > 0", 5), "Ctrl and a click select a body")
    browser.value(f"window.held = [...{frame}.point]")
    for i in range(40):
        browser.mouse("mouseMoved", x, y - 5 * i, modifiers=ctrl)
        time.sleep(0.03)
    moved = f"Math.hypot(...held.map((x, i) => x - {frame}.point[i])) > 0.05"
    check.that(browser.wait(moved, 5), "and a drag moves it")
    check.photograph(browser, "pull")
    browser.mouse("mouseReleased", x, y - 200, modifiers=ctrl)

    drop = ("t = new DataTransfer(); t.items.add(new File(['<mujoco>\\n<worlbody/></mujoco>'], 'm.xml'));"
            "dispatchEvent(new DragEvent('drop', {dataTransfer: t}))")
    browser.value(drop)
    check.that(browser.wait("document.getElementById('problem').textContent.includes('worldbody')"), "a mistake is explained")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="where the page goes")
    parser.add_argument("--check", action="store_true", help="open it in a browser")
    parser.add_argument("--pictures", type=pathlib.Path, help="where photographs go")
    args = parser.parse_args()
    if not has_target():
        print(f"SKIPPED: the target is missing: rustup target add {TARGET}")
        return 0
    stage(args.out, build())
    size, packed = (len(x) for x in sizes(args.out / "ferrodyn.wasm"))
    print(f"{args.out}: module {size / 1e6:.1f} MB, {packed / 1e6:.1f} MB compressed")
    if not args.check:
        return 0
    if devtools.binary() is None:
        print("SKIPPED: there is no Chromium (apt-get install chromium)")
        return 0
    with tempfile.TemporaryDirectory() as scratch, served(args.out) as url:
        check = Check(args.pictures or pathlib.Path(scratch))
        look(check, url)
    print(f"{len(check.problems)} problems")
    return 1 if check.problems else 0


def sizes(file):
    """A file as it is and as servers send it."""
    whole = file.read_bytes()
    return whole, gzip.compress(whole)


if __name__ == "__main__":
    sys.exit(main())
