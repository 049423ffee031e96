# SPDX-License-Identifier: MIT
"""plot.py - work-precision curves as SVG: CPU time over relative error, both logarithmic, a panel for each case.

Down and to the left is better. Quantized methods are drawn in colours, those that move all states together dashed and dark, ngspice dotted. Who
is never within three times of the best of its side is left out."""
import math

PANEL, HEIGHT, LEFT, TOP, BOTTOM, LEGEND = 330, 300, 52, 30, 40, 118
COLOURS = ("#c0392b", "#e08e0b", "#1e8449", "#2471a3", "#7d3c98", "#d35fa8")
DARK = ("#222222", "#666666", "#8c6d46", "#4d6a75")
GRID = [10**(-k / 2) for k in range(2, 13)]
SHOWN = {"ours": 5, "classic": 3, "ngspice": 1}


def rank(case, side, contestant):
    """How near it comes to the best of its side over the errors that people ask for; None: nowhere within three times."""
    ratios = []
    for error in GRID:
        time = contestant.time_at(error)
        if time and time < 3 * case.best(side, error)[0]:
            ratios.append(time / case.best(side, error)[0])
    return (contestant.name != "auto", sum(ratios) / len(ratios) / len(ratios), contestant.name) if ratios else None


def wanted(case):
    """(contestant, colour, dashes) in the order of the legend."""
    found = []
    for side, colours, dashes in (("ours", COLOURS, ""), ("classic", DARK, "5 3"), ("ngspice", ("#999900",), "1.5 3")):
        ranked = [(rank(case, side, c), c) for c in case.of(side)]
        ranked = sorted((pair for pair in ranked if pair[0]), key=lambda pair: pair[0])
        found += [(c, colour, dashes) for (_, c), colour in zip(ranked[:SHOWN[side]], colours)]
    return found


def drawn(contestant):
    """Its points, but those so far off that nobody would use them."""
    return [(error, time) for error, time in contestant.points if error < 0.5]


class Scale:
    """A logarithmic axis from low to high on pixels a..b."""

    def __init__(self, values, a, b):
        self.low, self.high = math.floor(min(values) + 1e-9), math.ceil(max(values) - 1e-9)
        self.high = max(self.high, self.low + 1)
        self.a, self.b = a, b

    def at(self, value):
        return self.a + (math.log10(value) - self.low) / (self.high - self.low) * (self.b - self.a)

    def ticks(self):
        step = 1 if self.high - self.low <= 7 else 2
        return [10.0**k for k in range(self.low, self.high + 1, step)]


def seconds(value):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= 0.99 * size:
            return f"{value / size:g} {unit}"
    return f"{value / 1e-9:g} ns"


def text(x, y, words, anchor="start", size=11, extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{extra}>{words}</text>'


def grid(x, y, label):
    out = []
    for value in x.ticks():
        out.append(f'<line x1="{x.at(value):.1f}" x2="{x.at(value):.1f}" y1="{y.a}" y2="{y.b}" stroke="#dddddd"/>')
        out.append(text(x.at(value), y.a + 15, f"1e{round(math.log10(value))}", "middle", 10))
    for value in y.ticks():
        out.append(f'<line x1="{x.a}" x2="{x.b}" y1="{y.at(value):.1f}" y2="{y.at(value):.1f}" stroke="#dddddd"/>')
        out.append(text(x.a - 5, y.at(value) + 4, seconds(value), "end", 10))
    out.append(text((x.a + x.b) / 2, y.a + 31, "relative error", "middle"))
    out.append(text(x.a, y.b - 10, label, "start", 12, ' font-weight="bold"'))
    return out


def curve(contestant, x, y, colour, dashes):
    points = " ".join(f"{x.at(error):.1f},{y.at(time):.1f}" for error, time in drawn(contestant))
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    dots = "".join(f'<circle cx="{x.at(error):.1f}" cy="{y.at(time):.1f}" r="2.3" fill="{colour}"/>' for error, time in drawn(contestant))
    return [f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"{dash}/>', dots]


def panel(case, left):
    shown = wanted(case)
    points = [point for c, *_ in shown for point in drawn(c)]
    if not points:
        return []
    x = Scale([math.log10(error) for error, _ in points], left + LEFT, left + LEFT + PANEL)
    y = Scale([math.log10(time) for _, time in points], TOP + HEIGHT, TOP)
    out = grid(x, y, f"{case.title}, {case.name}" if case.name != case.problem else case.title)
    for row, (c, colour, dashes) in enumerate(shown):
        out += curve(c, x, y, colour, dashes)
        at, line = x.b + 10, TOP + 12 + 16 * row
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        out.append(f'<line x1="{at}" x2="{at + 18}" y1="{line - 4}" y2="{line - 4}" stroke="{colour}" stroke-width="1.6"{dash}/>')
        out.append(text(at + 23, line, c.name, "start", 10))
    return out


def svg(cases):
    """One picture of the cases of a problem; None: nothing to draw."""
    step = LEFT + PANEL + LEGEND + 10
    drawn = [case for case in cases if any(c.points for c in case.all)]
    if not drawn:
        return None
    columns = 2 if len(drawn) > 1 else 1
    rows = -(-len(drawn) // columns)
    high = TOP + HEIGHT + BOTTOM + 10
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * step} {rows * high}" font-family="sans-serif">',
           '<rect width="100%" height="100%" fill="white"/>']
    for k, case in enumerate(drawn):
        out.append(f'<g transform="translate(0 {k // columns * high})">')
        out += panel(case, k % columns * step)
        out.append("</g>")
    return "\n".join(out) + "\n</svg>\n"
