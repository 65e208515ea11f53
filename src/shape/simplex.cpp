#include "shape/simplex.h"

#include <algorithm>
#include <limits>

namespace abut {

bool Simplex::holds(const Vec3& point) const {
  return std::find(points_.begin(), points_.begin() + size_, point) != points_.begin() + size_;
}

void Simplex::add(const Vec3& point, const Origin& origin) {
  points_[size_] = point, origins_[size_++] = origin;
  if (size_ == 1) weights_[0] = 1;
  if (size_ == 2) keep(on_segment(0, 1));
  if (size_ == 3) keep(on_triangle(0, 1, 2));
  if (size_ == 4) reduce_tetrahedron();
}

Vec3 Simplex::closest() const {
  Vec3 sum = points_[0] * weights_[0];
  for (int i = 1; i < size_; ++i) sum += points_[i] * weights_[i];
  return sum;
}

Vec3 Simplex::at(const Part& part) const {
  Vec3 sum;
  for (int i = 0; i < part.size; ++i) sum += points_[part.corners[i]] * part.weights[i];
  return sum;
}

void Simplex::keep(const Part& part) {
  const std::array<Vec3, most> points = points_;
  const std::array<Origin, most> origins = origins_;
  size_ = part.size;
  for (int i = 0; i < size_; ++i) {
    points_[i] = points[part.corners[i]];
    origins_[i] = origins[part.corners[i]];
    weights_[i] = part.weights[i];
  }
}

Simplex::Part Simplex::on_segment(int i, int j) const {
  const Vec3 side = points_[j] - points_[i];
  const double along = -dot(points_[i], side), whole = dot(side, side);
  if (!(along > 0)) return {{i}, {1}, 1};
  if (along >= whole) return {{j}, {1}, 1};
  const double t = along / whole;
  return {{i, j}, {1 - t, t}, 2};
}

// The regions of a triangle around the origin: inside if the origin projects into it, else the closest of its sides.
Simplex::Part Simplex::on_triangle(int i, int j, int k) const {
  const Vec3 &a = points_[i], &b = points_[j], &c = points_[k];
  const Vec3 normal = cross(b - a, c - a);
  const double of_a = dot(normal, cross(b, c)), of_b = dot(normal, cross(c, a)), of_c = dot(normal, cross(a, b));
  const double sum = of_a + of_b + of_c;
  if (of_a > 0 && of_b > 0 && of_c > 0) return {{i, j, k}, {of_a / sum, of_b / sum, of_c / sum}, 3};
  Part best;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [from, to] : {std::array{i, j}, std::array{j, k}, std::array{k, i}}) {
    const Part part = on_segment(from, to);
    const Vec3 v = at(part);
    if (const double square = dot(v, v); square < least) least = square, best = part;
  }
  return best;
}

std::array<double, Simplex::most> Simplex::volumes() const {
  const Vec3 &a = points_[0], &b = points_[1], &c = points_[2], &d = points_[3];
  return {dot(b, cross(c, d)), -dot(a, cross(c, d)), dot(a, cross(b, d)), -dot(a, cross(b, c))};
}

void Simplex::reduce_tetrahedron() {
  const std::array<double, most> volumes = this->volumes();
  const double sum = volumes[0] + volumes[1] + volumes[2] + volumes[3];
  const auto is_beyond = [&](int face) { return !(sum > 0 ? volumes[face] > 0 : sum < 0 && volumes[face] < 0); };
  constexpr int faces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  Part best;
  double least = std::numeric_limits<double>::infinity();
  for (int face = 0; face < 4; ++face) {
    if (!is_beyond(face)) continue;
    const Part part = on_triangle(faces[face][0], faces[face][1], faces[face][2]);
    const Vec3 v = at(part);
    if (const double square = dot(v, v); square < least) least = square, best = part;
  }
  if (best.size > 0) return keep(best);
  for (int i = 0; i < 4; ++i) weights_[i] = volumes[i] / sum;
}

}  // namespace abut
