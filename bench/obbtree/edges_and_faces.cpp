#include "box_overlap.h"

#include <array>

namespace abut::bench {

namespace {

/// The corners of `box` along the axes of `frame`, from its centre; corner k lies at the high side of axis i when bit i
/// of k is set.
std::array<Vec3, 8> corners_in(const BoxView& frame, const BoxView& box) {
  const Vec3 centre = transposed_times(frame.axes, box.centre - frame.centre);
  const Matrix3 axes = transposed(frame.axes) * box.axes;
  std::array<Vec3, 8> corners;
  for (int k = 0; k < 8; ++k)
    corners[k] = centre + axes * Vec3{k & 1 ? box.half.x : -box.half.x, k & 2 ? box.half.y : -box.half.y,
                                      k & 4 ? box.half.z : -box.half.z};
  return corners;
}

/// Does the segment cross the face of a box at `side` on `axis`? In the box's own axes, centred.
bool crosses_face(const Vec3& from, const Vec3& to, const Vec3& half, int axis, double side) {
  const double plane = side * half[axis], d0 = from[axis] - plane, d1 = to[axis] - plane;
  if (d0 * d1 > 0 || d0 == d1) return false;
  const Vec3 at = from + (to - from) * (d0 / (d0 - d1));
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  return std::abs(at[i]) <= half[i] && std::abs(at[j]) <= half[j];
}

bool an_edge_crosses_a_face(const BoxView& edges_of, const BoxView& faces_of) {
  const std::array<Vec3, 8> corners = corners_in(faces_of, edges_of);
  for (int direction = 1; direction < 8; direction *= 2)
    for (int k = 0; k < 8; ++k) {
      if (k & direction) continue;
      for (int axis = 0; axis < 3; ++axis)
        for (double side : {-1.0, 1.0})
          if (crosses_face(corners[k], corners[k | direction], faces_of.half, axis, side)) return true;
    }
  return false;
}

bool contains(const BoxView& box, const Vec3& point) {
  const Vec3 at = abs(transposed_times(box.axes, point - box.centre));
  return at.x <= box.half.x && at.y <= box.half.y && at.z <= box.half.z;
}

}  // namespace

bool overlap_by_edges_and_faces(const BoxView& a, const BoxView& b) {
  return an_edge_crosses_a_face(a, b) || an_edge_crosses_a_face(b, a) || contains(a, b.centre) || contains(b, a.centre);
}

}  // namespace abut::bench
