#include "support/distance_oracle.h"

#include <optional>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace abut {

namespace {

using Number = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;
using Point = std::array<Number, 3>;
using Corners = std::array<Point, 3>;

Point minus(const Point& p, const Point& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
Point moved(const Point& p, const Number& t, const Point& by) {
  return {p[0] + t * by[0], p[1] + t * by[1], p[2] + t * by[2]};
}
Number product(const Point& p, const Point& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }
Number square(const Point& p) { return product(p, p); }
Point normal_of(const Point& p, const Point& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

Corners images(const std::array<Vec3, 3>& corners, const Placement& at) {
  Corners result;
  for (int i = 0; i < 3; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      Number sum = at.shift[axis];
      for (int j = 0; j < 3; ++j) sum += Number(at.linear(axis, j)) * Number(corners[i][j]);
      result[i][axis] = sum;
    }
  return result;
}

Number point_to_side(const Point& p, const Point& from, const Point& to) {
  const Point side = minus(to, from), way = minus(p, from);
  const Number length = square(side);
  Number t = length > 0 ? Number(product(way, side) / length) : Number(0);
  if (t < 0) t = 0;
  if (t > 1) t = 1;
  return square(minus(way, moved(Point{}, t, side)));
}

// Over the face's inside only: elsewhere a side is closer.
void point_to_face(const Point& p, const Corners& face, Number& least) {
  const Point normal = normal_of(minus(face[1], face[0]), minus(face[2], face[0]));
  const Number length = square(normal);
  if (!(length > 0)) return;
  for (int i = 0; i < 3; ++i) {
    const Point inwards = normal_of(normal, minus(face[(i + 1) % 3], face[i]));
    if (product(inwards, minus(p, face[i])) < 0) return;
  }
  const Number height = product(normal, minus(p, face[0]));
  least = std::min(least, Number(height * height / length));
}

// Over the insides of both only: elsewhere a corner is closer.
void side_to_side(const Point& p, const Point& q, const Point& r, const Point& s, Number& least) {
  const Point u = minus(q, p), v = minus(s, r), way = minus(r, p), normal = normal_of(u, v);
  const Number length = square(normal);
  if (!(length > 0)) return;
  const Number along_u = product(normal_of(way, v), normal), along_v = product(normal_of(way, u), normal);
  if (along_u < 0 || along_u > length || along_v < 0 || along_v > length) return;
  const Number height = product(way, normal);
  least = std::min(least, Number(height * height / length));
}

Number squared_distance(const Corners& a, const Corners& b) {
  Number least = square(minus(a[0], b[0]));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      least = std::min(least, point_to_side(a[i], b[j], b[(j + 1) % 3]));
      least = std::min(least, point_to_side(b[j], a[i], a[(i + 1) % 3]));
      side_to_side(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], least);
    }
  for (int i = 0; i < 3; ++i) point_to_face(a[i], b, least), point_to_face(b[i], a, least);
  return least;
}

Number longest_side(const Corners& corners) {
  Number most = 0;
  for (int i = 0; i < 3; ++i) most = std::max(most, square(minus(corners[i], corners[(i + 1) % 3])));
  return sqrt(most);
}

Point mixed(const Corners& corners, const std::array<double, 3>& weights) {
  Point result{};
  for (int i = 0; i < 3; ++i) result = moved(result, weights[i], corners[i]);
  return result;
}

}  // namespace

struct DistanceOracle::Numbers {
  Corners a, b;
  Number size;
  std::optional<Number> found;

  // Only when asked for: it takes long.
  const Number& distance() {
    if (!found) found = sqrt(squared_distance(a, b));
    return *found;
  }
};

DistanceOracle::DistanceOracle(const TrianglePair& pair) : numbers_(std::make_unique<Numbers>()) {
  Numbers& n = *numbers_;
  n.a = images(pair.a, pair.at_a);
  n.b = images(pair.b, pair.at_b);
  // Seen from a's corner, so that a sum of weights that is not quite 1 shows no more than it should.
  const Point origin = n.a[0];
  for (Corners* corners : {&n.a, &n.b})
    for (Point& corner : *corners) corner = minus(corner, origin);
  n.size = longest_side(n.a) + longest_side(n.b);
}
DistanceOracle::~DistanceOracle() = default;

bool DistanceOracle::is_at_least(double length) const {
  return numbers_->distance() + numbers_->size * 1e-30 >= length;
}
bool DistanceOracle::is_at_most(double length) const { return numbers_->distance() - numbers_->size * 1e-30 <= length; }
double DistanceOracle::distance() const { return static_cast<double>(numbers_->distance()); }
double DistanceOracle::size() const { return static_cast<double>(numbers_->size); }
double DistanceOracle::between(const std::array<double, 3>& at_a, const std::array<double, 3>& at_b) const {
  return static_cast<double>(Number(sqrt(square(minus(mixed(numbers_->b, at_b), mixed(numbers_->a, at_a))))));
}

}  // namespace abut
