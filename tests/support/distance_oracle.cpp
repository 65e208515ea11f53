#include "support/distance_oracle.h"

#include "support/feature_distance.h"

#include <optional>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace abut {

namespace {

using Number = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;
using Corners = oracle::Corners<Number>;
using oracle::longest_side, oracle::minus, oracle::mixed, oracle::square;

Corners images(const std::array<Vec3, 3>& corners, const Placement& at) {
  return {oracle::image<Number>(corners[0], at), oracle::image<Number>(corners[1], at),
          oracle::image<Number>(corners[2], at)};
}

}  // namespace

struct DistanceOracle::Numbers {
  Corners a, b;
  Number size;
  std::optional<Number> found;

  // Only when asked for: it takes long.
  const Number& distance() {
    oracle::EveryNormal normals;
    if (!found) found = sqrt(oracle::Features<Number>(a, b, normals).squared_distance());
    return *found;
  }
};

DistanceOracle::DistanceOracle(const TrianglePair& pair) : numbers_(std::make_unique<Numbers>()) {
  Numbers& n = *numbers_;
  n.a = images(pair.a, pair.at_a);
  n.b = images(pair.b, pair.at_b);
  // Seen from a's corner, so that a sum of weights that is not quite 1 shows no more than it should.
  const oracle::Point<Number> origin = n.a[0];
  for (Corners* corners : {&n.a, &n.b})
    for (oracle::Point<Number>& corner : *corners) corner = minus(corner, origin);
  n.size = longest_side(n.a) + longest_side(n.b);
}
DistanceOracle::~DistanceOracle() = default;

bool DistanceOracle::is_at_least(double length) const {
  return numbers_->distance() + numbers_->size * 1e-30 >= length;
}
bool DistanceOracle::is_at_most(double length) const { return numbers_->distance() - numbers_->size * 1e-30 <= length; }
double DistanceOracle::distance() const { return static_cast<double>(numbers_->distance()); }
TwoDoubles DistanceOracle::distance_in_parts() const {
  const double high = distance();
  return TwoDoubles::sum(high, static_cast<double>(Number(numbers_->distance() - high)));
}
double DistanceOracle::size() const { return static_cast<double>(numbers_->size); }
double DistanceOracle::between(const std::array<double, 3>& at_a, const std::array<double, 3>& at_b) const {
  return static_cast<double>(Number(sqrt(square(minus(mixed(numbers_->b, at_b), mixed(numbers_->a, at_a))))));
}

}  // namespace abut
