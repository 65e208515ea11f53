#pragma once

#include "math/inner_frame.h"
#include "math/split_number.h"

#include <cstdint>

namespace abut {

/// A number of A's and one of B's in a vector register, where the machine has one: g++ and clang know such types for
/// every machine. What two placed models need alike costs little more than what one does.
using SideBySide = double __attribute__((vector_size(16)));

inline SideBySide magnitudes(SideBySide v) {
  using TwoBits = std::uint64_t __attribute__((vector_size(16)));
  return reinterpret_cast<SideBySide>(reinterpret_cast<TwoBits>(v) & ~(std::uint64_t{1} << 63));
}
inline double sum_of_both(SideBySide v) { return v[0] + v[1]; }

/// AccurateSum of two sums, and their rounded() values to the last bit.
class AccurateSumSideBySide {
 public:
  void add(const Split<SideBySide>& x, const Split<SideBySide>& y) {
    const SideBySide product = x.value * y.value;
    add(product, x.error_of_product(y, product));
  }
  void add(SideBySide x) { add(x, SideBySide{}); }
  /// A product that is given rounded, and what rounding took from it. Knuth's sum, as two_sum.
  void add(SideBySide x, SideBySide error) {
    const SideBySide sum = high_ + x, x_seen = sum - high_, high_seen = sum - x_seen;
    low_ += ((high_ - high_seen) + (x - x_seen)) + error;
    high_ = sum;
  }
  SideBySide rounded() const { return high_ + low_; }

 private:
  SideBySide high_{}, low_{};
};

/// Coordinates of A's and of B's.
struct Vec3SideBySide {
  SideBySide x, y, z;

  Vec3SideBySide(SideBySide of_x, SideBySide of_y, SideBySide of_z) : x(of_x), y(of_y), z(of_z) {}
  Vec3SideBySide(const Vec3& a, const Vec3& b) : x{a.x, b.x}, y{a.y, b.y}, z{a.z, b.z} {}
};
inline SideBySide dot(const Vec3SideBySide& v, const Vec3SideBySide& w) { return v.x * w.x + v.y * w.y + v.z * w.z; }

/// rigidity_defect of both placements, to the last bit.
inline RigidityDefects rigidity_defects(const Placement& at_a, const Placement& at_b) {
  const auto column = [&](int i) { return Vec3SideBySide(at_a.linear.column(i), at_b.linear.column(i)); };
  const Vec3SideBySide x = column(0), y = column(1), z = column(2);
  const SideBySide defects = (magnitudes(dot(x, x) - 1) + magnitudes(dot(y, y) - 1)) +
                             (magnitudes(dot(z, z) - 1) + magnitudes(dot(x, y))) +
                             (magnitudes(dot(y, z)) + magnitudes(dot(z, x))) + 4 * unit_roundoff;
  return {defects[0], defects[1]};
}

/// The images of a point of A and one of B, rounded as by their placements one after the other.
inline Vec3SideBySide images(const Placement& at_a, const Vec3& of_a, const Placement& at_b, const Vec3& of_b) {
  const Vec3SideBySide point(of_a, of_b), shift(at_a.shift, at_b.shift);
  const auto along_row = [&](int i) { return dot(Vec3SideBySide(at_a.linear.row(i), at_b.linear.row(i)), point); };
  return {along_row(0) + shift.x, along_row(1) + shift.y, along_row(2) + shift.z};
}

}  // namespace abut
