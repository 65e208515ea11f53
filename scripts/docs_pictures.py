#!/usr/bin/env python3
"""Draws the pictures of the concept pages into docs/images/concepts: docs_pictures.py [--check]

With --check it writes nothing and fails if a picture there is not what it would draw.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import docs_pictures_depth  # noqa: E402
from docs_drawing import Drawing, between, blob, closest, dot, fan, grown, overlap  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images" / "concepts"
PEAR, STAR = [(2, 0.12), (3, 0.08)], [(5, 0.13), (2, 0.06)]


def mesh(drawing, triangles, kind):
    for triangle in triangles:
        drawing.polygon(triangle, kind)


def collide():
    d = Drawing("Two meshes that overlap; the pairs of triangles that share a point are marked", 250)
    a = fan(blob((250, 125), 100, PEAR, count=14), (250, 125))
    b = fan(blob((400, 125), 92, [(3, 0.1)], 0.5, count=14), (400, 125))
    touching_a = [t for t in a if any(overlap(t, u) for u in b)]
    touching_b = [u for u in b if any(overlap(t, u) for t in a)]
    mesh(d, [t for t in a if t not in touching_a], "a")
    mesh(d, [u for u in b if u not in touching_b], "b")
    mesh(d, touching_a + touching_b, "hit")
    d.text((120, 60), "A")
    d.text((520, 60), "B")
    d.text((628, 206), "red: every pair of", "end", "small")
    d.text((628, 224), "triangles that shares", "end", "small")
    d.text((628, 242), "a point", "end", "small")
    return d


def distance():
    d = Drawing("Two bodies, the shortest line between them, and the bracket of its length", 300)
    a, b = blob((190, 110), 88, PEAR), blob((470, 115), 84, STAR, 0.3)
    d.polygon(a, "a")
    d.polygon(b, "b")
    p, q = closest(a, b)
    d.line([p, q], "hit line")
    dot(d, p)
    dot(d, q)
    d.text((p[0] - 10, p[1] - 10), "point_a", "end", "small")
    d.text((q[0] + 10, q[1] - 10), "point_b", "start", "small")
    d.text((110, 50), "A")
    d.text((550, 50), "B")
    d.arrow((90, 258), (575, 258))
    d.text((585, 263), "length", "start", "small")
    d.line([(90, 251), (90, 265)], "ink")
    d.text((90, 283), "0", kind="small")
    d.polygon([(300, 251), (380, 251), (380, 265), (300, 265)], "good")
    d.line([(352, 246), (352, 270)], "hit line")
    d.text((300, 290), "lower", kind="small")
    d.text((380, 290), "upper", kind="small")
    d.text((352, 238), "the distance", kind="small")
    return d


def within():
    d = Drawing("A body with a band of width d around it; one body reaches into the band, another does not", 250)
    a = blob((215, 125), 62, PEAR)
    d.polygon(grown(a, 38), "good dash")
    d.polygon(a, "a")
    edge = max(a, key=lambda p: -p[0] - p[1])
    out = grown(a, 38)[a.index(edge)]
    d.arrow(edge, out)
    d.text((out[0] - 8, out[1] - 2), "d", "end")
    d.polygon(blob((352, 118), 52, STAR, 0.2), "b")
    d.polygon(blob((520, 150), 46, [(3, 0.1)], 0.9), "b")
    d.text((215, 130), "A")
    d.text((355, 123), "yes")
    d.text((520, 155), "no")
    return d


def points():
    d = Drawing("A closed body with points outside, inside and on it, each with its signed distance", 250)
    body = blob((300, 125), 86, [(2, 0.2), (3, 0.12)])
    d.polygon(body, "a")
    for at, words, where in (((480, 75), "outside: +", "start"), ((290, 140), "inside: −", "start")):
        p, _ = closest(body, [at, at])
        d.line([at, p], "hit line")
        dot(d, at)
        dot(d, p, "hit")
        d.text((at[0] + 10, at[1] + 18), words, where, "small")
    on = body[9]
    dot(d, on, "hit")
    d.text((on[0] - 12, on[1] + 4), "on the surface: 0", "end", "small")
    d.text((478, 40), "closest point", "middle", "small")
    p, _ = closest(body, [(480, 75), (480, 75)])
    d.arrow((434, 42), (p[0] + 5, p[1] - 8), "faint")
    return d


def self_contact():
    d = Drawing("A strip that crosses itself, marked; neighbours that only share a corner are not in contact", 240)
    loop = [(60, 190), (120, 165), (180, 128), (240, 84), (300, 52), (352, 52), (370, 92), (340, 132), (285, 150),
            (230, 138), (190, 98), (165, 50)]
    d.line(loop, "a line")
    for p in loop:
        dot(d, p, "a")
    d.circle((203, 111), 13, "hit")
    d.text((262, 106), "contact", "start", "small")
    neighbours = [(440, 170), (500, 120), (560, 150), (610, 90)]
    d.line(neighbours, "a line")
    for p in neighbours:
        dot(d, p, "a")
    d.circle(neighbours[1], 12, "good dash")
    d.text((500, 92), "common corner: none", "middle", "small")
    return d


def boxes_over(drawing, curve, kind):
    """The axis-aligned boxes of three levels over a curve."""
    for level, pieces in enumerate((1, 2, 4)):
        size = (len(curve) - 1) // pieces
        for i in range(pieces):
            part = curve[i * size : (i + 1) * size + 1]
            pad = 9 - 3 * level
            (x, y), (u, v) = [(f(p[0] for p in part), f(p[1] for p in part)) for f in (min, max)]
            x, y, u, v = x - pad, y - pad, u + pad, v + pad
            drawing.polygon([(x, y), (u, y), (u, v), (x, v)], kind)


def refit():
    d = Drawing("A strip and its tree of boxes before and after it is bent: the same tree with new boxes", 250)
    flat = [(40 + 14 * i, 150 - 18 * math.sin(i / 2.4)) for i in range(17)]
    turns = [3.6 + i / 4.6 for i in range(17)]
    bent = [(485 + (70 + 3 * i) * math.cos(t), 135 + (60 + 2.4 * i) * math.sin(t)) for i, t in enumerate(turns)]
    for curve in (flat, bent):
        boxes_over(d, curve, "faint hollow")
        d.line(curve, "a line")
        for p in curve:
            dot(d, p, "a")
    d.arrow((300, 130), (365, 130))
    d.text((332, 118), "refit", "middle", "small")
    d.text((152, 228), "built once", "middle", "small")
    d.text((490, 240), "same tree, new boxes", "middle", "small")
    return d


def box(x, y, w, h):
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def clash():
    d = Drawing("Four kinds of finding: clash, inside, touch, clearance", 230)
    places = [80, 240, 400, 560]
    for x, name in zip(places, ("clash", "inside", "touch", "clearance")):
        d.text((x, 212), name)
    d.polygon(box(25, 60, 70, 100), "a")
    d.polygon(box(75, 90, 60, 70), "b")
    d.polygon(box(75, 90, 20, 70), "hit")
    d.polygon(box(180, 50, 120, 115), "a")
    d.polygon(box(215, 85, 50, 50), "hit")
    d.polygon(box(345, 60, 55, 100), "a")
    d.polygon(box(400, 85, 55, 75), "b")
    d.line([(400, 85), (400, 160)], "hit line")
    d.polygon(box(500, 60, 48, 100), "a")
    d.polygon(box(572, 85, 48, 75), "b")
    d.line([(548, 122), (572, 122)], "hit line")
    d.text((560, 112), "c", "middle", "small")
    return d


def solids():
    d = Drawing("What is inside of a mesh of several shells: nested shells alternate, crossing ones are united", 235)

    def panel(x, outlines, crossing, words):
        """The region between outlines, the parts of surfaces that are inside of others, and what is said of both."""
        d.region(outlines, "a")
        for part in crossing:
            d.line(part, "a dash")
        for row, word in enumerate(words):
            d.text((x, 198 + 18 * row), word, "middle", "small")

    panel(82, [box(14, 30, 136, 136), box(36, 52, 92, 92), box(58, 74, 48, 48)], [],
          ("within each other:", "in, out, in"))
    union = [(176, 30), (264, 30), (264, 78), (306, 78), (306, 166), (218, 166), (218, 118), (176, 118)]
    panel(241, [union], [[(218, 118), (218, 78), (264, 78)], [(218, 118), (264, 118), (264, 78)]],
          ("crossing: united",))
    union = [(334, 30), (432, 30), (432, 68), (466, 68), (466, 166), (368, 166), (368, 128), (334, 128)]
    panel(400, [union, box(382, 80, 36, 36)], [[(368, 128), (368, 68), (432, 68)], [(368, 128), (432, 128), (432, 68)]],
          ("a hole in both", "of two that cross"))
    panel(560, [[(494, 30), (626, 30), (626, 60), (578, 60), (578, 120), (626, 120), (626, 166), (494, 166)]], [],
          ("touching is not crossing:", "the hole stays a hole"))
    d.line([(626, 60), (626, 120)], "a")
    for at, word in (((82, 103), "in"), ((82, 68), "out"), ((82, 46), "in"), ((241, 103), "in"), ((400, 103), "out"),
                     ((350, 60), "in"), ((602, 95), "out"), ((530, 95), "in")):
        d.text(at, word, "middle", "small")
    return d


def coherence():
    d = Drawing("A body on its way past another: the closest pair of one step is where the next search begins", 250)
    b = blob((320, 330), 190, [(9, 0.05)], count=60)
    d.polygon([p for p in b if p[1] < 235], "b")
    for i, x in enumerate((130, 225, 320, 415, 510)):
        kind = "a" if i == 2 else "faint"
        a = blob((x, 82 + 0.0012 * (x - 320) ** 2), 34, [(3, 0.15)], 0.35 * i)
        d.polygon(a, kind)
        p, q = closest(a, b)
        d.line([p, q], "hit line" if i == 2 else "faint dash")
    d.text((320, 30), "step n", "middle", "small")
    d.text((428, 30), "step n + 1", "middle", "small")
    d.text((632, 196), "the last pair is", "end", "small")
    d.text((632, 214), "tried first", "end", "small")
    return d


def exactness():
    d = Drawing("Every pair of triangles goes through a fast filter; what it cannot decide is decided exactly", 230)
    d.polygon(box(20, 90, 110, 50), "a")
    d.text((75, 120), "two triangles", "middle", "small")
    d.polygon(box(200, 88, 142, 54), "good")
    d.text((270, 112), "filter: doubles", "middle", "small")
    d.text((270, 129), "with proved bounds", "middle", "small")
    d.polygon(box(415, 150, 130, 50), "b")
    d.text((480, 180), "exact arithmetic", "middle", "small")
    d.arrow((130, 115), (198, 115))
    d.line([(342, 105), (378, 60)], "ink")
    d.arrow((378, 60), (573, 60))
    d.text((455, 50), "surely yes, surely no", "middle", "small")
    d.line([(342, 125), (378, 175)], "ink")
    d.arrow((378, 175), (413, 175))
    d.text((352, 172), "maybe", "end", "small")
    d.line([(545, 175), (590, 175)], "ink")
    d.arrow((590, 175), (590, 76))
    d.text((590, 65), "answer", "start", "small")
    return d


def capsule(p, q, r):
    angle = math.atan2(q[1] - p[1], q[0] - p[0])
    ends = []
    for centre, start in ((q, angle - math.pi / 2), (p, angle + math.pi / 2)):
        turns = [start + math.pi * k / 10 for k in range(11)]
        ends += [(centre[0] + r * math.cos(turn), centre[1] + r * math.sin(turn)) for turn in turns]
    return ends


def volumes():
    d = Drawing("The same piece of surface in a sphere, in boxes, in a swept sphere and in a k-DOP", 190)
    for x, name in zip((70, 195, 320, 445, 570), ("sphere", "aabb", "obb", "lss, rss", "k-DOP")):
        curve = [(x - 38 + 7.6 * i, 118 - 6.2 * i - 9 * math.sin(i * 0.9)) for i in range(11)]
        p, q = curve[0], curve[-1]
        along = (q[0] - p[0], q[1] - p[1])
        normal = (-along[1] / math.hypot(*along) * 13, along[0] / math.hypot(*along) * 13)
        if name == "sphere":
            d.circle(between(p, q, 0.5), 53, "good")
        elif name == "aabb":
            d.polygon(box(x - 40, 50, 80, 70), "good")
        elif name == "obb":
            p, q = between(p, q, -0.04), between(p, q, 1.04)
            corners = ((p, 1), (q, 1), (q, -1), (p, -1))
            d.polygon([(e[0] + s * normal[0], e[1] + s * normal[1]) for e, s in corners], "good")
        elif name == "lss, rss":
            d.polygon(capsule(between(p, q, 0.1), between(p, q, 0.9), 14), "good")
        else:
            d.polygon([(x - 42, 121), (x - 42, 102), (x + 9, 51), (x + 40, 51), (x + 40, 73), (x - 8, 121)], "good")
        d.line(curve, "a line")
        d.text((x, 172), name)
    return d


PICTURES = [collide, distance, within, points, self_contact, refit, clash, solids, coherence, exactness, volumes,
            *docs_pictures_depth.PICTURES]


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("usage: docs_pictures.py [--check]")
    FOLDER.mkdir(parents=True, exist_ok=True)
    stale = []
    for draw in PICTURES:
        file, svg = FOLDER / f"{draw.__name__}.svg", draw().svg()
        if check:
            stale += [] if file.exists() and file.read_text(encoding="utf-8") == svg else [file.name]
        else:
            file.write_text(svg, encoding="utf-8")
    for name in stale:
        print(f"docs/images/concepts/{name} is not what scripts/docs_pictures.py draws")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
