#pragma once

#include "shapes/building.h"
#include "shapes/plan.h"
#include <abut/mesh.h>

#include <span>
#include <vector>

/// Closed solids from flat outlines: what machine parts are built from. All coordinates are rounded to the grid.
namespace abut::shapes {

/// A slice of a solid between two heights. Its loops lie apart, one inside of another or beside it; solid is what is
/// inside of an odd number of them. Loop i of `lower` is joined to loop i of `upper` corner by corner.
struct Layer {
  double from = 0, to = 0;
  std::vector<Loop> lower, upper;
  int rows = 1;  ///< into which walls are cut along the height
};
Layer prism(double from, double to, std::vector<Loop> loops, int rows = 1);
Layer taper(double from, double to, std::vector<Loop> lower, std::vector<Loop> upper, int rows = 1);

/// A hole along u from one upright wall of a layer to the next: the mouth's points are (v, height).
struct Tunnel {
  double from = 0, to = 0;
  Loop mouth;
};

/// A closed mesh of layers on top of each other, from the lowest to the highest: plan coordinates are x and y, heights
/// z. Where two layers meet, their loops must be equal or apart. A tunnel's mouths must each lie within one flat wall
/// of a layer with one row. Throws Error for a tunnel whose walls are not there.
Mesh stacked(std::span<const Layer> layers, std::span<const Tunnel> tunnels = {});

/// A closed body of revolution about the z axis; see add_revolved, whose profile runs along x.
Mesh turned(std::span<const ProfilePoint> profile, int sides, double start = 0);

/// A copy with z laid along x, x along y and y along z: a stack whose heights run along x and whose plan is (y, z).
Mesh laid_along_x(const Mesh& mesh);

}  // namespace abut::shapes
