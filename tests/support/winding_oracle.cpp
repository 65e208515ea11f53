#include "support/winding_oracle.h"

#include "support/feature_distance.h"

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace abut {

namespace {

template <unsigned digits>
using Digits =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<digits>, boost::multiprecision::et_off>;
// Digits enough for a product of three numbers of which one is 1 and another the least subnormal double: on which side
// of a face the point is must not be lost.
using Number = Digits<1100>;
using Angle = Digits<50>;
using Point = oracle::Point<Number>;

}  // namespace

// A. van Oosterom, J. Strackee, "The solid angle of a plane triangle" (1983).
double true_winding_number(const Mesh& mesh, const Placement& at, const Vec3& point) {
  const Point eye = oracle::image<Number>(point, Placement::identity());
  Angle sum = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    std::array<Point, 3> way;
    std::array<Number, 3> length;
    for (int k = 0; k < 3; ++k) {
      way[k] = oracle::minus(oracle::image<Number>(mesh.corners(i)[k], at), eye);
      length[k] = sqrt(oracle::square(way[k]));
    }
    const Number volume = oracle::product(way[0], oracle::normal_of(way[1], way[2]));
    const Number across = length[0] * length[1] * length[2] + oracle::product(way[0], way[1]) * length[2] +
                          oracle::product(way[1], way[2]) * length[0] + oracle::product(way[2], way[0]) * length[1];
    if (volume != 0) sum += 2 * atan2(Angle(volume), Angle(across));
  }
  return static_cast<double>(Angle(sum / (4 * boost::math::constants::pi<Angle>())));
}

}  // namespace abut
