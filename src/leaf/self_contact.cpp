#include "leaf/self_contact.h"

#include <cassert>

namespace abut {

namespace {

using Corners = std::array<const Vec3*, 3>;

// Signs in the mesh's own frame, exact. Coordinates are as given, so filters need to allow for no error in them.
class OwnFrame {
 public:
  bool used_exact() const { return used_exact_; }

  int side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const int sign = orientation_filter::orientation3d(a, b, c, d, 0);
    return sign != 0 ? sign : exact_side(a, b, c, d);
  }
  int exact_side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    used_exact_ = true;
    return exact_orientation3d({&a, &here}, {&b, &here}, {&c, &here}, {&d, &here});
  }
  int turn(const Vec3& a, const Vec3& b, const Vec3& c, int dropped) {
    const int sign = orientation_filter::orientation2d(a, b, c, dropped, 0);
    if (sign != 0) return sign;
    used_exact_ = true;
    return exact_orientation2d({&a, &here}, {&b, &here}, {&c, &here}, dropped);
  }
  bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
    return c == a || c == b || (turn(a, b, c, 0) == 0 && turn(a, b, c, 1) == 0 && turn(a, b, c, 2) == 0);
  }

 private:
  static constexpr Placement here{};
  bool used_exact_ = false;
};

// A triangle's corner and the two that follow: near its apex the triangle is the sector between the rays to them.
struct Sector {
  const Vec3 &apex, &first, &second;
};
Sector sector_of(const Corners& corners, int apex) {
  return {*corners[apex], *corners[(apex + 1) % 3], *corners[(apex + 2) % 3]};
}

// A projection along `axis` in which the sector turns by `turn`, which is not 0: its plane projects one to one.
struct Projection {
  int axis, turn;
};
Projection projection_of(OwnFrame& frame, const Sector& sector) {
  const Vec3 area = abs(cross(sector.first - sector.apex, sector.second - sector.apex));
  int axis = area.x > area.y ? 0 : 1;
  if (area.z > area[axis]) axis = 2;
  for (int tries = 0; tries < 3; ++tries, axis = (axis + 1) % 3)
    if (const int turn = frame.turn(sector.apex, sector.first, sector.second, axis); turn != 0) return {axis, turn};
  assert(false && "a triangle without area");
  return {axis, 1};
}

// Does the ray from the apex through `target`, a point of the sector's plane other than the apex, run in the closed
// sector? It does when it is left of the first ray or on it, and right of the second or on it, because the sector's
// angle is less than a half turn.
bool holds_ray(OwnFrame& frame, const Sector& sector, const Vec3& target, const Projection& projection) {
  return frame.turn(sector.apex, sector.first, target, projection.axis) * projection.turn >= 0 &&
         frame.turn(sector.apex, target, sector.second, projection.axis) * projection.turn >= 0;
}

// Is there certainly a plane through the apex with one sector strictly on each side? Tried is the plane whose normal d
// is the sum of the unit vectors along a's rays less those along b's: in a smooth surface, flat or curved either way,
// it nearly always parts triangles that meet in a corner. A computed unit vector is the ray's direction times a
// positive factor, each entry off by at most 2.001 u of itself (difference, product) and 2^-1074. d is as it is, |d|
// < 4.001, so its product with a unit vector is off by at most
// ((1 + u)^5 - 1) |d| 1.001 < 21 u; 2^-48 is 32 u.
bool certainly_parted(const Vec3& a1, const Vec3& a2, const Vec3& b1, const Vec3& b2) {
  const auto shortest = std::min(std::min(dot(a1, a1), dot(a2, a2)), std::min(dot(b1, b1), dot(b2, b2)));
  if (!(shortest > 0x1p-900)) return false;
  const auto unit = [](const Vec3& v) { return v * (1 / length(v)); };
  const Vec3 ua1 = unit(a1), ua2 = unit(a2), ub1 = unit(b1), ub2 = unit(b2);
  const Vec3 d = (ua1 + ua2) - (ub1 + ub2);
  constexpr double least = 0x1p-48;
  return dot(d, ua1) > least && dot(d, ua2) > least && dot(d, ub1) < -least && dot(d, ub2) < -least;
}

// On which side of the sector's plane the ends of the other's rays lie; 0 means uncertain.
std::array<int, 2> certain_sides(const Vec3& u, const Vec3& v, const Vec3& w1, const Vec3& w2) {
  using namespace orientation_filter;
  const double edge = largest(max(abs(u), abs(v))), reach = largest(max(abs(w1), abs(w2)));
  const double bound = determinant_bound(edge, reach, 0);
  const Vec3 normal = cross(u, v);
  return {certain_sign(dot(normal, w1), bound), certain_sign(dot(normal, w2), bound)};
}

