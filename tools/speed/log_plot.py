"""Pictures of time or error against size, both in powers of ten, as SVG: ours solid, MuJoCo's dashed."""

import math

WIDTH, HEIGHT = 730, 400
LEFT, RIGHT, TOP, BOTTOM = 62, 232, 20, 46
COLORS = ["#d1495b", "#2e86ab", "#3a9d5d"]
STYLE = """<style>
  text { font: 13px sans-serif; fill: #24292f; }
  .axis { stroke: #24292f; } .grid { stroke: #24292f; opacity: 0.15; } .page { fill: #ffffff; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .axis { stroke: #e6edf3; } .grid { stroke: #e6edf3; } .page { fill: #0d1117; }
  }
</style>"""


def crossings(one, other):
    """The numbers of contacts at which two curves over the same scenes cross."""
    found, before = [], None
    for (contacts, time), (_, time_of_other) in zip(one, other):
        gap = math.log(time / time_of_other)
        if before and before[1] * gap < 0:
            share = before[1] / (before[1] - gap)
            found.append(before[0] * (contacts / before[0]) ** share)
        before = contacts, gap
    return found


class Scale:
    """Logarithmic axes that hold all points."""

    def __init__(self, points):
        xs, ys = zip(*points)
        self.x0, self.x1 = math.log10(min(xs)), math.log10(max(xs))
        self.y0, self.y1 = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)))

    def x(self, size):
        return LEFT + (math.log10(size) - self.x0) / (self.x1 - self.x0) * (WIDTH - LEFT - RIGHT)

    def y(self, time):
        return HEIGHT - BOTTOM - (math.log10(time) - self.y0) / (self.y1 - self.y0) * (HEIGHT - TOP - BOTTOM)


def line(kind, x0, y0, x1, y1):
    return f'<line class="{kind}" x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>'


def text(x, y, words, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def duration(power):
    """A power of ten of microseconds in words."""
    unit = power // 3 if power < 6 else 2
    return f"{10 ** (power - 3 * unit)} {('µs', 'ms', 's')[unit]}"


def percent(power):
    """A power of ten as a percentage."""
    return f"{100 * 10.0**power:g} %"


def power_of_n(exponent):
    """n to a power, raised."""
    return f'n<tspan dy="-5" font-size="10">{exponent:.2f}</tspan>'


def axes(scale, sizes, words):
    """Grid, numbers and what sizes are; `words` say what a power of ten is."""
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = [line("axis", LEFT, bottom, right, bottom), line("axis", LEFT, TOP, LEFT, bottom)]
    for power in range(scale.y0, scale.y1 + 1):
        y = scale.y(10.0**power)
        parts += [line("grid", LEFT, y, right, y), text(LEFT - 6, y + 4, words(power), 'text-anchor="end"')]
    for decade in range(4):
        for size in (k * 10**decade for k in (1, 2, 5)):
            if scale.x0 <= math.log10(size) <= scale.x1:
                x = scale.x(size)
                parts += [line("grid", x, TOP, x, bottom), text(x, bottom + 18, size, 'text-anchor="middle"')]
    parts.append(text((LEFT + right) / 2, HEIGHT - 8, sizes, 'text-anchor="middle"'))
    return parts


def plot(curves, title, sizes, notes=None, words=duration):
    """An SVG of `{(engine, kind): [(size, us), ...]}`; notes are what the legend says beyond that."""
    scale = Scale([point for points in curves.values() for point in points])
    parts = axes(scale, sizes, words)
    kinds = list(dict.fromkeys(kind for _, kind in curves))
    for i, ((engine, kind), points) in enumerate(curves.items()):
        pen = f'stroke="{COLORS[kinds.index(kind)]}" stroke-width="2"'
        pen += "" if engine == "ferrodyn" else ' stroke-dasharray="5 4"'
        path = " ".join(f"{scale.x(x):.1f},{scale.y(y):.1f}" for x, y in sorted(points))
        parts.append(f'<polyline points="{path}" fill="none" {pen}/>')
        x, y = WIDTH - RIGHT + 12, TOP + 10 + 22 * i
        note = f": {notes[engine, kind]}" if notes else ""
        parts.append(f'<line x1="{x}" y1="{y}" x2="{x + 26}" y2="{y}" {pen}/>')
        parts.append(text(x + 32, y + 4, f"{kind}, {engine}{note}"))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    page = f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>'
    return "\n".join([head, f"<title>{title}</title>", STYLE, page, *parts, "</svg>"]) + "\n"
