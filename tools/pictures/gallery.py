"""A gallery of 24 models as `ferrodyn.Renderer` draws them: a picture for each, all on one sheet, and a page.

    python -m tools.pictures.gallery FOLDER [--check]

The models are those of tools/pictures/compare.py, each after some steps, seen as its file says. With --check, ends with 1 if
a model of the corpus cannot be drawn or its picture shows nothing. Models are left out where the corpus is not there.
"""
import argparse
import html
import pathlib
import sys
import time

import imageio.v3 as imageio
import numpy as np

from tools import corpus
from tools.pictures import scenes

WIDTH, HEIGHT = 480, 360
COLUMNS = 6

PAGE = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>ferrodyn: {count} models</title>
<style>
body {{ font: 16px/1.4 system-ui, sans-serif; margin: 1rem; }}
main {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 1rem; }}
figure {{ margin: 0; }} img {{ width: 100%; height: auto; }}
</style>
<h1>{count} models</h1>
<p>Drawn by {device}, {seconds:.0f} s with loading and {steps} steps each.</p>
<main>{figures}</main>
"""


def picture(engine, path):
    """The model after some steps, and the name of what drew it."""
    m = engine.MjModel.from_xml_path(str(path))
    m.vis.global_.offwidth = max(WIDTH, m.vis.global_.offwidth)
    m.vis.global_.offheight = max(HEIGHT, m.vis.global_.offheight)
    with scenes.Painter(engine, m, scenes.moved(engine, m), HEIGHT, WIDTH) as painter:
        painter.renderer.update_scene(painter.d)
        return painter.renderer.render(), painter.renderer.device


def sheet(pictures):
    """All pictures at half their size, in rows."""
    small = [p[::2, ::2] for p in pictures]
    small += [np.full_like(small[0], 255)] * (-len(small) % COLUMNS)
    rows = [np.hstack(small[i : i + COLUMNS]) for i in range(0, len(small), COLUMNS)]
    return np.vstack(rows)


def is_empty(pixels):
    """Whether a picture shows nothing: all of it has one color."""
    return bool((pixels == pixels[0, 0]).all())


def draw_all(engine, folder):
    """Draws every model into a folder: pictures by name, problems, and the device."""
    made, problems, device = {}, [], "nothing"
    for relative in scenes.MODELS:
        path = corpus.find_model(relative)
        if path is None:
            continue
        name = scenes.short_name(path)
        try:
            pixels, device = picture(engine, path)
        except Exception as error:  # one model that cannot be drawn does not hide the others
            problems.append(f"{name}: {type(error).__name__}: {error}")
            continue
        if is_empty(pixels):
            problems.append(f"{name}: its picture shows nothing")
        imageio.imwrite(folder / f"{name}.jpg", pixels, quality=88)
        made[name] = pixels
        print(f"{len(made):3} {name}", flush=True)
    return made, problems, device


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--check", action="store_true", help="end with 1 if a picture is missing or empty")
    args = parser.parse_args()
    engine = scenes.load("ferrodyn")
    if reason := scenes.why_not(engine):
        sys.exit(f"nothing here can draw: {reason}")
    args.folder.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    made, problems, device = draw_all(engine, args.folder)
    if not made and not problems:
        print(f"SKIPPED: no model is there: {corpus.MISSING}")
        return 0
    imageio.imwrite(args.folder / "gallery.jpg", sheet(list(made.values())), quality=88)
    figures = "".join(
        f'<figure><img src="{html.escape(name)}.jpg" alt=""><figcaption>{html.escape(name)}</figcaption></figure>'
        for name in made
    )
    seconds = time.perf_counter() - start
    page = PAGE.format(count=len(made), device=html.escape(device), seconds=seconds, steps=scenes.STEPS, figures=figures)
    (args.folder / "index.html").write_text(page)
    print(f"{len(made)} of {len(scenes.MODELS)} models in {seconds:.0f} s, drawn by {device}: {args.folder}/index.html")
    for problem in problems:
        print(f"PROBLEM: {problem}")
    return 1 if args.check and problems else 0


if __name__ == "__main__":
    sys.exit(main())
