#pragma once

// Inline conversions to and from Eigen, for users who have it. Not included by abut.h: the library's compiled interface
// holds plain doubles only, because an Eigen type changes its alignment with the user's compiler flags.

#include <abut/placement.h>

#include <Eigen/Geometry>

namespace ABUT_API abut {

inline Eigen::Vector3d to_eigen(const Vec3& v) { return {v.x, v.y, v.z}; }
inline Vec3 from_eigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

inline Eigen::Matrix3d to_eigen(const Matrix3& m) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.entries.data());
}
inline Matrix3 from_eigen(const Eigen::Matrix3d& m) {
  Matrix3 result;
  Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(result.entries.data()) = m;
  return result;
}

inline Eigen::Affine3d to_eigen(const Placement& at) {
  Eigen::Affine3d result;
  result.linear() = to_eigen(at.linear);
  result.translation() = to_eigen(at.shift);
  return result;
}
/// Takes any of Eigen's transforms: Isometry3d, Affine3d.
template <int Mode, int Options>
Placement from_eigen(const Eigen::Transform<double, 3, Mode, Options>& at) {
  return {from_eigen(Eigen::Matrix3d(at.linear())), from_eigen(Eigen::Vector3d(at.translation()))};
}

}  // namespace abut
