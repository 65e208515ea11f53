#include "leaf/triangle_triangle.h"

#include <cassert>
#include <utility>

namespace abut {

namespace {

using Signs = std::array<int, 3>;

// Corners of a form, as indices into the pair.
struct Corners {
  int first;
  TriangleForm form;

  int size() const { return corner_count(form); }
  int operator[](int i) const { return first + corner_index(form, i); }
};

// Strictly, all three.
bool on_one_side(const Signs& signs) { return std::abs(signs[0] + signs[1] + signs[2]) == 3; }

bool uncertain(const Signs& signs) { return signs[0] == 0 || signs[1] == 0 || signs[2] == 0; }

// Where the three corners q lie relative to the plane of the three corners p, all off by `error` at most; 0 means
// uncertain.
inline Signs certain_sides(const Vec3* p, const Vec3* q, double error) {
  using namespace orientation_filter;
  const Vec3 u = p[1] - p[0], v = p[2] - p[0];
  const Vec3 w[3] = {q[0] - p[0], q[1] - p[0], q[2] - p[0]};
  const double edge = largest(max(abs(u), abs(v)));
  const double reach = largest(max(abs(w[0]), max(abs(w[1]), abs(w[2]))));
  const double bound = determinant_bound(edge, reach, error);
  const Vec3 normal = cross(u, v);
  return {certain_sign(dot(normal, w[0]), bound), certain_sign(dot(normal, w[1]), bound),
          certain_sign(dot(normal, w[2]), bound)};
}
Signs certain_sides(const TestedPair& pair, int base, int other) {
  return certain_sides(&pair.corner(base), &pair.corner(other), pair.error());
}

void settle(TestedPair& pair, int base, int other, Signs& sides) {
  for (int i = 0; i < 3; ++i)
    if (sides[i] == 0) sides[i] = pair.exact_side(base, base + 1, base + 2, other + i);
}

// A projection along `axis` in which the triangle turns by `turn`, which is not 0.
struct Projection {
  int axis, turn;
};

// One exists because the triangle is not degenerate; the one with the largest rounded area is likely to need no exact
// arithmetic.
Projection projection_of(TestedPair& pair, int base) {
  const Vec3 area = abs(cross(pair.corner(base + 1) - pair.corner(base), pair.corner(base + 2) - pair.corner(base)));
  int axis = area.x > area.y ? 0 : 1;
  if (area.z > area[axis]) axis = 2;
  for (int tries = 0; tries < 3; ++tries, axis = (axis + 1) % 3)
    if (const int turn = pair.orientation2d(base, base + 1, base + 2, axis); turn != 0) return {axis, turn};
  assert(false && "a triangle without area under a nonsingular placement");
  return {axis, 1};
}

// Does a side of the projected triangle have all the other's corners strictly outside?
bool a_side_separates(TestedPair& pair, int base, const Projection& projection, const Corners& other) {
  for (int i = 0; i < 3; ++i) {
    bool outside = true;
    for (int j = 0; outside && j < other.size(); ++j)
      outside = pair.orientation2d(base + i, base + (i + 1) % 3, other[j], projection.axis) == -projection.turn;
    if (outside) return true;
  }
  return false;
}

// Coplanar triangles: closed convex polygons are disjoint if and only if a side of one has the other strictly outside.
bool coplanar_triangles_touch(TestedPair& pair) {
  const Projection of_a = projection_of(pair, 0);
  if (a_side_separates(pair, 0, of_a, {3, TriangleForm::triangle})) return false;
  const Projection of_b{of_a.axis, pair.orientation2d(3, 4, 5, of_a.axis)};
  return !a_side_separates(pair, 3, of_b, {0, TriangleForm::triangle});
}

// A side is uncertain, most often because corners lie in the other's plane as they do in flat faces, and exact
// arithmetic is dear. Triangles whose projections are certainly apart are apart, in one plane or not. Only some are
// recognised.
bool projections_certainly_apart(const TestedPair& pair) {
  const Vec3 area = abs(cross(pair.corner(1) - pair.corner(0), pair.corner(2) - pair.corner(0)));
  const int axis = area.z >= std::max(area.x, area.y) ? 2 : area.x > area.y ? 0 : 1;
  const auto turn = [&](int i, int j, int k) {
    return orientation_filter::orientation2d(pair.corner(i), pair.corner(j), pair.corner(k), axis, pair.error());
  };
  for (const int base : {0, 3}) {
    const int inside = turn(base, base + 1, base + 2), other = 3 - base;
    if (inside == 0) continue;
    for (int i = 0; i < 3; ++i) {
      const int p = base + i, q = base + (i + 1) % 3;
      if (turn(p, q, other) == -inside && turn(p, q, other + 1) == -inside && turn(p, q, other + 2) == -inside)
        return true;
    }
  }
  return false;
}

// A triangle seen from a plane that it meets but does not lie in: `lone` and the two others, q and r, lie on opposite
// closed sides, so that the triangle's cut with the plane runs between the sides lone-q and lone-r. `lone` and q, and
// `lone` and r, are never both in the plane. `above` tells that the lone corner is on the positive closed side.
struct Straddle {
  int lone;
  bool above;
};

Straddle straddle(const Signs& sides) {
  for (int i = 0; i < 3; ++i)
    if (sides[i] != 0 && sides[i] * sides[(i + 1) % 3] <= 0 && sides[i] * sides[(i + 2) % 3] <= 0)
      return {i, sides[i] > 0};
  // What is left is one corner in the plane and two strictly on one side.
  const int in_plane = sides[0] == 0 ? 0 : sides[1] == 0 ? 1 : 2;
  return {in_plane, sides[(in_plane + 1) % 3] < 0};
}

// After Guigue and Devillers, "Fast and robust triangle-triangle overlap test using orientation predicates" (2003).
// Both triangles cut the line L in which their planes meet; they touch if and only if the two cuts do.
// Let N1, N2 be the normals, turned so that each lone corner p is on the other plane's positive closed side, and
// D = N1 x N2 the direction of L. Going from p1 to q1 or r1 means going down N2, so the left of p1 q1 in the plane of
// N1 is -D: the cut of A runs along D from j = p1r1 ^ L to i = p1q1 ^ L, and likewise that of B from k = p2q2 ^ L to l
// = p2r2 ^ L. They share a point if and only if k <= i and j <= l. The sign of det(q1 - p1, p2 - p1, q2 - p1) is minus
// the turn of p1, q1, k: k lies on the segment p2 q2, which leaves p2 downwards or starts in the plane and goes down. k
// <= i means that k is left of p1 q1 or on it: the sign is <= 0. In the same way j <= l means that the sign of det(r1 -
// p1, p2 - p1, r2 - p1) is >= 0.
struct Cuts {
  int p1, q1, r1, p2, q2, r2;
};
Cuts cuts_of(const Signs& sides_of_a, const Signs& sides_of_b) {
  const Straddle a = straddle(sides_of_a), b = straddle(sides_of_b);
  Cuts cuts{a.lone, (a.lone + 1) % 3, (a.lone + 2) % 3, 3 + b.lone, 3 + (b.lone + 1) % 3, 3 + (b.lone + 2) % 3};
  if (!b.above) std::swap(cuts.q1, cuts.r1);
  if (!a.above) std::swap(cuts.q2, cuts.r2);
  return cuts;
}
bool straddling_triangles_touch(TestedPair& pair, const Signs& sides_of_a, const Signs& sides_of_b) {
  const Cuts c = cuts_of(sides_of_a, sides_of_b);
  return pair.orientation3d(c.p1, c.q1, c.p2, c.q2) <= 0 && pair.orientation3d(c.p1, c.r1, c.p2, c.r2) >= 0;
}

bool triangles_touch(TestedPair& pair) {
  Signs sides_of_b = certain_sides(pair, 0, 3);
  if (on_one_side(sides_of_b)) return false;
  Signs sides_of_a = certain_sides(pair, 3, 0);
  if (on_one_side(sides_of_a)) return false;
  if ((uncertain(sides_of_a) || uncertain(sides_of_b)) && projections_certainly_apart(pair)) return false;
  settle(pair, 0, 3, sides_of_b);
  if (on_one_side(sides_of_b)) return false;
  if (sides_of_b == Signs{0, 0, 0}) return coplanar_triangles_touch(pair);
  settle(pair, 3, 0, sides_of_a);
  if (on_one_side(sides_of_a)) return false;
  return straddling_triangles_touch(pair, sides_of_a, sides_of_b);
}

bool points_touch(TestedPair& pair, int p, int q) {
  return pair.compare(p, q, 0) == 0 && pair.compare(p, q, 1) == 0 && pair.compare(p, q, 2) == 0;
}

bool collinear(TestedPair& pair, int p, int q, int r) {
  return pair.orientation2d(p, q, r, 0) == 0 && pair.orientation2d(p, q, r, 1) == 0 &&
         pair.orientation2d(p, q, r, 2) == 0;
}

// Is p between the ends on every axis? For a point on the segment's line this says that it is on the segment.
bool within_box(TestedPair& pair, int p, const Corners& segment) {
  for (int axis = 0; axis < 3; ++axis)
    if (pair.compare(p, segment[0], axis) * pair.compare(p, segment[1], axis) > 0) return false;
  return true;
}

bool point_touches_segment(TestedPair& pair, int p, const Corners& segment) {
  return collinear(pair, segment[0], segment[1], p) && within_box(pair, p, segment);
}

bool segments_touch(TestedPair& pair, const Corners& s, const Corners& t) {
  if (pair.orientation3d(s[0], s[1], t[0], t[1]) != 0) return false;
  for (int axis = 0; axis < 3; ++axis) {
    const int t0 = pair.orientation2d(s[0], s[1], t[0], axis), t1 = pair.orientation2d(s[0], s[1], t[1], axis);
    if (t0 == 0 && t1 == 0) continue;
    // The common plane projects one to one, and the lines differ: each segment must reach across the other's line.
    return t0 * t1 <= 0 && pair.orientation2d(t[0], t[1], s[0], axis) * pair.orientation2d(t[0], t[1], s[1], axis) <= 0;
  }
  // All on one line: if they touch, an end of one is on the other.
  return within_box(pair, s[0], t) || within_box(pair, s[1], t) || within_box(pair, t[0], s);
}

bool point_touches_triangle(TestedPair& pair, int p, int base) {
  if (pair.orientation3d(base, base + 1, base + 2, p) != 0) return false;
  return !a_side_separates(pair, base, projection_of(pair, base), {p, TriangleForm::point});
}

bool coplanar_segment_touches_triangle(TestedPair& pair, const Corners& s, int base) {
  const Projection projection = projection_of(pair, base);
  if (a_side_separates(pair, base, projection, s)) return false;
  Signs sides;
  for (int i = 0; i < 3; ++i) sides[i] = pair.orientation2d(s[0], s[1], base + i, projection.axis);
  return !on_one_side(sides);
}

bool segment_touches_triangle(TestedPair& pair, const Corners& s, int base) {
  const int start = pair.orientation3d(base, base + 1, base + 2, s[0]);
  const int end = pair.orientation3d(base, base + 1, base + 2, s[1]);
  if (start * end > 0) return false;
  if (start == 0 && end == 0) return coplanar_segment_touches_triangle(pair, s, base);
  // The segment meets the plane in one point, on the same side of all three edges or on some of them.
  Signs turns;
  for (int i = 0; i < 3; ++i) turns[i] = pair.orientation3d(s[0], s[1], base + i, base + (i + 1) % 3);
  const bool left = turns[0] > 0 || turns[1] > 0 || turns[2] > 0;
  const bool right = turns[0] < 0 || turns[1] < 0 || turns[2] < 0;
  return !(left && right);
}

bool forms_touch(TestedPair& pair) {
  Corners small{0, pair.form_a()}, large{3, pair.form_b()};
  if (small.size() > large.size()) std::swap(small, large);
  switch (10 * small.size() + large.size()) {
    case 11:
      return points_touch(pair, small[0], large[0]);
    case 12:
      return point_touches_segment(pair, small[0], large);
    case 13:
      return point_touches_triangle(pair, small[0], large.first);
    case 22:
      return segments_touch(pair, small, large);
    case 23:
      return segment_touches_triangle(pair, small, large.first);
    default:
      return triangles_touch(pair);
  }
}

}  // namespace

namespace {

// Rounded images of a triangle's corners. With S = (largest row sum of |linear|) * (largest |coordinate|) + (largest
// |shift|), each coordinate goes through a product and three sums: off by less than ((1 + u)^4 - 1) S < 4.001 u S, and
// below 2^-1072 for products that underflow. The surplus of 4.5 covers the rounding of S.
double place_plainly(const LeafGeometry& geometry, const Placement& at, std::uint32_t triangle, Vec3* corners) {
  Vec3 size;
  for (int i = 0; i < 3; ++i) {
    const Vec3& point = geometry.points[geometry.triangles[triangle][i]];
    size = max(size, abs(point));
    corners[i] = at * point;
  }
  const Vec3 rows = abs(at.linear) * Vec3{1, 1, 1};
  return 4.5 * unit_roundoff * (largest(rows) * largest(size) + largest(abs(at.shift))) + 0x1p-1000;
}

}  // namespace

bool surely_touch(const LeafGeometry& a, const Placement& at_a, std::uint32_t triangle_a, const LeafGeometry& b,
                  const Placement& at_b, std::uint32_t triangle_b) {
  Vec3 corners[6];
  const double error_a = place_plainly(a, at_a, triangle_a, corners);
  const double error = std::max(error_a, place_plainly(b, at_b, triangle_b, corners + 3));
  const Signs sides_of_b = certain_sides(corners, corners + 3, error);
  if (on_one_side(sides_of_b) || uncertain(sides_of_b)) return false;
  const Signs sides_of_a = certain_sides(corners + 3, corners, error);
  if (on_one_side(sides_of_a) || uncertain(sides_of_a)) return false;
  const Cuts c = cuts_of(sides_of_a, sides_of_b);
  const auto side = [&](int i, int j, int k, int l) {
    return orientation_filter::orientation3d(corners[i], corners[j], corners[k], corners[l], error);
  };
  return side(c.p1, c.q1, c.p2, c.q2) < 0 && side(c.p1, c.r1, c.p2, c.r2) > 0;
}

bool ContactTest::touch(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  pair_.load(triangle_a, triangle_b);
  const bool answer = forms_touch(pair_);
  exact_tests_ += pair_.used_exact();
  return answer;
}

}  // namespace abut
