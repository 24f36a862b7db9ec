"""Pictures of `ferrodyn.Renderer` against those of `mujoco.Renderer`: what they show, how far away, in which colors.

    python -m tools.pictures.compare [--only SUBSTRING] [--check] [--sheet FILE.png] [--save FOLDER]
    python -m tools.pictures.compare --rays [--only SUBSTRING]       depth against rays through the same pixels
    python -m tools.pictures.compare --speed [--only SUBSTRING]      pictures per second of both, in turn
    python -m tools.pictures.compare --many 256 [--only SUBSTRING]   pictures of so many states, one by one and in one call
    python -m tools.pictures.compare --engine mujoco                 MuJoCo against itself

Draws 24 models of the corpus, each after some steps and seen by three cameras. For each picture, the table holds the
share of pixels that show the same object, the share of pixels with the same depth (within 1e-3 of the range of depths,
the sky apart), and the mean difference of colors, of 255. With --check, ends with 1 if a goal is missed. The contact
sheet has a row for every model and, for every camera, our picture, MuJoCo's and four times their difference.

Rays go through the centers of random pixels that show geoms. Depth should equal what they measure within 1e-3 m or
1e-3 of it, up to the flat faces that round shapes are drawn with; MuJoCo's figures stand below ours. Rays that hit
another geom than is shown, or none, are only counted.

MuJoCo draws with EGL unless MUJOCO_GL says otherwise. Models of the corpus are left out where that is not there.
"""
import argparse
import pathlib
import statistics
import sys
import time

import numpy as np

from tools import corpus
from tools.pictures import agreement, rays, scenes

SPEED_MODELS = ("humanoid/humanoid.xml", "cards.xml", "poncho.xml", "anymal_c/scene.xml")
SPEED_SIZES = (64, 64), (256, 256), (480, 640)
ROUNDS = 7
STEPS_BETWEEN = 3


def files(only):
    """The files of models whose names hold a text; says how many are not there."""
    names = [name for name in scenes.MODELS if only in name]
    if not names:
        sys.exit(f"no model has {only} in its path")
    found = {name: corpus.find_model(name) for name in names}
    if missing := [name for name, path in found.items() if path is None]:
        print(f"SKIPPED: {len(missing)} of {len(names)} models are not there, as {missing[0]}: {corpus.MISSING}")
    return [path for path in found.values() if path]


def for_each(engine, reference, paths, look):
    """Looks at every model, drawn by both; the names of those with which that fails."""
    left_out = []
    for path in paths:
        name = scenes.short_name(path)
        try:
            ours, theirs = scenes.painters(engine, reference, path)
            with ours, theirs:
                look(name, ours, theirs)
        except Exception as error:  # one model that cannot be drawn does not hide the others
            print(f"LEFT OUT: {name}: {type(error).__name__}: {error}", flush=True)
            left_out.append(name)
    return left_out


def compare_all(engine, reference, paths, album):
    """Prints how far pictures agree; the goals that they miss."""
    rows = []

    def look(name, ours, theirs):
        for view in scenes.views(reference, theirs.m, theirs.d):
            mine, other = ours.draw(view), theirs.draw(view)
            row = agreement.compare(name, view.name, mine, other)
            rows.append(row)
            print(f"{name:24}{view.name:12}{row.segmentation:13.3%}{row.depth:10.3%}{row.color:8.2f}", flush=True)
            if album:
                album.add(name, view.name, mine, other)

    print(f"{'model':24}{'camera':12}{'segmentation':>13}{'depth':>10}{'color':>8}")
    left_out = for_each(engine, reference, paths, look)
    if rows:
        columns = [[getattr(row, name) for row in rows] for name in ("segmentation", "depth", "color")]
        worst = [min(columns[0]), min(columns[1]), max(columns[2])]
        for title, values in (("worst", worst), ("median", map(statistics.median, columns))):
            print(f"{title:36}" + "{:13.3%}{:10.3%}{:8.2f}".format(*values))
        print(f"{'goal':36}{agreement.SEGMENTATION_GOAL:>13.1%}{agreement.DEPTH_GOAL:>10.1%}{agreement.COLOR_GOAL:8.2f}"
              " (worst, worst, median)")
    return agreement.missed(rows) + [f"not drawn: {name}" for name in left_out]


def cast_all(engine, reference, paths):
    """Prints how far depth agrees with rays, ours and MuJoCo's."""
    def look(name, ours, theirs):
        for side, found in rays.of_model(reference, scenes.views(reference, theirs.m, theirs.d), ours, theirs).items():
            print(f"{name:24}{side:10}{found}", flush=True)

    print(f"{'model':24}{'depth':10}{rays.HEADER}")
    return [f"not drawn: {name}" for name in for_each(engine, reference, paths, look)]


def seconds(painter, renderer, frames):
    """Of a picture, on the clock: both may draw with several threads."""
    start = time.perf_counter()
    for _ in range(frames):
        renderer.update_scene(painter.d)
        renderer.render()
    return (time.perf_counter() - start) / frames