void settle(OwnFrame& frame, const Sector& base, const Sector& other, std::array<int, 2>& sides) {
  if (sides[0] == 0) sides[0] = frame.exact_side(base.apex, base.first, base.second, other.first);
  if (sides[1] == 0) sides[1] = frame.exact_side(base.apex, base.first, base.second, other.second);
}

// Sectors in one plane share a ray if and only if the ray at which one of them starts, turning one way, is in the
// other.
bool coplanar_sectors_meet(OwnFrame& frame, const Sector& a, const Sector& b) {
  const Projection of_a = projection_of(frame, a);
  const Projection of_b{of_a.axis, frame.turn(b.apex, b.first, b.second, of_a.axis)};
  const Vec3& start_of_b = of_b.turn == of_a.turn ? b.first : b.second;
  return holds_ray(frame, a, start_of_b, of_a) || holds_ray(frame, b, a.first, of_b);
}

// Triangles with one corner in common share another point if and only if their sectors at it share a ray: triangles are
// convex, so a second common point brings its segment to the corner.
// With the corner as origin, let a1, a2 and b1, b2 span the sectors and N_a = a1 x a2, N_b = b1 x b2. Unless the planes
// are one, they meet in the line of D = N_a x N_b. Sector a reaches it if the signs of N_b . a1 and N_b . a2 are not
// the same, and then along (N_b . a1) a2 - (N_b . a2) a1 = D when they are + and - (or one is 0), along -D when they
// are - and +. Likewise sector b reaches -D when the signs of N_a . b1 and N_a . b2 are + and -, and D when - and +.
// Sectors that reach the line meet it in a single ray, so what remains is to ask for the same one.
bool sectors_meet(OwnFrame& frame, const Sector& a, const Sector& b) {
  const Vec3 a1 = a.first - a.apex, a2 = a.second - a.apex, b1 = b.first - b.apex, b2 = b.second - b.apex;
  if (certainly_parted(a1, a2, b1, b2)) return false;
  auto sides_of_b = certain_sides(a1, a2, b1, b2);
  if (sides_of_b[0] * sides_of_b[1] > 0) return false;
  auto sides_of_a = certain_sides(b1, b2, a1, a2);
  if (sides_of_a[0] * sides_of_a[1] > 0) return false;
  settle(frame, a, b, sides_of_b);
  if (sides_of_b[0] * sides_of_b[1] > 0) return false;
  if (sides_of_b[0] == 0 && sides_of_b[1] == 0) return coplanar_sectors_meet(frame, a, b);
  settle(frame, b, a, sides_of_a);
  if (sides_of_a[0] * sides_of_a[1] > 0) return false;
  return (sides_of_a[0] > sides_of_a[1]) == (sides_of_b[0] < sides_of_b[1]);
}

// Triangles p q r and p q s: are r and s certainly not in one plane on one side of pq? If they are, then the normals
// (q - p) x (r - p) and (q - p) x (s - p) point the same way. With no entry of q - p, r - p, s - p above E, R, S, each
// entry of the normals is below 2.001 E R and 2.001 E S in size and off by at most 8.01 u of E R and E S (two products,
// each through a difference twice, a product and a sum); the three products of the dot product change by less than
// 3 * 2 * 2.001 * 8.02 u E^2 R S, and rounding it adds at most 3 * 3.001 u * 4.01 E^2 R S: together less than 133 u.
// Out of range, where numbers might over- or underflow, nothing is certain.
bool certainly_not_folded(const Vec3& pq, const Vec3& pr, const Vec3& ps) {
  const double e = largest(abs(pq)), r = largest(abs(pr)), s = largest(abs(ps));
  if (!(std::min(e, std::min(r, s)) >= 0x1p-200 && std::max(e, std::max(r, s)) <= 0x1p200)) return false;
  return dot(cross(pq, pr), cross(pq, ps)) < -150 * unit_roundoff * (e * r) * (e * s);
}

// Triangles with a side pq in common. Planes that differ meet in the side's line, and the triangles meet that line in
// the side; in one plane they lie on the same side of it or not.
bool overlap_across_side(OwnFrame& frame, const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  if (certainly_not_folded(q - p, r - p, s - p) || frame.side(p, q, r, s) != 0) return false;
  const Projection projection = projection_of(frame, {p, q, r});
  return frame.turn(p, q, s, projection.axis) == projection.turn;
}

// Which corners of two triangles are at one position, as bits: 3 i + j for a's corner i and b's corner j.
unsigned common_corners(const Corners& a, const Corners& b) {
  unsigned common = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (a[i]->x == b[j]->x && *a[i] == *b[j]) common |= 1u << (3 * i + j);
  return common;
}

