#pragma once

#include <abut/mesh.h>
#include <abut/shared.h>

#include <string_view>

namespace ABUT_API abut {

/// How it is known how far triangles stray from the surface that they stand for; the less sure first.
enum class StrayKind {
  none,       ///< it is not known: the triangles are taken for the surface
  estimated,  ///< from the angles between neighbouring triangles
  sampled,    ///< measured at many points of each triangle
  bounded,    ///< no point of a triangle is farther from the file's surface, nor of that from all, up to rounding
};
constexpr std::string_view name_of(StrayKind kind) {
  constexpr std::string_view names[] = {"none", "estimated", "sampled", "bounded"};
  return names[static_cast<int>(kind)];
}

/// How far the triangles of a mesh stray from the surface that they stand for, in the mesh's own unit. A value: cheap
/// to copy, never changed.
class Stray {
 public:
  /// Nothing is known, and every triangle's stray is 0.
  Stray();
  /// `of_triangle` has a length for each triangle, 0 or more. `spacing` is how far the surface itself may be off: how
  /// coarse the file's numbers are, or the tolerance that the file states. Throws Error for lengths that are negative
  /// or not numbers.
  Stray(StrayKind kind, std::vector<float> of_triangle, double spacing);

  /// Of the triangle that is known least well.
  StrayKind kind() const;
  /// Without the spacing; 0 where the surface is flat.
  double of(std::uint32_t triangle) const;
  /// For each triangle; empty when nothing is known.
  std::span<const float> of_triangles() const;
  double largest() const;
  double spacing() const;

 private:
  struct ABUT_PRIVATE Data;
  detail::Shared<Data> data_;  // null: nothing is known
};

/// An estimate from the mesh alone. Two triangles that meet at an angle of at most 40 degrees are taken for pieces of
/// one round surface. If that is a circle across the edge, a triangle of width w whose normal differs by the angle t
/// strays by w/2 tan(t/4) (the sagitta of a chord). The spacing is half a unit in the last place of the largest
/// coordinate: of a float where all coordinates are floats, of a double otherwise.
Stray estimated_stray(const Mesh& mesh);

}  // namespace abut
