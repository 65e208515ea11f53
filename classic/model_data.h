#pragma once

#include "classic/any_tree.h"
#include "query/model_data.h"

#include <optional>

namespace abut::classic {

/// A model of this house.
struct ModelData : MeshData {
  ModelData(Mesh&& mesh, const ModelOptions& options);
  ModelData(const ModelData& other) : MeshData(other), options(other.options), tree(other.tree->copy()) {}
  ModelData& operator=(const ModelData&) = delete;

  // See query/deforming.h.
  void prepare_refit() {}
  double surface_ratio() const { return tree->inner_over_leaf_surface(); }
  void follow(std::span<const Vec3> points, int threads);

  ModelOptions options;
  std::unique_ptr<AnyTree> tree;
};

/// A model of either house, as a query of this one reads it.
class Side {
 public:
  explicit Side(const ModelRef& model)
      : data_(model.classic() ? static_cast<const MeshData&>(model.classic()->data()) : model.engine()->data()),
        tree_(model.classic() ? model.classic()->data().tree.get() : nullptr) {
    if (model.engine()) engine_.emplace(model.engine()->data().tree);
  }
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  const MeshData& data() const { return data_; }
  const ViewedNodes& nodes() const { return tree_ ? static_cast<const ViewedNodes&>(*tree_) : *engine_; }
  TreeSide tree() const { return {nodes(), tree_}; }
  /// Null for a model of the engine.
  const AnyTree* own_tree() const { return tree_; }

 private:
  const MeshData& data_;
  const AnyTree* tree_;
  std::optional<EngineNodes> engine_;
};

bool are_both_of_the_engine(const ModelRef& a, const ModelRef& b);

// What queries refuse: options that whoever answers does not have.

void require_unset(const CollideMethod& method);
void require_unset(const DistanceMethod& method);
void require_unset(const PointMethod& method);
/// Is the engine to answer? Throws Error when a way of this house is chosen then.
template <class Method>
bool engine_answers(const ModelRef& a, const ModelRef& b, const Method& method) {
  if (!are_both_of_the_engine(a, b)) return false;
  require_unset(method);
  return true;
}

/// Throws Error when SAT is chosen for volumes that are not boxes.
void require_boxes(const std::optional<Sat>& sat, const Side& side);

/// Throws Error when an option of the engine is set where this house answers; the error names the kind of a model.
template <class Options>
void require_no_simd(const Options& options, const ModelRef& a, const ModelRef& b) {
  require_without(options.simd != Simd::best, "simd", a, b);
}
void require_without(bool is_set, const char* option, const ModelRef& a, const ModelRef& b);

}  // namespace abut::classic
