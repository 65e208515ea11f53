#pragma once

// Every kind of volume. Adding one: its file, its line here, its name in volume/kind.h; tests, benchmarks and commands
// pick it up.

#include "classic/volume/aabb.h"
#include "classic/volume/hybrid.h"
#include "classic/volume/hybrid_dynamic.h"
#include "classic/volume/kdop.h"
#include "classic/volume/lss.h"
#include "classic/volume/obb.h"
#include "classic/volume/rss.h"
#include "classic/volume/sphere.h"

#include <concepts>
#include <tuple>

namespace abut {

/// What a refit of moved triangles asks of a kind: the volume follows from the triangles' ends alone; or from what it
/// was before, their ends, and either the triangles themselves or volumes that together hold them.
template <class V>
concept Refittable = requires(const Extents<double>& ends) {
  { V::between(ends) } -> std::same_as<V>;
}
|| requires(const V& before, const Extents<double>& ends, TriangleRun triangles, std::span<const V> pieces) {
  { V::refit_levels } -> std::convertible_to<int>;  // how far below a node its pieces are looked for
  { refitted(before, ends, triangles) } -> std::same_as<V>;
  { refitted(before, ends, pieces) } -> std::same_as<V>;
};

/// What a kind must offer. Volumes live in a model's inner frame.
template <class V>
concept Volume = Refittable<V> && requires(const V& v, const RelativePlacement& b_in_a, TriangleRun triangles) {
  { V::kind } -> std::convertible_to<VolumeKind>;
  { V::around(triangles, Fit::surface) } -> std::same_as<V>;
  { v.box() } -> std::same_as<BoxView>;  // a box around it, for tests against other kinds
  { squared_diameter(v) } -> std::same_as<double>;
  { volume_of(v) } -> std::same_as<double>;
  { surface_of(v) } -> std::same_as<double>;
  typename V::Test;  // made once per query from the relative placement
  requires std::constructible_from<typename V::Test, const RelativePlacement&, Sat, double>;
  { typename V::Test(b_in_a, Sat::full, V::axes_defect).may_overlap(v, v) } -> std::same_as<bool>;
  // A lower bound of the distance, a length in A's inner frame.
  { typename V::Test(b_in_a, Sat::full, V::axes_defect).distance_below(v, v) } -> std::same_as<double>;
  { typename V::Test::ClosedA(typename V::Test(b_in_a, Sat::full, 0.0), v).may_overlap(v) } -> std::same_as<bool>;
  { typename V::Test::ClosedB(typename V::Test(b_in_a, Sat::full, 0.0), v).may_overlap(v) } -> std::same_as<bool>;
};

/// In the order of binary_volume_kinds.
using AllVolumes = std::tuple<Sphere, Aabb, Obb, Lss, Rss, KDop18, Hybrid, HybridDynamic>;

namespace detail {
template <class... V>
constexpr bool all_are_volumes(std::tuple<V...>*) {
  return (... && (Volume<V> && Volume<typename V::template In<float>>));
}
}  // namespace detail
static_assert(detail::all_are_volumes(static_cast<AllVolumes*>(nullptr)));
static_assert(Volume<KDop<6>> && Volume<KDop<14>> && Volume<KDop<26>>);
static_assert(std::tuple_size_v<AllVolumes> == binary_volume_kinds.size());

}  // namespace abut
