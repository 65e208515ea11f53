#include "engine/segment_box.h"

#include "engine/gap_box.h"

namespace abut {

// Let x = m + s w be a point of the segment in the box, and x', m', w' its, the middle's and the half's coordinates
// along the box's axes, seen from its centre: |x'_k| <= h_k. Then |m'_k| <= h_k + |w'_k|, and eliminating s,
//   |m'_i w'_j - m'_j w'_i| = |x'_i w'_j - x'_j w'_i| <= h_i |w'_j| + h_j |w'_i|,
// whatever the axes: they need not be orthonormal. Their lengths are 1 but for rounding to float, so no sum of three
// magnitudes of theirs is above 1.75. With coordinates within 9 and centres within 2 each m'_k and w'_k is off by
// t = 1.75 error + 2^-46 at most (four roundings of terms below 20). The first test adds 2t and its own rounding, below
// t. In the second |m'|, |w'| <= 16 and h <= 4: its products move by t (16 + 16 + 16 + 16) + 2 t^2 and t (4 + 4), and
// roundings of terms below 600 stay below 24t.
//
// A point within a reach r of the box has |x'_k| <= h_k + 1.001 r, which adds as much to the first test and, with
// |w'_i| + |w'_j| <= 1.42 |w|, less than 1.5 r |w| to the second.
InnerSegment::InnerSegment(const Vec3& m, const Vec3& w, double error, double reach) : middle(m), half(w) {
  const double t = 1.75 * error + 0x1p-46;
  face_slack = 3 * t + 1.01 * reach, edge_slack = 96 * t + 1.5 * reach * length(w);
}

// What floats add, with u = 2^-24, S = 2 + |m| and H = |w|, the largest coordinates that ways to centres and the half
// have. A way is off by 2 S u in each coordinate, m'_k by 2 S u 1.75 and three roundings of up to 1.75 S: 9 S u. w'_k
// is off by 1.75 H u and three such roundings: 7 H u. Halves are below 2 S. The first test adds both and three
// roundings of its sum: below 24 (S + H) u. In the second the products on the left move by 2 (9 1.75 + 7 1.75) S H u
// and three roundings of up to 6.2 S H, those on the right by 4 7 S H u and three roundings of up to 14 S H: below 160
// S H u.
RoughSegment::RoughSegment(const InnerSegment& segment) {
  for (int k = 0; k < 3; ++k)
    middle[k] = static_cast<float>(segment.middle[k]), half[k] = static_cast<float>(segment.half[k]);
  const double s = 2 + largest(abs(segment.middle)), h = largest(abs(segment.half));
  face_slack = static_cast<float>((segment.face_slack + 24 * 0x1p-24 * (s + h)) * (1 + 0x1p-20));
  edge_slack = static_cast<float>((segment.edge_slack + 160 * 0x1p-24 * s * h) * (1 + 0x1p-20));
}

namespace {

bool may_meet(const InnerSegment& segment, const Vec3& m, const Vec3& w, const Vec3& half) {
  const Vec3 size = abs(w);
  for (int k = 0; k < 3; ++k)
    if (std::abs(m[k]) > half[k] + size[k] + segment.face_slack) return false;
  for (int k = 0; k < 3; ++k) {
    const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
    if (std::abs(m[i] * w[j] - m[j] * w[i]) > half[i] * size[j] + half[j] * size[i] + segment.edge_slack) return false;
  }
  return true;
}

}  // namespace

bool may_meet(const InnerSegment& segment, const BoxView& box) {
  return may_meet(segment, transposed_times(box.axes, segment.middle - box.centre),
                  transposed_times(box.axes, segment.half), box.half);
}

std::uint32_t may_meet_scalar(const InnerSegment& segment, const ObbPacket& boxes) {
  std::uint32_t lanes = 0;
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
    const Vec3 way = segment.middle - gap_detail::centre_of(boxes, lane);
    Vec3 m, w;
    for (int k = 0; k < 3; ++k) {
      const Vec3 axis = gap_detail::axis_of(boxes, k, lane);
      m[k] = dot(way, axis), w[k] = dot(segment.half, axis);
    }
    const bool meets = may_meet(segment, m, w, gap_detail::inflated_half_of(boxes, lane));
    lanes |= std::uint32_t{meets} << lane;
  }
  return lanes;
}

}  // namespace abut
