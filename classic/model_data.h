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
  const BoxNodes& nodes() const { return tree_ ? static_cast<const BoxNodes&>(*tree_) : *engine_; }
  TreeSide tree() const { return {nodes(), tree_}; }
  /// Null for a model of the engine.
  const AnyTree* own_tree() const { return tree_; }

 private:
  const MeshData& data_;
  const AnyTree* tree_;
  std::optional<EngineNodes> engine_;
};

/// "two models of the engine", for errors.
bool are_both_of_the_engine(const ModelRef& a, const ModelRef& b);
/// Throws Error when an option of this house is set where the engine answers.
void require_unset(bool is_set, const char* option);
/// Throws Error when SAT is chosen for volumes that are not boxes.
void require_boxes(const std::optional<Sat>& sat, const Side& side);

}  // namespace abut::classic
