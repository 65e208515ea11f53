"""The six pictures of the page on how deep and how much: depth, reach, way out, volume, stray, tolerance."""

import math

from docs_drawing import Drawing, between, dot

FLOOR = 130  # the height of A's face in the pictures of a block that is sunk


def block(x, y, w, h):
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def measure(drawing, start, end, words, where="start"):
    """A length between two points, with arrows at both ends."""
    middle = between(start, end, 0.5)
    drawing.arrow(middle, start)
    drawing.arrow(middle, end)
    shift = 8 if where == "start" else -8 if where == "end" else 0
    drawing.text((middle[0] + shift, middle[1] + 5), words, where, "small")


def depth():
    d = Drawing("Depth: the largest sum of the distances of a common point from both surfaces", 270)
    # A face sunk by 60: every point between the faces has the same sum.
    d.polygon(block(20, FLOOR, 250, 100), "a")
    d.polygon(block(70, 50, 150, FLOOR - 50 + 60), "b")
    d.polygon(block(70, FLOOR, 150, 60), "hit")
    x = (130, FLOOR + 22)
    measure(d, x, (130, FLOOR), "d_A(x)")
    measure(d, x, (130, FLOOR + 60), "d_B(x)")
    dot(d, x)
    d.text((118, FLOOR + 27), "x", "end")
    d.text((36, FLOOR + 90), "A", "start")
    d.text((86, 74), "B", "start")
    d.text((145, 258), "a face sunk by s: depth s", kind="small")
    # Two discs.
    r, big, left, right = 62, 84, (420, 130), (526, 130)
    d.circle(left, r, "a")
    d.circle(right, big, "b")
    overlap_left, overlap_right = right[0] - big, left[0] + r
    middle = (0.5 * (overlap_left + overlap_right), 130)
    measure(d, (overlap_left, 130), (overlap_right, 130), "")
    dot(d, middle)
    d.text((middle[0], 118), "depth", kind="small")
    d.text((374, 100), "A", "start")
    d.text((590, 100), "B", "start")
    d.text((480, 258), "balls r, R, centres c apart: r + R - c", kind="small")
    return d


def reach():
    d = Drawing("Reach: how far the surface of one gets inside the other, both ways", 270)
    d.polygon(block(20, FLOOR, 250, 100), "a")
    tip = (145, FLOOR + 70)
    d.polygon([(85, 50), (205, 50), tip], "b")
    measure(d, (145, FLOOR), tip, "")
    dot(d, tip)
    d.text((180, FLOOR + 42), "reach of B", "start", "small")
    d.text((36, FLOOR + 90), "A", "start")
    d.text((145, 76), "B")
    d.text((145, 258), "how far the surface of B gets inside A", kind="small")
    # The same part twice: no surface is inside.
    d.polygon(block(390, 70, 200, 120), "a")
    d.polygon(block(390, 70, 200, 120), "b")
    d.circle((490, 130), 60, "hit dash")
    d.text((490, 135), "depth 120")
    d.text((490, 222), "no point of a surface is inside: reach 0", kind="small")
    d.text((490, 258), "a part placed twice: the depth tells", kind="small")
    return d


def way_out():
    d = Drawing("Way out: the shortest move of B after which nothing of it is in A", 270)
    d.polygon(block(20, FLOOR, 250, 100), "a")
    d.polygon(block(70, 55, 150, FLOOR - 55 + 45), "b")
    d.line(block(70, 10, 150, FLOOR - 10) + [(70, 10)], "b dash")
    d.arrow((145, FLOOR + 45), (145, FLOOR + 2))
    d.text((153, FLOOR + 28), "way out", "start", "small")
    d.text((36, FLOOR + 90), "A", "start")
    d.text((86, 112), "B", "start")
    d.text((145, 258), "a face sunk: as long as the depth", kind="small")
    # A pin in a bore that is too narrow by 2 x 9.
    d.polygon(block(370, 70, 80, 130), "a")
    d.polygon(block(530, 70, 80, 130), "a")
    d.polygon(block(441, 70, 98, 130), "b")
    d.polygon(block(441, 70, 9, 130), "hit")
    d.polygon(block(530, 70, 9, 130), "hit")
    d.line(block(441, 10, 98, 60) + [(441, 10)], "b dash")
    d.arrow((490, 198), (490, 72))
    d.text((498, 140), "way", "start", "small")
    d.text((498, 158), "out", "start", "small")
    d.text((386, 186), "A", "start")
    d.text((462, 186), "B")
    d.arrow((405, 222), (440, 203), "faint")
    d.text((402, 230), "depth", "end", "small")
    d.text((490, 258), "a pin pressed in: as long as the bore", kind="small")
    return d


