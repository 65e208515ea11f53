#pragma once

#include "classic/volume/box_test.h"
#include "math/random.h"

/// The ways to decide whether two boxes overlap that Table 2 of the OBBTree paper compares with the separating axis
/// test. Both boxes are given in one frame; touching is overlap, up to rounding.
namespace abut::bench {

/// Is there a point in the twelve half-spaces? Seidel's randomised incremental linear program in three variables (the
/// paper's reference 33); `random` shuffles the half-spaces.
bool overlap_by_linear_program(const BoxView& a, const BoxView& b, Random& random);

/// Does an edge of one box cross a face of the other? 144 tests; and, since they are blind to it, does one box hold the
/// other's centre?
bool overlap_by_edges_and_faces(const BoxView& a, const BoxView& b);

/// Gilbert, Johnson and Keerthi's algorithm (the paper's reference 14) as libccd has it, with support functions for
/// boxes. Only in builds that found libccd (ABUT_HAS_CCD).
bool overlap_by_gjk(const BoxView& a, const BoxView& b);

/// t and r of the pair, as the separating axis test reads them.
inline classic::BoxPair<double> as_pair(const BoxView& a, const BoxView& b) {
  const Vec3 t = transposed_times(a.axes, b.centre - a.centre);
  const Matrix3 r = transposed(a.axes) * b.axes;
  return {{t.x, t.y, t.z}, {{{r(0, 0), r(0, 1), r(0, 2)}, {r(1, 0), r(1, 1), r(1, 2)}, {r(2, 0), r(2, 1), r(2, 2)}}}};
}

}  // namespace abut::bench
