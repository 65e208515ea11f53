#pragma once

#include "query/line_sectors.h"
#include "query/proper_surface.h"

#include <optional>

namespace abut {

/// The surface of a solid and what is known of it.
struct ProperShells {
  const Shells& shells;
  const ProperSurface& surface;
};

/// What two proper surfaces do where two of their triangles meet.
enum class Meeting {
  points,   ///< they share single points at most
  lines,    ///< they share lines or areas, and their insides lie beside each other there
  overlap,  ///< their insides overlap
};

/// Decides exactly what the insides of two solids with proper surfaces do next to common points of two triangles. Holds
/// what the pairs of one query have in common; not to be shared between threads.
class LocalOverlap {
 public:
  /// All outlive the test.
  LocalOverlap(PlacedSigns& signs, const ProperShells& a, const ProperShells& b) : signs_(signs), a_(a), b_(b) {}

  /// Looks at all lines and areas that the triangles share, without their ends and rims.
  Meeting at(std::uint32_t triangle_a, std::uint32_t triangle_b);

 private:
  using Of = PlacedSigns::Of;
  struct Face {
    Of of;
    std::uint32_t triangle;
    SeenTriangle corners;
    bool front_is_inside;
    TriangleView view{};
    std::array<int, 3> sides{};  // of the other triangle's plane that the corners are on

    bool has_side_in_plane(int i) const { return sides[i] == 0 && sides[(i + 1) % 3] == 0; }
    bool is_on_both_sides() const;
    SeenLine line(int i) const { return {corners[i], corners[(i + 1) % 3]}; }
  };

  Face face(Of of, std::uint32_t triangle) const;
  Sector sector_of_side(const Face& face, int i, bool backwards);
  Meeting at_side(const Face& face, int i, const Face& other);
  Meeting at_two_sides(const Face& a, int i, const Face& b, int j);
  Meeting where_coplanar(const Face& a, const Face& b);

  PlacedSigns& signs_;
  ProperShells a_, b_;
};

}  // namespace abut
