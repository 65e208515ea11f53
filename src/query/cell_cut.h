#pragma once

#include "query/convex_cell.h"

namespace abut {

/// A triangle as cells near it see it: how far it extends, its plane, and walls on its sides across the plane.
struct Facet {
  std::array<Vec3, 3> axes;  ///< unit vectors: along the longest side, across it, normal
  std::array<double, 2> size{};
  double offset = 0;  ///< of the plane along the normal
  struct Wall {
    Vec3 outwards;  ///< a unit vector in the triangle's plane
    double offset = 0;
  };
  std::array<Wall, 3> walls;
  bool is_sliver = true;          ///< then nothing but the sizes is known
  bool outside_is_above = false;  ///< is the outside of the solid where the normal points to, near the cell?

  Facet(const std::array<Vec3, 3>& corners, const Vec3& cell_centre, bool centre_is_inside);
};

/// Where to cut a cell.
struct CellCut {
  Vec3 direction;
  double offset = 0;
  bool is_bisection = false;  ///< nothing better was found
};

/// Where a cut of the cell likely lowers the bound that its corner `worst` sets by its distances from the facets. First
/// it is made as small as the facets, or as `least`. Then it is cut along a facet's plane, a `step` outside of the
/// solid, so that what is beyond can be seen to be outside; or along a wall, as much beyond, so that distances are
/// nearly those from a plane.
CellCut choose_cut(const ConvexCell& cell, const Vec3& worst, std::span<const Facet> facets, double least, double step);

/// The plane between the points that are nearer to one facet's plane and those nearer to the other's, if it divides the
/// cell, and if the facets are not small beside `least`.
std::optional<CellCut> cut_between(const ConvexCell& cell, const Facet& one, const Facet& other, double least,
                                   double step);

/// A step outside of the facet's plane, if that leaves little of the cell behind: a cell that is outside of the solid
/// but for a face that it lies on can then be seen to be outside.
std::optional<CellCut> cut_off_behind(const ConvexCell& cell, const Facet& facet, double step);

}  // namespace abut
