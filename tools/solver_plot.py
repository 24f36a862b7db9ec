"""The picture of tools/solver_speed.py: time against contacts, both in powers of ten, as SVG."""

import math

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 62, 150, 20, 46
COLORS = {"PGS": "#d1495b", "CG": "#2e86ab", "Newton": "#3a9d5d"}
STYLE = """<style>
  text { font: 13px sans-serif; fill: #24292f; }
  .axis { stroke: #24292f; } .grid { stroke: #24292f; opacity: 0.15; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .axis { stroke: #e6edf3; } .grid { stroke: #e6edf3; }
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

    def x(self, contacts):
        return LEFT + (math.log10(contacts) - self.x0) / (self.x1 - self.x0) * (WIDTH - LEFT - RIGHT)

    def y(self, time):
        return HEIGHT - BOTTOM - (math.log10(time) - self.y0) / (self.y1 - self.y0) * (HEIGHT - TOP - BOTTOM)


def line(kind, x0, y0, x1, y1):
    return f'<line class="{kind}" x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>'


def text(x, y, words, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def axes(scale):
    """Grid, numbers and titles."""
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = [line("axis", LEFT, bottom, right, bottom), line("axis", LEFT, TOP, LEFT, bottom)]
    for power in range(scale.y0, scale.y1 + 1):
        y = scale.y(10.0**power)
        label = f"{10**power} µs" if power < 3 else f"{10 ** (power - 3)} ms" if power < 6 else "1 s"
        parts += [line("grid", LEFT, y, right, y), text(LEFT - 6, y + 4, label, 'text-anchor="end"')]
    for decade in range(4):
        for contacts in (k * 10**decade for k in (1, 2, 5)):
            if scale.x0 <= math.log10(contacts) <= scale.x1:
                x = scale.x(contacts)
                parts += [line("grid", x, TOP, x, bottom),
                          text(x, bottom + 18, contacts, 'text-anchor="middle"')]
    parts.append(text((LEFT + right) / 2, HEIGHT - 8, "contacts", 'text-anchor="middle"'))
    return parts


def plot(curves):
    """An SVG of `{(engine, solver): [(contacts, us), ...]}`: ferrodyn solid, MuJoCo dashed."""
    scale = Scale([point for points in curves.values() for point in points])
    parts = axes(scale)
    for (engine, solver), points in curves.items():
        dashes = "" if engine == "ferrodyn" else ' stroke-dasharray="5 4"'
        path = " ".join(f"{scale.x(x):.1f},{scale.y(y):.1f}" for x, y in sorted(points))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{COLORS[solver]}" stroke-width="2"{dashes}/>')
    for i, (engine, solver) in enumerate(curves):
        x, y = WIDTH - RIGHT + 12, TOP + 10 + 22 * i
        dashes = "" if engine == "ferrodyn" else ' stroke-dasharray="5 4"'
        parts.append(f'<line x1="{x}" y1="{y}" x2="{x + 26}" y2="{y}" stroke="{COLORS[solver]}" stroke-width="2"{dashes}/>')
        parts.append(text(x + 32, y + 4, f"{solver}, {engine}"))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    title = "<title>Time of a solve against the number of contacts</title>"
    return "\n".join([head, title, STYLE, *parts, "</svg>"]) + "\n"
