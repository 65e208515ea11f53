#pragma once

#include <abut/query/model.h>

namespace abut {

/// The model, and its state, that something remembered is about.
struct ServedModel {
  ServedModel() = default;
  explicit ServedModel(const Model& model) : identity(model.identity()), generation(model.generation()) {}

  /// Is it this very model, not refitted since?
  bool is(const Model& model) const { return model.generation() == generation && model.is(identity); }

  std::weak_ptr<const void> identity;
  std::uint64_t generation = 0;
};

}  // namespace abut
