#include "query/local_overlap.h"

#include <algorithm>

namespace abut {

// Two triangles that are not coplanar share a piece of the line of their planes, or points. On the piece each of them
// either has inner points or one of its sides. If both have inner points, they pass through each other, and of the four
// sectors around the piece one is inside both. A side together with the neighbour across is a wedge, and inner points
// of a triangle are a plane: the insides next to the piece are sectors around it, which overlap or do not. Coplanar
// ones may share an area, next to which the insides are on the same side or on different ones.

namespace {

Meeting larger(Meeting a, Meeting b) { return std::max(a, b); }

}  // namespace

bool LocalOverlap::Face::is_on_both_sides() const { return std::ranges::max(sides) > 0 && std::ranges::min(sides) < 0; }

LocalOverlap::Face LocalOverlap::face(Of of, std::uint32_t triangle) const {
  const ProperShells& body = of == Of::a ? a_ : b_;
  const bool front = body.surface.front_is_inside[body.shells.of[triangle]] != 0;
  return {of, triangle, signs_.triangle(of, triangle), front != signs_.is_mirrored(of)};
}

Meeting LocalOverlap::at(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  Face a = face(Of::a, triangle_a), b = face(Of::b, triangle_b);
  const auto find_sides = [&](Face& f, const SeenTriangle& plane) {
    for (int i = 0; i < 3; ++i) f.sides[i] = signs_.orientation3d(plane[0], plane[1], plane[2], f.corners[i]);
    return std::ranges::count(f.sides, 0);
  };
  const auto in_plane_a = find_sides(a, b.corners), in_plane_b = find_sides(b, a.corners);
  if (a.is_on_both_sides() && b.is_on_both_sides())
    return pass_through(signs_, a.corners, a.sides, b.corners, b.sides) ? Meeting::overlap : Meeting::points;
  if (in_plane_a < 2 && in_plane_b < 2) return Meeting::points;
  a.view = view_of(signs_, a.corners), b.view = view_of(signs_, b.corners);
  Meeting result = in_plane_a == 3 ? where_coplanar(a, b) : Meeting::points;
  for (int i = 0; i < 3 && result != Meeting::overlap; ++i) {
    if (a.has_side_in_plane(i)) result = larger(result, at_side(a, i, b));
    if (b.has_side_in_plane(i)) result = larger(result, at_side(b, i, a));
    for (int j = 0; j < 3 && a.has_side_in_plane(i); ++j)
      if (b.has_side_in_plane(j)) result = larger(result, at_two_sides(a, i, b, j));
  }
  return result;
}

Meeting LocalOverlap::where_coplanar(const Face& a, const Face& b) {
  if (!share_an_area(signs_, a.corners, a.view, b.corners, b.view)) return Meeting::points;
  const int front_of_b = signs_.orientation2d(b.corners[0], b.corners[1], b.corners[2], a.view.axis);
  const bool face_alike = front_of_b == a.view.sign;
  return face_alike == (a.front_is_inside == b.front_is_inside) ? Meeting::overlap : Meeting::lines;
}

/// The inside around a side, seen along a line that runs as the side does, or against it.
Sector LocalOverlap::sector_of_side(const Face& face, int i, bool backwards) {
  const ProperShells& body = face.of == Of::a ? a_ : b_;
  const SeenPoint &own = face.corners[(i + 2) % 3],
                  across = signs_.point(face.of, body.surface.across[face.triangle][i]);
  // Along the side the front comes after the triangle.
  return face.front_is_inside != backwards ? Sector{own, across} : Sector{across, own};
}

/// A side of one triangle in inner points of the other.
Meeting LocalOverlap::at_side(const Face& face, int i, const Face& other) {
  const SeenLine line = face.line(i);
  if (!goes_through(signs_, line, other.corners, other.view)) return Meeting::points;
  const Sector beside = sector_beside(signs_, other.corners, other.view, line, other.front_is_inside);
  return do_overlap(signs_, line, sector_of_side(face, i, false), beside) ? Meeting::overlap : Meeting::lines;
}

Meeting LocalOverlap::at_two_sides(const Face& a, int i, const Face& b, int j) {
  const SeenLine line = a.line(i);
  // Sides of triangles that are not coplanar are both in the line of their planes.
  const Common common = common_piece(signs_, line, b.line(j), a.view.axis);
  if (common == Common::points) return Meeting::points;
  const Sector of_a = sector_of_side(a, i, false), of_b = sector_of_side(b, j, common == Common::piece_backwards);
  return do_overlap(signs_, line, of_a, of_b) ? Meeting::overlap : Meeting::lines;
}

}  // namespace abut
