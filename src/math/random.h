#pragma once

#include <abut/placement.h>

#include <cmath>
#include <cstdint>

namespace abut {

/// A seeded generator with the same numbers on every machine and standard library (SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  /// Uniform in [low, high).
  double between(double low, double high) { return low + (high - low) * unit(); }
  /// Uniform in 0 .. count - 1.
  std::uint64_t below(std::uint64_t count) { return bits() % count; }
  bool chance(double probability) { return unit() < probability; }
  Vec3 in_cube(double half_side) {
    return {between(-half_side, half_side), between(-half_side, half_side), between(-half_side, half_side)};
  }
  /// Uniform on the unit sphere, without a libm call whose last bit differs between machines.
  Vec3 direction() {
    for (;;) {
      const Vec3 v = in_cube(1);
      const double square = dot(v, v);
      if (square <= 1 && square > 1e-6) return v * (1 / std::sqrt(square));
    }
  }
  /// A uniformly random rotation (Shoemake's uniform distribution over unit quaternions, by rejection).
  Placement rotation(const Vec3& shift = {}) {
    for (;;) {
      const double w = between(-1, 1), x = between(-1, 1), y = between(-1, 1), z = between(-1, 1);
      const double square = w * w + x * x + y * y + z * z;
      if (square <= 1 && square > 1e-6) return Placement::rotation(w, x, y, z, shift);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace abut