def volume():
    d = Drawing("Volume: what both have in common, and its centre", 240)
    d.polygon(block(120, 90, 260, 110), "a")
    corner = [(300, 30), (450, 105), (375, 195), (262, 140)]
    d.polygon(corner, "b")
    # B's outline crosses A's where its left side is at y = 90, and its lower right one at x = 380.
    left = between(corner[0], corner[3], (90 - 30) / (140 - 30))
    right = between(corner[1], corner[2], (450 - 380) / (450 - 375))
    common = [left, (380, 90), right, corner[2], corner[3]]
    d.polygon(common, "hit")
    centre = centroid(common)
    dot(d, centre)
    d.text((centre[0] - 8, centre[1] - 8), "centre", "end", "small")
    d.text((136, 186), "A", "start")
    d.text((316, 64), "B")
    d.text((600, 130), "red: the overlap,", "end", "small")
    d.text((600, 148), "whose volume is told", "end", "small")
    d.text((320, 230), "0 for parts that touch, however large the face", kind="small")
    return d


def centroid(polygon):
    area = x = y = 0.0
    for p, q in zip(polygon, polygon[1:] + polygon[:1]):
        cross = p[0] * q[1] - q[0] * p[1]
        area, x, y = area + cross, x + (p[0] + q[0]) * cross, y + (p[1] + q[1]) * cross
    return (x / (3 * area), y / (3 * area))


def stray():
    d = Drawing("Stray: how far triangles are from the surface that they stand for", 250)
    arc = circle_arc((150, 215), 140, 1.05)
    chords = arc[::20]
    d.line(arc, "a line")
    d.line(chords, "ink")
    for p in chords:
        dot(d, p)
    d.line([between(chords[1], chords[2], 0.5), arc[30]], "hit line")
    d.text((arc[30][0] - 6, arc[30][1] - 12), "stray", "end", "small")
    d.text((20, 240), "blue: the surface; black: its triangles", "start", "small")
    # A pin that fills its bore: corners of one stand in the chords of the other.
    centre, r = (480, 125), 92
    d.circle(centre, r, "a hollow line")
    for turn, kind in ((0, "a"), (math.pi / 8, "b")):
        corners = [(centre[0] + r * math.cos(turn + k * math.pi / 4), centre[1] + r * math.sin(turn + k * math.pi / 4))
                   for k in range(8)]
        d.line(corners + corners[:1], f"{kind} line")
    d.text((centre[0], 120), "bore (blue) and", kind="small")
    d.text((centre[0], 138), "pin (orange)", kind="small")
    d.text((centre[0], 240), "triangles are in each other, surfaces are not", kind="small")
    return d


def circle_arc(centre, radius, half):
    """61 points of an arc around the top."""
    angles = [-half + 2 * half * k / 60 for k in range(61)]
    return [(centre[0] + radius * math.sin(t), centre[1] - radius * math.cos(t)) for t in angles]


def tolerance():
    d = Drawing("Tolerance: what a team accepts; the bracket of the depth, widened by the strays, lies above, around or "
                "below it", 230)
    left, right = 110, 560
    for y, words, low, high, kind in ((70, "clash", 330, 450, "hit"), (120, "perhaps", 190, 360, "b"),
                                      (170, "touch", 112, 210, "good")):
        d.arrow((left, y), (right, y), "faint")
        d.polygon(block(low, y - 8, high - low, 16), kind)
        d.text((left - 12, y + 5), words, "end", "small")
    d.line([(260, 42), (260, 196)], "ink dash")
    d.text((260, 32), "tolerance", kind="small")
    d.text((left, 215), "0", kind="small")
    d.text((right, 215), "depth, widened by the strays", "end", "small")
    return d


PICTURES = [depth, reach, way_out, volume, stray, tolerance]
