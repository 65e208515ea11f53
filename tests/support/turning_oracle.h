#pragma once

#include "math/random.h"
#include <abut/mesh.h>

#include <optional>
#include <string>

namespace abut {

/// When a mesh that turns about the z axis first touches one that stands still, in rational arithmetic. With
/// s = tan(angle / 2) a point is a rational function of s, and every contact of a corner with a face, or of two sides,
/// a root of a polynomial of degree 2 or 4 with rational coefficients. Sturm sequences isolate the roots.
///
/// Both meshes are in the world at the angle 0, where they must not touch; their coordinates are multiples of 2^-8.
/// Pairs whose polynomial vanishes, which stay in one plane, are left out.
class TurningOracle {
 public:
  TurningOracle(const Mesh& turning, const Mesh& still) : turning_(turning), still_(still) {}

  /// The first contact at an angle from 0 to `most_angle` < pi, in 50 digits, as a part of that angle; none if there is
  /// no contact.
  struct Contact {
    double before, after;  ///< doubles that surely are before and after it, or it
  };
  std::optional<Contact> first(double most_angle) const;

 private:
  const Mesh &turning_, &still_;
};

/// Meshes with short coordinates, and the angle that one turns by.
struct TurningScene {
  Mesh turning, still;
  double angle;
};
TurningScene turning_scene(Random& random);

/// Compares first_contact() with the oracle, each model being the one that turns, and counts contacts. What is wrong;
/// empty if nothing is.
std::string check_turning(const TurningScene& scene, int& contacts);

}  // namespace abut