def speeds(painters, height, width):
    """Pictures per second of both, and how many times faster the first is: medians of some rounds in turn."""
    renderers = [painter.engine.Renderer(painter.m, height, width) for painter in painters]
    both = list(zip(painters, renderers, strict=True))
    # the first pictures are slower; rounds of a tenth of a second
    for _ in range(2):
        frames = [max(1, round(0.1 / seconds(*side, 1))) for side in both]
    rounds = [[seconds(*side, n) for side, n in zip(both, frames, strict=True)] for _ in range(ROUNDS)]
    for renderer in renderers:
        renderer.close()
    ours, theirs = (statistics.median(times) for times in zip(*rounds, strict=True))
    return 1 / ours, 1 / theirs, statistics.median(theirs / ours for ours, theirs in rounds)


def speed_all(engine, reference, paths):
    """Prints pictures per second, ours and MuJoCo's."""
    ratios = {}

    def look(name, ours, theirs):
        for height, width in SPEED_SIZES:
            mine, other, ratio = speeds((ours, theirs), height, width)
            ratios.setdefault((height, width), []).append(ratio)
            print(f"{name:24}{f'{width}x{height}':>9}{mine:10.1f}{other:10.1f}{ratio:8.2f}", flush=True)

    print(f"{'model':24}{'size':>9}{'ours':>10}{'MuJoCo':>10}{'ratio':>8}")
    left_out = for_each(engine, reference, [path for path in paths if path.as_posix().endswith(SPEED_MODELS)], look)
    for (height, width), values in ratios.items():
        print(f"{'median':24}{f'{width}x{height}':>9}{statistics.median(values):28.2f}")
    return [f"not drawn: {name}" for name in left_out]


def visit(engine, m, count):
    """States of a simulation, some steps apart from each other."""
    d, kind = engine.MjData(m), engine.mjtState.mjSTATE_INTEGRATION
    states = np.empty((count, engine.mj_stateSize(m, kind)))
    for state in states:
        engine.mj_step(m, d, STEPS_BETWEEN)
        engine.mj_getState(m, d, state, kind)
    return states


def draw_singly(engine, m, d, renderer, states):
    """Pictures of states, one after the other."""
    for state in states:
        engine.mj_setState(m, d, state, engine.mjtState.mjSTATE_INTEGRATION)
        engine.mj_forward(m, d)
        renderer.update_scene(d)
        renderer.render()


def many_all(engine, reference, paths, count):
    """Prints pictures per second of many states: one by one, and in one call."""
    def look(name, ours, theirs):
        m, d = ours.m, engine.MjData(ours.m)
        states = visit(engine, m, count)
        with engine.Renderer(m, *SPEED_SIZES[0]) as renderer:
            ways = (lambda: draw_singly(engine, m, d, renderer, states), lambda: renderer.render_states(states))
            # the first pictures are slower
            times = [[stopwatch(way) for way in ways] for _ in range(ROUNDS + 1)][1:]
        singly, together = (count / statistics.median(column) for column in zip(*times, strict=True))
        ratio = statistics.median(singly / together for singly, together in times)
        print(f"{name:24}{singly:10.1f}{together:10.1f}{ratio:8.2f}", flush=True)

    print(f"{'model':24}{'singly':>10}{'together':>10}{'ratio':>8}")
    left_out = for_each(engine, reference, [path for path in paths if path.as_posix().endswith(SPEED_MODELS)], look)
    return [f"not drawn: {name}" for name in left_out]


def stopwatch(work):
    """Seconds on the clock."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def arguments():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--engine", default="ferrodyn", help="the package to compare; mujoco with itself")
    ap.add_argument("--only", default="", help="part of the paths of models to take")
    ap.add_argument("--check", action="store_true", help="end with 1 if a goal is missed")
    mode = ap.add_mutually_exclusive_group()
    mode.add_argument("--rays", action="store_true", help="compare depth with rays")
    mode.add_argument("--speed", action="store_true", help="measure pictures per second")
    mode.add_argument("--many", type=int, metavar="N", help="measure pictures of so many states in one call")
    ap.add_argument("--sheet", type=pathlib.Path, metavar="FILE.png", help="also write a contact sheet")
    ap.add_argument("--save", type=pathlib.Path, metavar="FOLDER", help="also write every picture")
    a = ap.parse_args()
    if (a.sheet or a.save) and (a.rays or a.speed or a.many):
        ap.error("pictures are kept where they are compared with each other: not with --rays, --speed or --many")
    return a


def main():
    a = arguments()
    paths = files(a.only)
    if not paths:
        return
    engine, reference = scenes.load(a.engine), scenes.load("mujoco")
    if why := scenes.why_not(reference):
        print(f"SKIPPED: MuJoCo cannot draw here: {why}")
        return
    if why := scenes.why_not(engine):
        sys.exit(f"{a.engine} cannot draw: {why}")
    if a.rays:
        missed = cast_all(engine, reference, paths)
    elif a.speed:
        missed = speed_all(engine, reference, paths)
    elif a.many:
        missed = many_all(engine, reference, paths, a.many)
    else:
        album = None
        if a.sheet or a.save:
            from tools.pictures.sheet import Album

            album = Album(a.sheet, a.save)
        missed = compare_all(engine, reference, paths, album)
        if album:
            album.close()
        if not missed:
            print("all goals are met")
    for goal in missed:
        print(f"MISSED: {goal}")
    sys.exit(bool(a.check and missed))


if __name__ == "__main__":
    main()
