#pragma once

#include "engine/obb_packet.h"
#include "math/box_view.h"

namespace abut {

/// A segment in a model's inner frame, near the model: no coordinate beyond 9. Its points are middle + s half with
/// |s| <= 1.
struct InnerSegment {
  /// Each coordinate of `middle` and `half` is off by `error` at most, at most 2^-6. What comes within `reach` of the
  /// segment is met, too.
  InnerSegment(const Vec3& middle, const Vec3& half, double error, double reach = 0);

  Vec3 middle, half;
  double face_slack, edge_slack;  ///< what rounding and the error may add up to in either kind of test
};

/// The same in floats, which takes half as long and sees the segment as thicker by some 2^-18 of its coordinates.
struct RoughSegment {
  RoughSegment() = default;
  explicit RoughSegment(const InnerSegment& segment);

  float middle[3], half[3];
  float face_slack, edge_slack;
};

/// May the segment meet the box? Never no wrongly; what is not a number reads yes.
bool may_meet(const InnerSegment& segment, const BoxView& box);

/// Bit i is set when the segment may meet box i of the packet; lanes that hold no box mean nothing. The definition of
/// what the packet kernel does, which may set other bits where the slack decides.
std::uint32_t may_meet_scalar(const InnerSegment& segment, const ObbPacket& boxes);

}  // namespace abut
