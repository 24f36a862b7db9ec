"""A chart of how many times as fast as MuJoCo each model steps, as SVG, for light and for dark pages.

Every model is a row: a bar up to the ratio to the first version, a mark at that of each other one, and the line at 1, left of
which ferrodyn is slower. The axis is logarithmic, so that twice as fast and half as fast are as far from 1.
"""

import math

from tools.speed.log_plot import line, text

WIDTH, ROW, LEFT, RIGHT, TOP, BOTTOM = 760, 19, 170, 66, 52, 34
THEMES = {
    "light": {"page": "#ffffff", "ink": "#24292f", "bar": "#c4521b", "worse": "#8b949e", "mark": "#1f4e79"},
    "dark": {"page": "#0d1117", "ink": "#e6edf3", "bar": "#e08a55", "worse": "#6e7681", "mark": "#8ec2f0"},
}
STYLE = """<style>
  text {{ font: 13px sans-serif; fill: {ink}; }} .small {{ font-size: 11px; }}
  .grid {{ stroke: {ink}; opacity: 0.18; }} .one {{ stroke: {ink}; stroke-width: 1.5; }}
</style>"""


class Axis:
    """Ratios on a logarithmic scale, with 1 and all of them on it."""

    def __init__(self, found):
        self.low, self.high = min(0.8, *found) * 0.96, max(2.0, *found) * 1.04

    def x(self, ratio):
        share = math.log(ratio / self.low) / math.log(self.high / self.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def ticks(self):
        return [t for t in (0.5, 0.7, 1, 1.5, 2, 3, 4, 5, 7, 10) if self.low <= t <= self.high]


def row(axis, y, name, found, versions, colors):
    """The bar, the marks and the number of one model; `found` has ratios by version."""
    parts = [text(LEFT - 8, y + 13, name, 'text-anchor="end"')]
    first = found.get(versions[0])
    if first is not None:
        x0, x1 = sorted((axis.x(1), axis.x(first)))
        color = colors["bar" if first >= 1 else "worse"]
        parts.append(f'<rect x="{x0:.1f}" y="{y + 3}" width="{max(x1 - x0, 1):.1f}" height="{ROW - 6}" fill="{color}"/>')
    for version in versions[1:]:
        if version in found:
            x = axis.x(found[version])
            parts.append(f'<path d="M{x:.1f} {y + 1} l4.5 {(ROW - 2) / 2} l-4.5 {(ROW - 2) / 2} l-4.5 {-(ROW - 2) / 2} z" '
                         f'fill="{colors["mark"]}"/>')
    numbers = " / ".join(f"{found[version]:.2f}" if version in found else "–" for version in versions)
    return [*parts, text(WIDTH - 6, y + 13, numbers, 'class="small" text-anchor="end"')]


def draw(rows, versions, theme):
    """The chart in the colors of a theme."""
    colors = THEMES[theme]
    found = [{v: r["peers"][v]["ratio"] for v in versions if v in r["peers"]} for r in rows]
    order = sorted(range(len(rows)), key=lambda i: -found[i].get(versions[0], 0.0))
    axis, height = Axis([x for ratios in found for x in ratios.values()]), TOP + ROW * len(rows) + BOTTOM
    bottom = height - BOTTOM
    legend = f"bars: MuJoCo {versions[0]}" + "".join(f"; marks: MuJoCo {version}" for version in versions[1:])
    parts = [text(12, 20, f"Time of a step: MuJoCo's divided by ferrodyn's, {len(rows)} models, one core"),
             text(12, 39, legend, 'class="small"')]
    for tick in axis.ticks():
        x = axis.x(tick)
        parts += [line("one" if tick == 1 else "grid", x, TOP, x, bottom), text(x, bottom + 16, f"{tick:g}", 'text-anchor="middle"')]
    parts.append(text(axis.x(1) - 6, height - 4, "slower", 'class="small" text-anchor="end"'))
    parts.append(text(axis.x(1) + 6, height - 4, "faster than MuJoCo", 'class="small"'))
    for place, i in enumerate(order):
        parts += row(axis, TOP + ROW * place, rows[i]["model"], found[i], versions, colors)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">'
    page = f'<rect width="{WIDTH}" height="{height}" fill="{colors["page"]}"/>'
    title = f"<title>Time of a step: MuJoCo's divided by ferrodyn's, on {len(rows)} models</title>"
    return "\n".join([head, title, STYLE.format(**colors), page, *parts, "</svg>"]) + "\n"


def write(path, rows, versions):
    """Writes a picture for each theme beside `path`: docs/steps.svg becomes docs/steps-light.svg and docs/steps-dark.svg."""
    for theme in THEMES:
        path.with_name(f"{path.stem}-{theme}.svg").write_text(draw(rows, versions, theme), encoding="utf-8")
