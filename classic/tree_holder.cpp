#include "classic/tree_holder.h"

namespace abut {

namespace {

template <class V>
TreeHolder build_as(Storage storage, std::span<BuildTriangle> triangles, const BuildOptions& options) {
  if (storage == Storage::float64) return TreeHolder(build_tree<typename V::template In<double>>(triangles, options));
  return TreeHolder(build_tree<typename V::template In<float>>(triangles, options));
}

template <class... V>
TreeHolder build_one_of(std::tuple<V...>*, VolumeKind kind, Storage storage, std::span<BuildTriangle> triangles,
                        const BuildOptions& options) {
  TreeHolder (*const builders[])(Storage, std::span<BuildTriangle>, const BuildOptions&) = {&build_as<V>...};
  return builders[static_cast<int>(kind)](storage, triangles, options);
}

}  // namespace

TreeHolder build_tree(VolumeKind kind, Storage storage, std::span<BuildTriangle> triangles,
                      const BuildOptions& options) {
  return build_one_of(static_cast<AllVolumes*>(nullptr), kind, storage, triangles, options);
}

}  // namespace abut