// Full triangles have three different corners, so each has at most one partner.
bool neighbours_touch(OwnFrame& frame, const Corners& a, const Corners& b, unsigned common) {
  int of_a[3], of_b[3], count = 0;
  for (int bit = 0; bit < 9; ++bit)
    if (common >> bit & 1) of_a[count] = bit / 3, of_b[count] = bit % 3, ++count;
  switch (count) {
    case 1:
      return sectors_meet(frame, sector_of(a, of_a[0]), sector_of(b, of_b[0]));
    case 2:
      return overlap_across_side(frame, *a[of_a[0]], *a[of_a[1]], *a[3 - of_a[0] - of_a[1]], *b[3 - of_b[0] - of_b[1]]);
    default:
      return true;
  }
}

// A segment by its ends in the order of before_on_line.
struct Interval {
  const Vec3 *low = nullptr, *high = nullptr;
};

// The hull of the common corners; a is a segment.
Interval common_interval(const Corners& a, unsigned common) {
  Interval ends;
  for (int i = 0; i < 3; ++i) {
    if ((common >> (3 * i) & 7) == 0) continue;
    if (!ends.low || before_on_line(*a[i], *ends.low)) ends.low = a[i];
    if (!ends.high || before_on_line(*ends.high, *a[i])) ends.high = a[i];
  }
  return ends;
}

Interval interval_of(const Corners& corners, TriangleForm form) {
  const Vec3 *p = corners[corner_index(form, 0)], *q = corners[corner_index(form, 1)];
  return before_on_line(*p, *q) ? Interval{p, q} : Interval{q, p};
}

// Segments with a common corner meet in no other point unless they lie on one line, where they share an interval.
bool segments_overlap(OwnFrame& frame, const Interval& a, const Interval& b, const Interval& common) {
  if (*a.low == *b.low && *a.high == *b.high) return true;
  if (!frame.collinear(*a.low, *a.high, *b.low) || !frame.collinear(*a.low, *a.high, *b.high)) return false;
  const Vec3& low = before_on_line(*a.low, *b.low) ? *b.low : *a.low;
  const Vec3& high = before_on_line(*a.high, *b.high) ? *a.high : *b.high;
  return low != *common.low || high != *common.high;
}

// A segment through the sector's apex reaches into the sector if one of its two ends does, seen from there.
bool segment_enters_sector(OwnFrame& frame, const Interval& segment, const Sector& sector) {
  for (const Vec3* end : {segment.low, segment.high}) {
    if (*end == sector.apex) continue;
    if (frame.side(sector.apex, sector.first, sector.second, *end) != 0) return false;
    if (holds_ray(frame, sector, *end, projection_of(frame, sector))) return true;
  }
  return false;
}

// Corners in common, and at least one of the two, `a`, is no full triangle.
bool degenerate_neighbours_touch(OwnFrame& frame, const Corners& a, TriangleForm form_a, const Corners& b,
                                 TriangleForm form_b, unsigned common) {
  if (form_a == TriangleForm::point || form_b == TriangleForm::point) return form_a == form_b;
  const Interval shared = common_interval(a, common);
  if (form_b != TriangleForm::triangle)
    return segments_overlap(frame, interval_of(a, form_a), interval_of(b, form_b), shared);
  // With two corners in common the segment lies along a side of the triangle, and meets it nowhere else.
  if (*shared.low != *shared.high) return false;
  int apex = 0;
  while (*b[apex] != *shared.low) ++apex;
  return segment_enters_sector(frame, interval_of(a, form_a), sector_of(b, apex));
}

unsigned transposed(unsigned common) {
  unsigned result = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result |= (common >> (3 * i + j) & 1u) << (3 * j + i);
  return result;
}

}  // namespace

bool SelfContactTest::touch(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  const auto corners_of = [&](std::uint32_t triangle) {
    const Triangle& t = geometry_.triangles[triangle];
    return Corners{&geometry_.points[t[0]], &geometry_.points[t[1]], &geometry_.points[t[2]]};
  };
  const Corners a = corners_of(triangle_a), b = corners_of(triangle_b);
  const unsigned common = common_corners(a, b);
  if (common == 0) return apart_.touch(triangle_a, triangle_b);
  const TriangleForm form_a = geometry_.forms[triangle_a], form_b = geometry_.forms[triangle_b];
  OwnFrame frame;
  bool answer = false;
  if (form_a != TriangleForm::triangle)
    answer = degenerate_neighbours_touch(frame, a, form_a, b, form_b, common);
  else if (form_b != TriangleForm::triangle)
    answer = degenerate_neighbours_touch(frame, b, form_b, a, form_a, transposed(common));
  else
    answer = neighbours_touch(frame, a, b, common);
  exact_tests_ += frame.used_exact();
  return answer;
}

}  // namespace abut
