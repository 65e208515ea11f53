#pragma once

#include <abut/mesh.h>

#include <optional>

namespace abut {

/// What a message says about a polygon that cannot be cut into triangles.
inline constexpr const char* crossing_polygon =
    "crosses itself, so that it bounds no surface. Repair it, or export the model as triangles.";

/// The polygons of a file with more than three corners. Their points may follow them, so they begin as fans and are cut
/// when all points are there.
class PolygonList {
 public:
  /// Adds the triangles of a polygon to the mesh; `place` is where the file has it.
  void add(Mesh& mesh, std::span<const std::uint32_t> polygon, std::size_t place);
  /// The same for one whose fan, so many triangles, is at the end of the mesh already.
  void add_fan(const Mesh& mesh, std::size_t count, std::size_t place);
  /// Cuts all of them; gives the place of the first one that crosses itself, if there is one.
  std::optional<std::size_t> cut(Mesh& mesh) const;

 private:
  struct Fan {
    std::size_t first, count, place;
  };
  std::vector<Fan> fans_;
};

}  // namespace abut
