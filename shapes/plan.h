#pragma once

#include <array>
#include <span>
#include <vector>

/// Flat outlines, which solids are stacked from.
namespace abut::shapes {

struct PlanPoint {
  double u = 0, v = 0;

  friend bool operator==(const PlanPoint&, const PlanPoint&) = default;
};
/// A simple polygon, counterclockwise.
using Loop = std::vector<PlanPoint>;

/// The nearest multiple of 2^-15. Below 512 a float holds it, and products of two differences are exact in double, so
/// that the side of a line on which a point lies is known for certain.
double on_grid(double value);
Loop on_grid(Loop loop);

/// Twice the signed area of the triangle a, b, c; its sign is exact on the grid.
double turning(const PlanPoint& a, const PlanPoint& b, const PlanPoint& c);
/// Twice the area, positive when counterclockwise.
double turning(const Loop& loop);
/// Is the point inside? For points that are not on the loop.
bool contains(const Loop& loop, const PlanPoint& point);

/// A regular polygon with its corners on the circle, the first at angle `start` (in turns from u towards v).
Loop circle(const PlanPoint& centre, double radius, int sides, double start = 0);
/// The one whose sides touch the circle from outside; a point of the first side's middle is at angle `start`.
Loop circle_outside(const PlanPoint& centre, double radius, int sides, double start = 0);
/// Corners are rounded by arcs of `steps` sides, unless `corner` is 0.
Loop rectangle(const PlanPoint& low, const PlanPoint& high, double corner = 0, int steps = 6);
/// The smallest convex loop around the points.
Loop hull(std::vector<PlanPoint> points);
/// Copies turned about the origin (in turns from u towards v) or scaled.
Loop turned_by(Loop loop, double turns);
Loop scaled(Loop loop, double by);

/// By how much a regular polygon with its corners on a circle stays inside of it.
double sagitta(double radius, int sides);

/// Cuts what is inside of the outline and outside of the holes into triangles, counterclockwise, Delaunay but for the
/// given sides. The loops must be on the grid, the holes apart from each other and from the outline.
std::vector<std::array<PlanPoint, 3>> triangulated(const Loop& outline, std::span<const Loop> holes = {});
/// Cuts what is inside of an odd number of the loops into triangles; the loops must be on the grid and apart.
std::vector<std::array<PlanPoint, 3>> filled(std::span<const Loop> loops);

}  // namespace abut::shapes
