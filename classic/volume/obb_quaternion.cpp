#include "classic/volume/obb_quaternion.h"

#include "classic/kind_tree.h"
#include "classic/volume/obb_axes.h"
#include "math/nearest_float.h"
#include "math/rounding.h"

#include <vector>

namespace abut::classic {

namespace {

/// Of orthonormal axes; the last one may be turned over to make them right-handed. The largest component comes first,
/// from a sum without cancellation (Shepperd).
std::array<double, 4> turn_of(Matrix3 axes) {
  const Vec3 x = axes.column(0), y = axes.column(1);
  const Vec3 z = dot(cross(x, y), axes.column(2)) < 0 ? -axes.column(2) : axes.column(2);
  const double diagonal[] = {x.x + y.y + z.z, x.x - y.y - z.z, y.y - x.x - z.z, z.z - x.x - y.y};
  const double wx = y.z - z.y, wy = z.x - x.z, wz = x.y - y.x, xy = y.x + x.y, xz = z.x + x.z, yz = z.y + y.z;
  int most = 0;
  for (int i = 1; i < 4; ++i)
    if (diagonal[i] > diagonal[most]) most = i;
  const double first = 1 + diagonal[most];
  const std::array<double, 4> rows[] = {
      {first, wx, wy, wz}, {wx, first, xy, xz}, {wy, xy, first, yz}, {wz, xz, yz, first}};
  std::array<double, 4> turn = rows[most];
  double square = 0;
  for (double c : turn) square += c * c;
  for (double& c : turn) c /= std::sqrt(square);
  return turn;
}

template <class Real>
BasicObbQuaternion<Real> with_turn(const std::array<double, 4>& turn) {
  BasicObbQuaternion<Real> box{};
  for (int i = 0; i < 4; ++i) {
    if constexpr (std::is_same_v<Real, float>)
      box.turn[i] = nearest_float(turn[i]);
    else
      box.turn[i] = turn[i];
  }
  return box;
}

/// Takes over the place and size of a box with the same axes. A centre that is rounded by up to `off` is made up for:
/// along the axes, and 3 * axes_defect of it for what they lack in being perpendicular.
template <class Real>
BasicObbQuaternion<Real> placed(BasicObbQuaternion<Real> box, const Matrix3& axes, const Obb& around) {
  if constexpr (std::is_same_v<Real, double>) {
    box.centre = around.centre;
    box.half = around.half;
  } else {
    for (int i = 0; i < 3; ++i) box.centre[i] = nearest_float(around.centre[i]);
    const Vec3 off = abs(transposed(axes)) * abs(around.box().centre - box.box().centre);
    const double skew = 4 * BasicObbQuaternion<float>::axes_defect * largest(off) + 16 * unit_roundoff;
    for (int i = 0; i < 3; ++i) box.half[i] = float_up(around.half[i] + off[i] + skew);
  }
  return box;
}

}  // namespace

template <class Real>
BasicObbQuaternion<Real> BasicObbQuaternion<Real>::around(TriangleRun triangles, Fit fit) {
  const auto box = with_turn<Real>(turn_of(obb_axes(triangles, fit)));
  return placed(box, box.axes(), obb_along(box.axes(), triangles, axes_defect));
}
template struct BasicObbQuaternion<double>;
template struct BasicObbQuaternion<float>;

BasicObbQuaternion<float> narrow(const ObbQuaternion& wide) {
  const auto box = with_turn<float>({wide.turn[0], wide.turn[1], wide.turn[2], wide.turn[3]});
  const BoxView held = wide.box();
  return placed(box, box.axes(), obb_around(box.axes(), {&held, 1}, BasicObbQuaternion<float>::axes_defect));
}

template <class Real>
BasicObbQuaternion<Real> refitted(const BasicObbQuaternion<Real>& before, const Extents<double>&,
                                  TriangleRun triangles) {
  if (triangles.size() == 1) return BasicObbQuaternion<Real>::around(triangles, Fit::surface);
  return placed(before, before.axes(), obb_along(before.axes(), triangles, BasicObbQuaternion<Real>::axes_defect));
}

template <class Real>
BasicObbQuaternion<Real> refitted(const BasicObbQuaternion<Real>& before, const Extents<double>& ends,
                                  std::span<const BasicObbQuaternion<Real>> pieces) {
  std::vector<BoxView> boxes;
  for (const auto& piece : pieces) boxes.push_back(piece.box());
  return placed(before, before.axes(), obb_around(before.axes(), boxes, BasicObbQuaternion<Real>::axes_defect, &ends));
}

template ObbQuaternion refitted(const ObbQuaternion&, const Extents<double>&, TriangleRun);
template ObbQuaternion refitted(const ObbQuaternion&, const Extents<double>&, std::span<const ObbQuaternion>);
template BasicObbQuaternion<float> refitted(const BasicObbQuaternion<float>&, const Extents<double>&, TriangleRun);
template BasicObbQuaternion<float> refitted(const BasicObbQuaternion<float>&, const Extents<double>&,
                                            std::span<const BasicObbQuaternion<float>>);

}  // namespace abut::classic

ABUT_CLASSIC_KIND(obb_quaternion, ObbQuaternion)
