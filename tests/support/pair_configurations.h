#pragma once

#include "math/random.h"

#include <array>

namespace abut {

/// Two triangles in one frame, in a relation that rounded arithmetic finds hard. Unless a name says otherwise,
/// coordinates are small integers or dyadic fractions, and a touching pair touches at the origin.
struct Configuration {
  std::array<Vec3, 3> a, b;
};

using MakeConfiguration = Configuration (*)(Random&);

/// Corners on a coarse grid: anything may happen, coincidences often.
Configuration grid_snapped(Random& random);
Configuration sharing_a_vertex(Random& random);
Configuration sharing_an_edge(Random& random);
/// In one plane, mostly overlapping.
Configuration coplanar_overlapping(Random& random);
/// In one plane, B outside A or on its boundary.
Configuration coplanar_touching(Random& random);
/// A corner of B on A's face, side or corner.
Configuration vertex_on_face(Random& random);
/// A corner of B a unit in the last place off A's face, away from the origin.
Configuration one_ulp_off_face(Random& random);
Configuration edge_crossing_edge(Random& random);
/// Needles and caps of aspect 1e-6 to 1e-12, arbitrary doubles.
Configuration slivers(Random& random);
/// Points, segments and triangles in all combinations, touching or close.
Configuration degenerate_forms(Random& random);
/// Arbitrary doubles of similar size.
Configuration arbitrary(Random& random);
/// One of the above.
Configuration any_configuration(Random& random);

}  // namespace abut
