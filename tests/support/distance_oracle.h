#pragma once

#include "support/double_double.h"
#include "support/pair_families.h"

#include <memory>

namespace abut {

/// A pair's distance, and that of two points of the triangles, computed with a hundred digits. Shares no code with the
/// library. For images whose coordinates span less than 2^200.
class DistanceOracle {
 public:
  explicit DistanceOracle(const TrianglePair& pair);
  ~DistanceOracle();
  DistanceOracle(const DistanceOracle&) = delete;
  DistanceOracle& operator=(const DistanceOracle&) = delete;

  /// Between the closest features of two triangles that do not cross. True within 1e-30 of the pair's size, so that
  /// comparisons with doubles are those of the real distance.
  bool is_at_least(double length) const;
  bool is_at_most(double length) const;
  /// Rounded to nearest.
  double distance() const;
  TwoDoubles distance_in_parts() const;
  /// The longest sides of the two images, summed.
  double size() const;
  /// Between the points with these barycentric coordinates, taken as they are.
  double between(const std::array<double, 3>& at_a, const std::array<double, 3>& at_b) const;

 private:
  struct Numbers;
  std::unique_ptr<Numbers> numbers_;
};

}  // namespace abut
