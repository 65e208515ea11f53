#include "query/line_sectors.h"

#include <algorithm>

namespace abut {

namespace {

/// Where a half-plane is, counted from another one in the sense of Sector.
enum class Angle { same, first_half, opposite, second_half };

Angle angle_of(PlacedSigns& signs, const SeenLine& line, const SeenPoint& from, const SeenPoint& tip) {
  const int order = signs.orientation3d(line.from, line.to, from, tip);
  if (order != 0) return order > 0 ? Angle::first_half : Angle::second_half;
  for (int axis = 0;; ++axis) {  // one of the axes sees the half-plane as such
    const int side = signs.orientation2d(line.from, line.to, from, axis);
    if (side != 0) return signs.orientation2d(line.from, line.to, tip, axis) == side ? Angle::same : Angle::opposite;
  }
}

bool is_within(PlacedSigns& signs, const SeenLine& line, const SeenPoint& tip, const Sector& sector) {
  const Angle of_tip = angle_of(signs, line, sector.start, tip),
              of_end = angle_of(signs, line, sector.start, sector.end);
  if (of_tip == Angle::same) return false;
  if (of_tip != of_end) return of_tip < of_end;
  return of_tip != Angle::opposite && signs.orientation3d(line.from, line.to, tip, sector.end) > 0;
}

/// On which side of the triangle's side i the point of its plane is: 1 inwards.
int inwards(PlacedSigns& signs, const SeenTriangle& t, const TriangleView& view, int i, const SeenPoint& p) {
  return view.sign * signs.orientation2d(t[i], t[(i + 1) % 3], p, view.axis);
}

/// Turned so that the first corner is alone on its side of the other triangle's plane. False when no corner is.
bool turn_alone_first(SeenTriangle& t, const std::array<int, 3>& sides, bool& is_in_front) {
  for (int i = 0; i < 3; ++i) {
    const int next = sides[(i + 1) % 3], last = sides[(i + 2) % 3];
    if (sides[i] == 0 || sides[i] == next || sides[i] == last || next + last == 0) continue;
    is_in_front = sides[i] > 0;
    t = {t[i], t[(i + 1) % 3], t[(i + 2) % 3]};
    return true;
  }
  return false;
}

}  // namespace

// Around the line they are two open arcs. If these overlap, a common piece begins where one of them does: inside the
// other, or where the other begins, too.
bool do_overlap(PlacedSigns& signs, const SeenLine& line, const Sector& a, const Sector& b) {
  return angle_of(signs, line, a.start, b.start) == Angle::same || is_within(signs, line, a.start, b) ||
         is_within(signs, line, b.start, a);
}

TriangleView view_of(PlacedSigns& signs, const SeenTriangle& t) {
  for (int axis = 0;; ++axis)
    if (const int sign = signs.orientation2d(t[0], t[1], t[2], axis); sign != 0) return {axis, sign};
}

Sector sector_beside(PlacedSigns& signs, const SeenTriangle& t, const TriangleView& view, const SeenLine& line,
                     bool in_front) {
  // Seen from the front, what is left of the line turns left into the front.
  const SeenPoint *left = nullptr, *right = nullptr;
  for (const SeenPoint& corner : t) {
    const int side = view.sign * signs.orientation2d(line.from, line.to, corner, view.axis);
    if (side > 0) left = &corner;
    if (side < 0) right = &corner;
  }
  return in_front ? Sector{*left, *right} : Sector{*right, *left};
}

// 0 is an inner point of the difference {x - y} of two convex sets in a plane, and then of that of their inner points,
// if it is strictly on the inner side of all sides of the difference. These are parallel to sides of the sets. For a
// segment and a triangle: not all of the segment is beyond, or on, a side of the triangle, nor the triangle beside the
// segment's line. For two triangles: neither is all beyond, or on, a side of the other.
bool goes_through(PlacedSigns& signs, const SeenLine& segment, const SeenTriangle& t, const TriangleView& view) {
  bool left = false, right = false;
  for (const SeenPoint& corner : t) {
    const int side = signs.orientation2d(segment.from, segment.to, corner, view.axis);
    left = left || side > 0, right = right || side < 0;
  }
  if (!left || !right) return false;
  for (int i = 0; i < 3; ++i)
    if (inwards(signs, t, view, i, segment.from) <= 0 && inwards(signs, t, view, i, segment.to) <= 0) return false;
  return true;
}

bool share_an_area(PlacedSigns& signs, const SeenTriangle& a, const TriangleView& view_a, const SeenTriangle& b,
                   const TriangleView& view_b) {
  const auto is_beyond_a_side = [&](const SeenTriangle& t, const TriangleView& view, const SeenTriangle& other) {
    for (int i = 0; i < 3; ++i)
      if (std::ranges::none_of(other, [&](const SeenPoint& p) { return inwards(signs, t, view, i, p) > 0; }))
        return true;
    return false;
  };
  return !is_beyond_a_side(a, view_a, b) && !is_beyond_a_side(b, view_b, a);
}

Common common_piece(PlacedSigns& signs, const SeenLine& a, const SeenLine& b, int axis) {
  if (signs.orientation2d(a.from, a.to, b.from, axis) != 0 || signs.orientation2d(a.from, a.to, b.to, axis) != 0)
    return Common::points;
  int along = 0, way_a = 0;
  while ((way_a = signs.compare(a.to, a.from, along)) == 0) ++along;
  const int way_b = signs.compare(b.to, b.from, along);
  const SeenPoint &low_a = way_a > 0 ? a.from : a.to, &high_a = way_a > 0 ? a.to : a.from;
  const SeenPoint &low_b = way_b > 0 ? b.from : b.to, &high_b = way_b > 0 ? b.to : b.from;
  if (signs.compare(high_a, low_b, along) <= 0 || signs.compare(high_b, low_a, along) <= 0) return Common::points;
  return way_a == way_b ? Common::piece : Common::piece_backwards;
}

// O. Devillers, P. Guigue, as in shell_meeting.cpp.
bool pass_through(PlacedSigns& signs, SeenTriangle a, const std::array<int, 3>& sides_a, SeenTriangle b,
                  const std::array<int, 3>& sides_b) {
  bool a_in_front = false, b_in_front = false;
  if (!turn_alone_first(a, sides_a, a_in_front) || !turn_alone_first(b, sides_b, b_in_front)) return false;
  // Both lone corners in front: swapping two corners of a triangle turns its plane over.
  if (!a_in_front) std::swap(b[1], b[2]);
  if (!b_in_front) std::swap(a[1], a[2]);
  return signs.orientation3d(a[0], a[1], b[0], b[1]) < 0 && signs.orientation3d(a[0], a[2], b[2], b[0]) < 0;
}

}  // namespace abut
