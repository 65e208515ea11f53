#pragma once

#include "arrays.h"
#include "classic/any_model.h"
#include "interruptible.h"
#include "items.h"

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

/// Two models, as they are needed: two of the engine are asked by it.
inline bool are_both_engines(const EitherModel& a, const EitherModel& b) { return a.engine() && b.engine(); }

// The options of one house; those that it lacks are an Error.
CollideOptions for_engine(const any::CollideOptions& options);
SelfOptions for_engine(const any::SelfOptions& options);
DistanceOptions for_engine(const any::DistanceOptions& options);
ClosestPointOptions for_engine(const any::ClosestPointOptions& options);
classic::CollideOptions for_classic(const any::CollideOptions& options);
classic::SelfOptions for_classic(const any::SelfOptions& options);
classic::DistanceOptions for_classic(const any::DistanceOptions& options);
classic::ClosestPointOptions for_classic(const any::ClosestPointOptions& options);

/// query(a, b, options), with the models and the options of the house that answers.
template <class Options, class Query>
auto ask(const EitherModel& a, const EitherModel& b, const Options& options, const Query& query) {
  if (are_both_engines(a, b)) return query(*a.engine(), *b.engine(), for_engine(options));
  return query(a.ref(), b.ref(), for_classic(options));
}

/// query(model, options), in the same way.
template <class Options, class Query>
auto ask(const EitherModel& model, const Options& options, const Query& query) {
  if (model.engine()) return query(*model.engine(), for_engine(options));
  return query(model.ref(), for_classic(options));
}

/// query(options, placed...) at many placements, which Ctrl-C ends; `placed` is the items, or the models and the
/// placements.
template <class Options, class Query>
auto ask_at_many(const EitherModel& a, const EitherModel& b, py::handle pose_a, py::handle pose_b, Options options,
                 const Query& query) {
  const auto interruptibly = [&](const auto& work) {
    return run_interruptibly([&](const std::atomic<bool>& stop) {
      options.stop = &stop;
      return work();
    });
  };
  if (are_both_engines(a, b)) {
    const std::vector<PlacedPair> items = items_from(*a.engine(), *b.engine(), pose_a, pose_b);
    return of_valid(items, [&] { return interruptibly([&] { return query(for_engine(options), items); }); });
  }
  const std::vector<PlacementPair> poses = placement_pairs_from(pose_a, pose_b);
  return of_valid(poses,
                  [&] { return interruptibly([&] { return query(for_classic(options), a.ref(), b.ref(), poses); }); });
}

}  // namespace abut::python
