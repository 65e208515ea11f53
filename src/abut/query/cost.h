#pragma once

#include <abut/query/collide.h>

namespace abut {

/// Where a query's time goes: T = Nv Cv + Np Cp (Gottschalk et al. 1996, equation 1).
struct QueryCost {
  std::uint64_t volume_tests = 0;        ///< Nv
  std::uint64_t triangle_tests = 0;      ///< Np
  double total_seconds = 0;              ///< T
  double seconds_per_volume_test = 0;    ///< Cv: all that is not spent on triangles
  double seconds_per_triangle_test = 0;  ///< Cp; 0 when no triangles were tested
};

/// Runs collide() some times and gives its counters and the shortest time on this thread. Cp is the time in which the
/// same pairs of triangles are tested again without a tree; the rest of T goes to Cv. Throws Error as collide() does,
/// and for fewer than one repetition. The stop flag, when set, shortens what is measured.
QueryCost measure_cost(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                       const CollideOptions& options = {}, int repetitions = 5);

}  // namespace abut
