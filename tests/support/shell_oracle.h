#pragma once

// The inside of a mesh that consists of several bodies, from the definition: which bodies cross is found by asking
// exact rays about many points of their surfaces, and a point is asked of each body by itself. Shares no code with the
// library.

#include "support/solid_oracle.h"

namespace abut {

class ShellOracle {
 public:
  /// Each body is one closed surface that does not touch itself. Coordinates are whole numbers; sides of bodies that
  /// are not convex are multiples of 12, so that the points at 12ths of their triangles, which are looked at, are
  /// doubles.
  explicit ShellOracle(std::vector<Mesh> bodies);

  /// For each body the first one of its group.
  const std::vector<std::size_t>& groups() const { return groups_; }
  const std::vector<Mesh>& bodies() const { return bodies_; }
  Mesh mesh() const { return joined(bodies_); }

  /// The bodies where they stand, for many points.
  class Placed {
   public:
    Placed(const ShellOracle& oracle, const Placement& at);
    enum class Where { outside, inside, on_surface };
    Where ask(const Vec3& point, Random& random) const;

   private:
    const ShellOracle& oracle_;
    std::vector<std::unique_ptr<SolidOracle>> bodies_;
  };

 private:
  bool cross(std::size_t i, std::size_t j, Random& random) const;

  std::vector<Mesh> bodies_;
  std::vector<std::unique_ptr<SolidOracle>> oracles_;
  std::vector<std::size_t> groups_;
};

}  // namespace abut
