#pragma once

#include "support/scenes.h"

#include <memory>
#include <optional>

namespace abut {

/// The distance of two placed meshes in rational numbers: exact, whatever the size of what is placed and of the
/// placements, subnormal numbers included. By brute force over all pairs of triangles, so for small meshes. Shares no
/// code with the library.
class RationalDistance {
 public:
  explicit RationalDistance(const Scene& scene);
  /// Of a placed mesh from a point of the world.
  RationalDistance(const Mesh& mesh, const Placement& at, const Vec3& point);
  ~RationalDistance();
  RationalDistance(const RationalDistance&) = delete;
  RationalDistance& operator=(const RationalDistance&) = delete;

  /// Between two triangles of the meshes, or between the meshes: the sign of the distance less a length.
  int compare(std::uint32_t a, std::uint32_t b, double length) const;
  int compare(double length) const;
  bool touching() const { return compare(0) == 0; }
  /// Is upper - lower at most 2^-46 of the distance and the longest side of either mesh, and 2^-1060? Four times what a
  /// pair of triangles is promised.
  bool is_narrow(double lower, double upper) const;
  /// Rounded, for messages and for lengths to ask about.
  double rounded() const;
  /// Every pair at most `margin` apart.
  std::vector<Contact> pairs_within(double margin) const;

 private:
  struct Numbers;
  std::unique_ptr<Numbers> numbers_;
};

}  // namespace abut
