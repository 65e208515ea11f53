#pragma once

#include "classic/all.h"
#include "classic/tree/build.h"
#include "engine/tree.h"

#include <variant>

namespace abut {

namespace detail {

template <class Volumes>
struct TreesOf;
template <class... V>
struct TreesOf<std::tuple<V...>> {
  using Variant =
      std::variant<Tree<typename V::template In<double>>..., Tree<typename V::template In<float>>..., WideTree>;
};

}  // namespace detail

/// A tree of any kind and storage, chosen at run time: the one place where kinds become templates.
class TreeHolder {
 public:
  using Variant = detail::TreesOf<AllVolumes>::Variant;

  explicit TreeHolder(Variant tree) : tree_(std::move(tree)) {}
  const Variant& get() const { return tree_; }
  Variant& get() { return tree_; }
  /// The fast engine's tree, or null when this is a binary one.
  const WideTree* wide() const { return std::get_if<WideTree>(&tree_); }
  /// Triangle ids in the order of the leaves.
  const std::vector<std::uint32_t>& order() const {
    return std::visit([](const auto& tree) -> const std::vector<std::uint32_t>& { return tree.order; }, tree_);
  }

 private:
  Variant tree_;
};

/// A binary tree; `kind` is one of binary_volume_kinds.
TreeHolder build_tree(VolumeKind kind, Storage storage, std::span<BuildTriangle> triangles,
                      const BuildOptions& options);

}  // namespace abut
