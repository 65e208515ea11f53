#pragma once

#include "base/budget_watch.h"
#include "engine/swept_tree.h"

namespace abut {

/// What a visit of two swept trees finds.
class SweptSink {
 public:
  virtual ~SweptSink() = default;
  /// Two triangles, by their places in the order of the leaves, whose leaves may meet.
  virtual void take(std::uint32_t place_a, std::uint32_t place_b) = 0;
  /// Such triangles do not meet before this time.
  virtual float meeting_time(std::uint32_t place_a, std::uint32_t place_b) = 0;
  /// Pairs that cannot meet until this time need not be taken; it may fall.
  float until = 1;
  /// What taking has cost so far; counts for the budget.
  std::uint64_t tests = 0;
};

struct SweptVisit {
  std::uint64_t volume_tests = 0;
  bool complete = true;
  /// No pair that was not taken meets before this time, if the budget ended the visit.
  double left_from = std::numeric_limits<double>::infinity();
};

/// All pairs of triangles of two trees that boxes and slabs do not keep apart, early ones first to within a fraction
/// of the time.
SweptVisit visit_swept_pairs(SweptTree& a, SweptTree& b, BudgetWatch watch, SweptSink& sink);
/// All such pairs of one tree, each once.
SweptVisit visit_swept_self_pairs(SweptTree& tree, BudgetWatch watch, SweptSink& sink);

}  // namespace abut
