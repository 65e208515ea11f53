#pragma once

#include "models.h"

namespace abut::bench::solid {

/// A way to find out whether two copies of a model touch, and what it took for all placements: T = Nb Cb + Np Cp.
struct Contestant {
  std::string tree, split;
  Sat sat;
  Model model;

  struct Tally {
    Counters counters;
    std::uint64_t touching = 0;
  } tally{};
  double total_seconds = 0;
  double seconds_per_triangle_test = 0;

  Contestant(std::string tree_name, Mesh mesh, const ModelOptions& how, Sat axes);

  double triangle_seconds() const {
    return seconds_per_triangle_test * static_cast<double>(tally.counters.triangle_tests);
  }
  double box_seconds() const { return total_seconds - triangle_seconds(); }
};

/// Runs all of them at all placements, in turns of a thousand, so that a change in the machine's speed meets all alike;
/// each turn is run twice, and the shorter time counts. Throws Error when they disagree.
void run_in_turns(std::vector<Contestant>& contestants, std::span<const PlacementPair> placements);

Table table_of_tests();
void add_row(Table& table, const PaperModel& model, const Contestant& contestant);

}  // namespace abut::bench::solid
