#pragma once

#include "leaf/perturbed_crossing.h"
#include "query/overlap_frame.h"
#include "query/overlap_solid.h"

namespace abut {

/// A clean solid as it stands in a frame of the overlap.
class OverlapBody {
 public:
  using Face = OverlapSolid::Data::Face;

  /// All but the box outlive it. `at` is where exact arithmetic takes the placement from.
  OverlapBody(const OverlapSolid& solid, const Placement& at, const Bounds& box, const OverlapFrame& frame);

  const OverlapSolid::Data& data() const { return data_; }
  const Placement& at() const { return at_; }
  const Bounds& box() const { return box_; }
  /// No coordinate of a near point is off by more, in the frame's units.
  double error() const { return near_.error(); }

  /// With corners that turn left seen from the outer side in the world.
  Face face(std::uint32_t i) const { return is_mirrored_ ? data_.faces[i].turned_over() : data_.faces[i]; }
  Vec3 near(std::uint32_t corner) const { return near_(points_[corner]); }
  PlacedCorner placed(std::uint32_t corner) const { return {near(corner), {&points_[corner], &at_}}; }
  PlacedCorners placed(const Face& face) const {
    return {placed(face.corners[0]), placed(face.corners[1]), placed(face.corners[2])};
  }

  /// A point of the world beside the box, not far from the given near point, and the same rounded in the frame.
  Vec3 far_point(const Vec3& near) const;
  Vec3 near_of_world(const Vec3& point) const { return (point - origin_) * over_unit_; }

  /// A corner in numbers that know their error.
  template <class Number>
  PointOf<Number> corner(std::uint32_t corner) const;

 private:
  const OverlapSolid::Data& data_;
  const Placement& at_;
  std::span<const Vec3> points_;
  Bounds box_;
  Vec3 origin_;
  double over_unit_;
  bool is_mirrored_;
  NearPoints near_;
};

template <>
inline PointOf<MeasuredNumber> OverlapBody::corner(std::uint32_t corner) const {
  const Vec3 p = near(corner);
  return {MeasuredNumber(p.x, error()), MeasuredNumber(p.y, error()), MeasuredNumber(p.z, error())};
}
template <>
inline PointOf<MeasuredWide> OverlapBody::corner(std::uint32_t corner) const {
  return exact_point({&points_[corner], &at_}, origin_, over_unit_);
}

}  // namespace abut
