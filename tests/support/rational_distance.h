#pragma once

#include "support/scenes.h"
#include <abut/query/closest_point.h>

#include <memory>

namespace abut {

/// The distance of two placed meshes in rational arithmetic: every pair of triangles, every pair of their corners,
/// sides and faces, squares of lengths as fractions. Shares no code with the library. For scenes of some hundred pairs.
class RationalDistance {
 public:
  explicit RationalDistance(const Scene& scene);
  ~RationalDistance();
  RationalDistance(const RationalDistance&) = delete;
  RationalDistance& operator=(const RationalDistance&) = delete;

  bool touching() const;
  /// Comparisons of the real distance.
  bool is_at_least(double length) const;
  bool is_at_most(double length) const;
  /// The same for one pair of triangles.
  bool pair_is_at_least(std::uint32_t a, std::uint32_t b, double length) const;
  bool pair_is_at_most(std::uint32_t a, std::uint32_t b, double length) const;
  /// How many pairs have the least distance exactly, and the smallest of them.
  std::vector<Contact> closest_pairs() const;
  /// The width that distance.h promises for an answer that names this pair, rounded up:
  /// 64 * 2^-53 * (the longest sides of the two images + the distance) + 2^-1065.
  double promised_width(std::uint32_t a, std::uint32_t b) const;
  /// The real distance, rounded.
  double distance() const;

 private:
  struct Numbers;
  std::unique_ptr<Numbers> numbers_;
};

/// Is upper <= lower (1 + relative_error), or upper <= lower + absolute_error, as real numbers?
bool is_within_error(double lower, double upper, double relative_error, double absolute_error);

}  // namespace abut
