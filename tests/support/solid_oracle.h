#pragma once

// Inside or outside by CGAL's exact kernels. Shares no code with the library: rays in random directions against exact
// images, another direction whenever one meets a corner, a side or a plane of a face.

#include "math/random.h"
#include <abut/mesh.h>
#include <abut/placement.h>

#include <memory>

namespace abut {

class SolidOracle {
 public:
  struct Answer {
    bool on_surface = false;
    int crossings = 0;  ///< of a ray to infinity
    int winding = 0;    ///< out minus in
  };

  SolidOracle(const Mesh& mesh, const Placement& at);
  ~SolidOracle();

  /// May be asked on several threads at once when the placement is the identity.
  Answer ask(const Vec3& point, Random& random) const;

  class Caster;

 private:
  std::unique_ptr<Caster> caster_;
};

}  // namespace abut
