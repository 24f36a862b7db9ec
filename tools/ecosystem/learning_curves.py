"""Return against time of trainings, as SVG for light and for dark pages: the median of seeds, in a band from the least to the largest.

Runs of different seeds have their points at different times. Each is interpolated at the same times, from the moment at which
all have a first point to that at which the first of them has ended.
"""

import numpy as np

from tools.speed.log_plot import line, text

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 730, 380, 62, 150, 34, 46
COLORS = {"ferrodyn": ("#c4521b", "#f0905a"), "sync": ("#1f4e79", "#8ec2f0"), "async": ("#3a7d44", "#7fd08c")}
THEMES = {"light": {"page": "#ffffff", "ink": "#24292f"}, "dark": {"page": "#0d1117", "ink": "#e6edf3"}}
STYLE = """<style>
  text {{ font: 13px sans-serif; fill: {ink}; }}
  .axis {{ stroke: {ink}; }} .grid {{ stroke: {ink}; opacity: 0.15; }}
</style>"""
# times at which curves are compared, and points of a curve over which its noise is averaged
TIMES, AVERAGED = 120, 5


def label(contestant):
    """What a contestant is called."""
    return contestant if contestant == "ferrodyn" else f"MuJoCo, {contestant}"


def ticks(low, high):
    """Round numbers from low to high, about five."""
    power = 10 ** np.floor(np.log10((high - low) / 4))
    step = next(s * power for s in (1, 2, 5, 10) if s * power >= (high - low) / 5)
    return step * np.arange(np.ceil(low / step) + 0.0, np.floor(high / step) + 1)


def smooth(values):
    """Means over a few neighbors; at the ends over those that are there."""
    half = AVERAGED // 2
    return np.array([np.mean(values[max(0, i - half) : i + half + 1]) for i in range(len(values))])


def band(curves):
    """Times, and the least, the median and the largest return of some curves at each."""
    times = [np.array([point[0] for point in curve]) for curve in curves]
    begin, end = max(t[0] for t in times), min(t[-1] for t in times)
    at = np.linspace(begin, max(begin, end), TIMES)
    values = [np.interp(at, t, smooth([point[1] for point in curve])) for t, curve in zip(times, curves, strict=True)]
    return at, np.min(values, axis=0), np.median(values, axis=0), np.max(values, axis=0)


class Axes:
    """Places of points, which all fit."""

    def __init__(self, bands):
        self.end = max(at[-1] for at, *_ in bands)
        self.low = min(0.0, *(least.min() for _, least, _, _ in bands))
        self.high = max(1.0, *(most.max() for *_, most in bands))

    def x(self, seconds):
        return LEFT + seconds / self.end * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        return HEIGHT - BOTTOM - (value - self.low) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)

    def points(self, times, values):
        return " ".join(f"{self.x(t):.1f},{self.y(v):.1f}" for t, v in zip(times, values, strict=True))

    def draw(self, title):
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        parts = [line("axis", LEFT, bottom, right, bottom), line("axis", LEFT, bottom, LEFT, TOP),
                 text((LEFT + right) / 2, HEIGHT - 8, "seconds", 'text-anchor="middle"'), text(LEFT, TOP - 14, f"return, {title}")]
        for value in ticks(self.low, self.high):
            y = self.y(value)
            parts += [line("grid", LEFT, y, right, y), text(LEFT - 6, y + 4, f"{value:g}", 'text-anchor="end"')]
        return parts + [text(self.x(s), bottom + 18, f"{s:g}", 'text-anchor="middle"') for s in ticks(0, self.end)]


def draw(runs, title, theme):
    """The picture of runs, each with `contestant` and `points` of seconds and return, in the colors of a theme."""
    names = list(dict.fromkeys(run["contestant"] for run in runs))
    bands = [band([run["points"] for run in runs if run["contestant"] == name]) for name in names]
    axes = Axes(bands)
    parts = axes.draw(title)
    for i, (name, (times, least, median, most)) in enumerate(zip(names, bands, strict=True)):
        color = COLORS[name][list(THEMES).index(theme)]
        around = f"{axes.points(times, least)} {axes.points(times[::-1], most[::-1])}"
        parts.append(f'<polygon points="{around}" fill="{color}" opacity="0.2"/>')
        parts.append(f'<polyline points="{axes.points(times, median)}" fill="none" stroke="{color}" stroke-width="2.5"/>')
        parts.append(text(WIDTH - RIGHT + 12, TOP + 16 + 22 * i, label(name), f'style="fill: {color}; font-weight: bold"'))
    colors = THEMES[theme]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    page = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colors["page"]}"/>'
    name = f"<title>Return against seconds, {title}: the median of seeds, from the least to the largest</title>"
    return "\n".join([head, name, STYLE.format(**colors), page, *parts, "</svg>"]) + "\n"


def write(path, runs, title):
    """Writes a picture for each theme beside `path`: docs/ppo.svg becomes docs/ppo-light.svg and docs/ppo-dark.svg."""
    for theme in THEMES:
        path.with_name(f"{path.stem}-{theme}.svg").write_text(draw(runs, title, theme), encoding="utf-8")
