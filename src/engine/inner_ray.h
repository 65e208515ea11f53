#pragma once

#include "leaf/ray_sight.h"
#include "math/inner_frame.h"

namespace abut {

/// Carries rays of the world into the inner frame of one placed model. Made once for many rays.
class RayFrame {
 public:
  RayFrame(const InnerFrame& frame, const Placement& at) : is_shifted_only_(is_identity(at.linear)) {
    // Most models stand as they are.
    if (!is_shifted_only_) {
      turn_back(frame, at);
      return;
    }
    entry_ = 1 / frame.unit, back_error_ = 0, back_in_model_ = 1;
    back_(0, 0) = back_(1, 1) = back_(2, 2) = entry_;
  }

  /// Does the placement not turn the model?
  bool is_shifted_only() const { return is_shifted_only_; }
  Vec3 carried(const Vec3& v) const { return is_shifted_only_ ? v * entry_ : back_ * v; }
  /// Inner <- world for directions, and what no entry is off by more than; infinite when that cannot be said.
  const Matrix3& back() const { return back_; }
  double back_error() const { return back_error_; }
  double entry() const { return entry_; }
  /// What a carried vector is off by, in each coordinate: so much of the error of its coordinates, and of their size.
  double per_error() const { return 3 * (entry_ * (1 + 4 * unit_roundoff) + back_error_); }
  double per_size() const { return 3 * (back_error_ + 5.01 * unit_roundoff * entry_); }
  /// What the model's own coordinates of a side are at most, per coordinate of its image; see RayTriangleTest.
  double back_in_model() const { return back_in_model_; }

 private:
  void turn_back(const InnerFrame& frame, const Placement& at);

  bool is_shifted_only_;
  Matrix3 back_;
  double back_error_, entry_, back_in_model_;
};

/// A ray in the inner frame, near the model: its points are near + s direction, where `near` is closest to the frame's
/// centre and the direction's length is from 1 to 2: a length of 1 takes a root and a quotient more. What is in the
/// model has |s| < 1.75.
struct InnerRay {
  InnerRay() = default;
  // The direction's length is 1.
  InnerRay(const RayFrame& frame, const RaySight& ray);
  /// `way` leads from the ray's origin to the model's placed centre.
  InnerRay(const RayFrame& frame, const ExactRay& ray, const BoundedVec3& way);

  static constexpr double most_error = 0x1p-10;

  /// Can something be said about it? If not, all triangles have to be looked at.
  bool is_bounded() const { return error <= most_error; }
  /// Does it surely pass the model by?
  bool passes_by() const { return is_bounded() && dot(near, near) > 3.01; }
  /// Of a t, rounded: a bound from either side, within [-1.75, 1.75].
  float s_below(double t) const { return static_cast<float>(std::max(-1.75, t * speed + start - slack())); }
  float s_above(double t) const { return static_cast<float>(std::min(1.75, t * speed + start + slack())); }

  Vec3 near, direction;
  double speed = 0, start = 0;  ///< s = start + t speed
  double error = 0;             ///< no coordinate of a point with |s| < 1.75 is off by more, and no s

 private:
  /// Rounding to float takes less than 2^-24 of 1.75.
  double slack() const { return error + 0x1p-22; }
};

}  // namespace abut
