#pragma once

#include "leaf/perturbed_pair.h"
#include "query/overlap_frame.h"
#include "query/overlap_solid.h"

namespace abut {

/// The overlap of two clean solids by the divergence theorem: the integrals of x . n / 3 over the part of either
/// surface that is inside the other solid, where B is thought moved as PerturbedPair says. `rule` is for tests.
Overlap overlap_of_surfaces(const OverlapSolid& a, const Placement& at_a, const OverlapSolid& b, const Placement& at_b,
                            const OverlapFrame& frame, const OverlapOptions& options, const TieRule& rule = {});

}  // namespace abut
