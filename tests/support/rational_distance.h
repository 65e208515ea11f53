#pragma once

#include "support/scenes.h"

#include <memory>

namespace abut {

/// The distance of two placed meshes in rational numbers: exact, whatever the size of what is placed and of the
/// placements, subnormal numbers included. Every pair of triangles, every pair of their corners, sides and faces; so
/// for scenes of some hundred pairs. Shares no code with the library.
class RationalDistance {
 public:
  explicit RationalDistance(const PlacedMeshes& scene);
  /// Of a placed mesh from a point of the world.
  RationalDistance(const Mesh& mesh, const Placement& at, const Vec3& point);
  ~RationalDistance();
  RationalDistance(const RationalDistance&) = delete;
  RationalDistance& operator=(const RationalDistance&) = delete;

  /// Between two triangles of the meshes, or between the meshes: the sign of the distance less a length.
  int compare(std::uint32_t a, std::uint32_t b, double length) const;
  int compare(double length) const;
  bool touching() const { return compare(0) == 0; }
  /// Every pair at most `margin` apart.
  std::vector<Contact> pairs_within(double margin) const;
  /// Every pair that has the least distance exactly.
  std::vector<Contact> closest_pairs() const;
  /// The width that distance.h promises for an answer that names this pair, rounded up:
  /// 64 * 2^-53 * (the longest sides of the two images + the distance) + 2^-1065.
  double promised_width(std::uint32_t a, std::uint32_t b) const;
  /// The real distance, rounded: for messages and for lengths to ask about.
  double rounded() const;

 private:
  struct Numbers;
  std::unique_ptr<Numbers> numbers_;
};

/// Is upper <= lower (1 + relative_error), or upper <= lower + absolute_error, as real numbers?
bool is_within_error(double lower, double upper, double relative_error, double absolute_error);

}  // namespace abut
