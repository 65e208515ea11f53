#pragma once

#include "arrays.h"
#include "interruptible.h"

namespace abut::python {

/// The queries of a batch, as placement_pairs_from() reads them, in the form in which the library wants them: one copy
/// less. The models must outlive them.
std::vector<PlacedPair> items_from(const Model& a, const Model& b, py::handle pose_a, py::handle pose_b);

void require_valid(std::span<const PlacedPair> items);

/// What the query of a batch returns; when it refuses a placement, the message says in which pose.
template <class Query>
auto of_valid(const std::vector<PlacedPair>& items, const Query& query) {
  try {
    return query();
  } catch (const Error&) {
    require_valid(items);
    throw;
  }
}

/// Pairs of several models of the engine with their placements, as tuples (a, b), (a, b, pose_a) or
/// (a, b, pose_a, pose_b).
class ModelPairs {
 public:
  explicit ModelPairs(py::handle tuples);

  /// query(items, options), which Ctrl-C ends.
  template <class Options, class Query>
  auto ask(Options options, const Query& query) const {
    return of_valid(items_, [&] {
      return run_interruptibly(items_.size(), [&](const std::atomic<bool>& stop) {
        options.budget.stop = &stop;
        return query(items_, options);
      });
    });
  }

 private:
  std::vector<Model> models_;  ///< shares of them, so that a refit meanwhile does not matter
  std::vector<PlacedPair> items_;
};

}  // namespace abut::python
