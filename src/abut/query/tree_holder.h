#pragma once

#include <abut/tree/build.h>
#include <abut/volume/all.h>

#include <variant>

namespace abut {

namespace detail {

template <class Volumes>
struct TreesOf;
template <class... V>
struct TreesOf<std::tuple<V...>> {
  using Variant = std::variant<Tree<typename V::template In<double>>..., Tree<typename V::template In<float>>...>;
};

}  // namespace detail

/// A tree of any kind and storage, chosen at run time: the one place where kinds become templates.
class TreeHolder {
 public:
  using Variant = detail::TreesOf<AllVolumes>::Variant;

  explicit TreeHolder(Variant tree) : tree_(std::move(tree)) {}
  const Variant& get() const { return tree_; }
  Variant& get() { return tree_; }

 private:
  Variant tree_;
};

TreeHolder build_tree(VolumeKind kind, Storage storage, std::span<BuildTriangle> triangles,
                      const BuildOptions& options);

}  // namespace abut
