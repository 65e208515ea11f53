#pragma once

#include "classic/volume/box_test.h"
#include "classic/volume/extents.h"
#include "classic/volume/triangle_run.h"

#include <concepts>

namespace abut::classic {

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
  { V::takes_fit } -> std::convertible_to<bool>;  // has axes of its own, which Fit chooses
  { V::takes_sat } -> std::convertible_to<bool>;  // is a box, of whose axes Sat chooses
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

}  // namespace abut::classic
