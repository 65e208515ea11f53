#pragma once

#include "arrays.h"
#include "interruptible.h"
#include "items.h"
#include <abut/classic.h>

#include <variant>

namespace abut::python {

/// A model of either house, as a query holds it. Copies share their data, so that a query that has let go of the
/// interpreter's lock does not notice a refit.
class EitherModel {
 public:
  explicit EitherModel(Model model) : model_(std::move(model)) {}
  explicit EitherModel(classic::Model model) : model_(std::move(model)) {}

  /// Null for classic trees.
  const Model* engine() const { return std::get_if<Model>(&model_); }
  classic::ModelRef ref() const {
    return std::visit([](const auto& model) { return classic::ModelRef(model); }, model_);
  }

 private:
  std::variant<Model, classic::Model> model_;
};

/// A model of either house, or one of the engine that is built from a mesh for this occasion.
EitherModel either_model_from(py::handle object);

/// A batch at many placements, which Ctrl-C ends: of_items(items, options) for two models of the engine if no way of
/// classic trees is chosen (`is_plain`), otherwise of_poses(a, b, placements, options). An Error names a pose that is
/// not valid.
template <class Options, class OfItems, class OfPoses>
auto ask_at_many(const EitherModel& a, const EitherModel& b, py::handle pose_a, py::handle pose_b, Options options,
                 bool is_plain, const OfItems& of_items, const OfPoses& of_poses) {
  const auto interruptibly = [&](std::size_t queries, const auto& work) {
    return run_interruptibly(queries, [&](const std::atomic<bool>& stop) {
      options.budget.stop = &stop;
      return work();
    });
  };
  if (is_plain && a.engine() && b.engine()) {
    const std::vector<PlacedPair> items = items_from(*a.engine(), *b.engine(), pose_a, pose_b);
    return of_valid(items, [&] { return interruptibly(items.size(), [&] { return of_items(items, options); }); });
  }
  const std::vector<PlacementPair> poses = placement_pairs_from(pose_a, pose_b);
  return of_valid(
      poses, [&] { return interruptibly(poses.size(), [&] { return of_poses(a.ref(), b.ref(), poses, options); }); });
}

}  // namespace abut::python
