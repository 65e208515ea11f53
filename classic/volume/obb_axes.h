#pragma once

#include "classic/volume/triangle_run.h"
#include <abut/classic.h>
#include <abut/vec3.h>

namespace abut::classic {

/// First and second moments of a distribution of mass, kept relative to a reference point near it.
class Moments {
 public:
  explicit Moments(const Vec3& reference) : reference_(reference) {}

  void add_point(const Vec3& point) { add(point - reference_, 1); }
  /// A triangle as a uniform sheet, in closed form (Gottschalk et al. 1996, section 4).
  void add_sheet(const std::array<Vec3, 3>& corners);

  double mass() const { return mass_; }
  Vec3 mean() const { return reference_ + sum_ * (1 / mass_); }
  Matrix3 covariance() const;

 private:
  void add(const Vec3& offset, double weight) {
    mass_ += weight;
    const Vec3 weighted = offset * weight;
    sum_ += weighted;
    xx_ += weighted.x * offset.x, xy_ += weighted.x * offset.y, xz_ += weighted.x * offset.z;
    yy_ += weighted.y * offset.y, yz_ += weighted.y * offset.z, zz_ += weighted.z * offset.z;
  }

  Vec3 reference_, sum_;
  double mass_ = 0, xx_ = 0, xy_ = 0, xz_ = 0, yy_ = 0, yz_ = 0, zz_ = 0;
};

/// Orthonormal axes (columns), largest variance first.
Matrix3 principal_axes(const Matrix3& covariance);

/// Axes for a box around the triangles, by the chosen statistics; see Obb::around.
Matrix3 obb_axes(TriangleRun triangles, Fit fit);

}  // namespace abut::classic
