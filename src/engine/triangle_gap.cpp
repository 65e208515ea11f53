#include "engine/triangle_gap.h"

#include "engine/gap_box.h"
#include "leaf/point_triangle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut {

// As in world_gap.cpp, every direction n gives a bound: |p - q| >= n.(q - p) / |n|. For points p of the triangle n.p is
// largest at a corner, for points q of the box n.q is smallest at n.c - sum of |w_k n.E_k|. Best is the direction from
// the point of the triangle that is nearest to the box's centre c. The triangle may be so large that rounding errors of
// that point turn the direction by too much: a face's normal, and what is left of a direction without its part along a
// side, are better then.
//
// Errors over |n|, u = 2^-53, s a model's size and reach, D the way from a centre to the farthest corner:
//   the box's own 264us and 43us for its centre, 7.2u |shift|; a corner 3us for its inner coordinates and 9.3us for
//   three products a coordinate, sqrt(3) 1.1u (3s + |shift|) for the sum; the way between them 1.8u D, n times it 3.1u
//   D, the difference with the reach u D; the square of the quotient 6u, its root 3u D.
// Sum: the shifts' errors, 512us for the box, 16u (s + |shift| + D) for the triangle, with 18us for 16 if its reach is
// taken times 1.2.

TriangleGap::TriangleGap(const std::array<Vec3, 3>& inner, const WorldFrame::Side& closed, double closed_reach,
                         const WorldFrame::Side& opened, double opened_reach) {
  double way = 0;
  for (int i = 0; i < 3; ++i) {
    corners[i] = closed.placed(inner[i]);
    way = std::max(way, length(corners[i] - opened.shift));
  }
  normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
  for (int i = 0; i < 3; ++i) longest_side = std::max(longest_side, length(corners[i] - corners[i == 2 ? 0 : i + 1]));
  const double size = closed.entry * closed_reach, box_size = opened.entry * opened_reach;
  longest_side = longest_side * (1 + 0x1p-40) + 0x1p-40 * size;
  const double shift = std::max(largest(abs(closed.shift)), largest(abs(opened.shift)));
  // A centre is no farther than 6 sizes from the shift.
  slack = 1.75 * (closed.shift_error + opened.shift_error) + 0x1p-44 * box_size +
          0x1p-49 * (1.2 * size + shift + way + 6 * box_size) + 0x1p-480;
}

struct TriangleGap::Box {
  Vec3 centre;
  Vec3 spans[3];

  Box(const WorldFrame::Side& opened, const ObbPacket& boxes, int lane)
      : centre(opened.placed(gap_detail::centre_of(boxes, lane))) {
    const Vec3 half = gap_detail::inflated_half_of(boxes, lane);
    for (int k = 0; k < 3; ++k) spans[k] = opened.linear * gap_detail::axis_of(boxes, k, lane) * half[k];
  }
};

double TriangleGap::squared_gap_along(const Vec3& n, const Box& box) const {
  double gap = std::numeric_limits<double>::infinity(), reach = 0;
  for (const Vec3& corner : corners) gap = std::min(gap, dot(n, box.centre - corner));
  for (const Vec3& span : box.spans) reach += std::abs(dot(n, span));
  gap -= reach;
  const double square = dot(n, n);
  return gap > 0 && square > 0x1p-400 ? gap * (gap / square) : 0;
}

double TriangleGap::squared_gap(const WorldFrame::Side& opened, const ObbPacket& boxes, int lane) const {
  const Box box(opened, boxes, lane);
  const Vec3 way = box.centre - corners[0];
  double best = squared_gap_along(box.centre - nearest_on_triangle(box.centre, corners), box);
  best = std::max(best, squared_gap_along(dot(normal, way) < 0 ? -normal : normal, box));
  for (int i = 0; i < 3; ++i) {
    const Vec3 side = corners[i == 2 ? 0 : i + 1] - corners[i];
    const double over_square = 1 / std::max(dot(side, side), 0x1p-400);
    Vec3 across = box.centre - corners[i];
    // Twice, because the first time leaves rounding errors of a long way behind.
    for (int time = 0; time < 2; ++time) across = across - side * (dot(across, side) * over_square);
    best = std::max(best, squared_gap_along(across, box));
  }
  return best;
}

}  // namespace abut
