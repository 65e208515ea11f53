#pragma once

#include "query/placed_signs.h"

namespace abut {

/// A line through two points that differ.
struct SeenLine {
  SeenPoint from, to;
};

/// The open part of space around a line between two half-planes, each named by a point of it off the line: from the
/// first to the second, turning left, the line pointing at the eye. They differ.
struct Sector {
  SeenPoint start, end;
};

/// Do the sectors, both around the line, share a point?
bool do_overlap(PlacedSigns& signs, const SeenLine& line, const Sector& a, const Sector& b);

/// An axis along which a triangle is seen as one, and what is seen of it then: 1 its front, -1 its back.
struct TriangleView {
  int axis = 0, sign = 0;
};
TriangleView view_of(PlacedSigns& signs, const SeenTriangle& t);

/// The half-planes of a triangle's plane beside a line in it that has corners of the triangle on both sides: the space
/// in front of the plane, or behind it.
Sector sector_beside(PlacedSigns& signs, const SeenTriangle& t, const TriangleView& view, const SeenLine& line,
                     bool in_front);

/// Do the inner points of a segment in the triangle's plane and those of the triangle have one in common?
bool goes_through(PlacedSigns& signs, const SeenLine& segment, const SeenTriangle& t, const TriangleView& view);

/// Have the two coplanar triangles inner points in common?
bool share_an_area(PlacedSigns& signs, const SeenTriangle& a, const TriangleView& view_a, const SeenTriangle& b,
                   const TriangleView& view_b);

/// Of two segments that may be in one line.
enum class Common { points, piece, piece_backwards };
/// Have the segments, which are in one plane seen along the axis, a piece of a line in common? And do they run alike?
Common common_piece(PlacedSigns& signs, const SeenLine& a, const SeenLine& b, int axis);

/// Do the triangles pass through each other: do they share an inner point of both, without being coplanar? Given on
/// which sides of the other's plane the corners are.
bool pass_through(PlacedSigns& signs, SeenTriangle a, const std::array<int, 3>& sides_a, SeenTriangle b,
                  const std::array<int, 3>& sides_b);

}  // namespace abut
