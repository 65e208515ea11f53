"""Small drawings as SVG. Colours of lines and words follow the page's scheme where the drawing is part of a page, and
the reader's own preference where it stands alone."""

import math

WIDTH = 640
STYLE = """
.pic text { font: 15px system-ui, sans-serif; fill: var(--md-typeset-color, var(--pic-ink)); stroke: none; }
.pic text.small { font-size: 13px; }
.pic { --pic-ink: #2b3340; fill: none; stroke-linejoin: round; stroke-linecap: round; max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { .pic { --pic-ink: #d5dae3; } }
.pic .ink { stroke: var(--md-typeset-color, var(--pic-ink)); stroke-width: 1.4; }
.pic .faint { stroke: var(--md-typeset-color, var(--pic-ink)); stroke-opacity: 0.35; stroke-width: 1.2; }
.pic .a { stroke: #3b7dd8; fill: #3b7dd8; fill-opacity: 0.13; stroke-width: 1.3; }
.pic .b { stroke: #d98314; fill: #d98314; fill-opacity: 0.13; stroke-width: 1.3; }
.pic .hit { stroke: #d63f4b; fill: #d63f4b; fill-opacity: 0.45; stroke-width: 1.6; }
.pic .good { stroke: #2f9e6e; fill: #2f9e6e; fill-opacity: 0.16; stroke-width: 1.6; }
.pic .line { fill: none; stroke-width: 2.2; }
.pic .hollow { fill: none; }
.pic .dash { stroke-dasharray: 5 5; }
"""


class Drawing:
    def __init__(self, title, height=240):
        self.title, self.height, self.parts = title, height, []

    def polygon(self, points, kind):
        self.parts.append(f'<polygon class="{kind}" points="{spelled(points)}"/>')

    def region(self, outlines, kind):
        """What is within an odd number of the outlines."""
        path = " ".join("M " + " L ".join(f"{x:.1f},{y:.1f}" for x, y in points) + " Z" for points in outlines)
        self.parts.append(f'<path class="{kind}" fill-rule="evenodd" d="{path}"/>')

    def line(self, points, kind):
        self.parts.append(f'<polyline class="{kind} hollow" points="{spelled(points)}"/>')

    def circle(self, centre, radius, kind):
        self.parts.append(f'<circle class="{kind}" cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" r="{radius:.1f}"/>')

    def text(self, at, words, where="middle", kind=""):
        self.parts.append(f'<text class="{kind}" x="{at[0]:.1f}" y="{at[1]:.1f}" text-anchor="{where}">{words}</text>')

    def arrow(self, start, end, kind="ink"):
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        barbs = [(end[0] - 9 * math.cos(angle + s), end[1] - 9 * math.sin(angle + s)) for s in (0.42, -0.42)]
        self.line([start, end], kind)
        self.line([barbs[0], end, barbs[1]], kind)

    def svg(self):
        return (
            f'<svg class="pic" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" '
            f'width="{WIDTH}" height="{self.height}" role="img" aria-label="{self.title}">\n<style>{STYLE}</style>\n'
            + "\n".join(self.parts)
            + "\n</svg>\n"
        )


def dot(drawing, at, kind="ink"):
    drawing.circle(at, 3.2, kind)


def spelled(points):
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def blob(centre, radius, bumps, turn=0.0, count=26):
    """A closed curve whose radius waves: bumps are (how many, how deep)."""
    points = []
    for i in range(count):
        angle = 2 * math.pi * i / count
        r = radius * (1 + sum(depth * math.cos(n * angle + n) for n, depth in bumps))
        points.append((centre[0] + r * math.cos(angle + turn), centre[1] + r * math.sin(angle + turn)))
    return points


def fan(outline, centre, rings=3):
    """Triangles that fill an outline which can be seen whole from its centre."""
    layers = [[between(centre, p, k / rings) for p in outline] for k in range(1, rings + 1)]
    n = len(outline)
    triangles = [(centre, layers[0][i], layers[0][(i + 1) % n]) for i in range(n)]
    for inner, outer in zip(layers, layers[1:]):
        for i in range(n):
            j = (i + 1) % n
            triangles += [(inner[i], outer[i], outer[j]), (inner[i], outer[j], inner[j])]
    return triangles


def between(p, q, part):
    return (p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part)


def overlap(a, b):
    """Do two triangles of the plane share a point? By separating axes."""
    for polygon in (a, b):
        for i in range(3):
            (x, y), (u, v) = polygon[i], polygon[(i + 1) % 3]
            spread = [[(v - y) * p[0] - (u - x) * p[1] for p in t] for t in (a, b)]
            if max(spread[0]) < min(spread[1]) or max(spread[1]) < min(spread[0]):
                return False
    return True


def closest(a, b):
    """The closest points of two closed curves, given as polygons, finely sampled."""
    fine = [[between(p[i - 1], p[i], k / 12) for i in range(len(p)) for k in range(12)] for p in (a, b)]
    return min(((p, q) for p in fine[0] for q in fine[1]), key=lambda pq: math.dist(*pq))


def grown(outline, by):
    """An outline moved outwards, each corner along the mean of its sides' normals."""
    moved = []
    for i, p in enumerate(outline):
        q, r = outline[i - 1], outline[(i + 1) % len(outline)]
        normal = (r[1] - q[1], q[0] - r[0])
        scale = by / math.hypot(*normal)
        moved.append((p[0] + normal[0] * scale, p[1] + normal[1] * scale))
    return moved
