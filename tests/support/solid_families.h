#pragma once

#include "math/random.h"
#include <abut/small_tests.h>

#include <array>

namespace abut {

/// Solids of several families, most of them made to touch exactly: whole numbers on a small grid; turned ones; those
/// far away, tiny or huge; flat ones.
class SolidFamily {
 public:
  explicit SolidFamily(std::uint64_t seed) : random_(seed) {}

  /// Begins another case: what is made next is of one family.
  void next() { family_ = static_cast<int>(random_.below(6)); }

  /// The same, of a family of size 1 at the origin.
  void next_of_ordinary_size() { family_ = random_.chance(0.5) ? 0 : 3; }

  double length() {
    if (is_on_grid()) return static_cast<double>(random_.below(4)) * unit();
    return random_.chance(0.1) ? 0 : random_.between(0, 2) * unit();
  }
  Vec3 point() {
    if (is_on_grid()) return Vec3{whole(), whole(), whole()} * unit() + offset();
    return random_.in_cube(3) * unit() + offset();
  }
  Vec3 way() {
    for (;;) {
      const Vec3 v = is_on_grid() ? Vec3{whole(), whole(), whole()} * unit() : random_.in_cube(4) * unit();
      if (v != Vec3{}) return v;
    }
  }
  small::Sphere sphere() { return {point(), length()}; }
  small::Box box() { return {point(), axes(), {length(), length(), length()}}; }
  small::Corners corners() {
    const Vec3 a = point(), b = point(), c = random_.chance(0.1) ? a : point();
    return {a, b, c};
  }
  small::Frustum frustum();
  small::RoundedCone cone() {
    constexpr std::array cosines{0.0, 0.25, 0.5, 0.75, 1.0};
    const double cosine = is_on_grid() ? cosines[random_.below(5)] : 1 - random_.unit() * random_.unit();
    return {point(), way() * (random_.chance(0.3) ? 1e3 : 1), cosine, length() * 2};
  }
  /// Are the numbers whole?
  bool is_on_grid() const { return family_ < 3; }
  Random& random() { return random_; }

 private:
  double unit() const { return family_ == 2 ? 0x1p-140 : family_ == 4 ? 0x1p100 : 1; }
  Vec3 offset() const { return family_ == 1 || family_ == 5 ? Vec3{0x1p40, -0x1p41, 0x1p39} : Vec3{}; }
  double whole() { return static_cast<double>(random_.below(9)) - 4; }
  Matrix3 axes();

  Random random_;
  int family_ = 0;
};

}  // namespace abut
