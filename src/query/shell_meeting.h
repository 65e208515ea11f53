#pragma once

#include "math/exact_orientation.h"
#include <abut/model.h>

#include <optional>

namespace abut {

/// On which side of the triangle's plane the point is: 1 in front, -1 behind, 0 on it. Exact.
int side_of_triangle(const Mesh& mesh, std::uint32_t triangle, const Vec3& point);

/// Do the two triangles, neither of which is a segment or a point, pass through each other: do they share an inner
/// point of both, without being coplanar? Exact.
bool pass_through(const Mesh& mesh, std::uint32_t triangle_a, std::uint32_t triangle_b);

/// The part that a segment and a triangle whose plane it is in have in common.
struct CommonPart {
  double first = 0, last = 1;  ///< rounded; the segment's point at t is from + t (to - from)
};
/// Nothing when it is a point or less, or too short to tell from one.
std::optional<CommonPart> overlap_in_plane(const Vec3& from, const Vec3& to, const Mesh& mesh, std::uint32_t triangle);

/// Where a triangle begins, ends or crosses a segment, rounded; perhaps also where its plane does, beside it.
std::vector<double> cuts_of_line(const Vec3& from, const Vec3& to, const Mesh& mesh, std::uint32_t triangle);

/// A point of a line in which surfaces meet.
class LinePoint {
 public:
  LinePoint(const Vec3& from, const Vec3& to, double t)
      : from_(from), to_(to), weights_{1, t, -t}, at_{Matrix3::from_columns(from, to, from), {}} {}
  LinePoint(const LinePoint&) = delete;
  LinePoint& operator=(const LinePoint&) = delete;

  const Vec3& from() const { return from_; }
  const Vec3& to() const { return to_; }
  /// Exactly the real from + t (to - from).
  PlacedPoint exact() const { return {&weights_, &at_}; }
  Vec3 rounded() const { return from_ + (to_ - from_) * weights_.y; }
  /// No coordinate of rounded() is off by more: three roundings of numbers up to twice as large as the ends'.
  double error() const { return 8 * unit_roundoff * largest(max(abs(from_), abs(to_))) + 0x1p-1060; }

 private:
  Vec3 from_, to_, weights_;
  Placement at_;
};

/// A closed surface around a point of it: half-planes that meet in a line, and the parity of the crossings of a ray
/// from there. The ray leaves along the first axis, turned by nothing that can be measured: see AxisRay.
class Fan {
 public:
  /// Adds a triangle, which is no segment and no point. False when the point is at one of its corners or at a side
  /// across the line, or when it cuts the line there: then the fan says nothing.
  bool add(const LinePoint& point, const Mesh& mesh, std::uint32_t triangle);

  /// On which sides of the other surface the half-planes of this one are that are not in a half-plane of the other: bit
  /// 0 for outside, bit 1 for inside.
  int sides_in(const LinePoint& point, const Fan& other) const;

  /// Counted from the ray, the line pointing at the eye: is what lies right before the half-plane through `tip` inside?
  bool is_inside_before(const LinePoint& point, const Vec3& tip) const;

 private:
  struct HalfPlane {
    const Vec3* tip;   // a point of it, off the line
    bool comes_first;  // counted from the ray, the line pointing at the eye: before half a turn?
  };
  struct Passed {
    bool is_odd, coincides;
  };
  static HalfPlane half_plane(const LinePoint& point, const Vec3& tip);
  /// What is found right before a half-plane, and whether one of this surface is in the same place.
  Passed passed_before(const LinePoint& point, const HalfPlane& plane) const;
  void add_half_plane(const LinePoint& point, const Vec3& tip) { half_planes_.push_back(half_plane(point, tip)); }
  bool add_in_plane(const LinePoint& point, const std::array<const Vec3*, 3>& corners);

  std::vector<HalfPlane> half_planes_;
  bool is_odd_ = false;
};

}  // namespace abut
