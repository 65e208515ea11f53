#include "assembly/pair_stray.h"

#include "math/inner_frame.h"
#include "math/rounding.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace abut {

namespace {

/// The largest stray of the part's triangles that are within a distance of a point of the world.
double largest_near(const StrayingPart& part, double stretch, const Vec3& point, double distance, const Budget& budget,
                    PairStray& found) {
  const double least = part.stray.spacing() * stretch;
  if (part.stray.largest() == 0) return least;
  const Model there(Mesh{{point}, {{0, 0, 0}}, {}});
  double largest = 0;
  const CollideSummary searched =
      collide(part.model, part.at, there, {}, {.margin = distance, .budget = budget}, [&](const Contact& contact) {
        largest = std::max(largest, part.stray.of(contact.a));
        return Flow::go_on;
      });
  found.counters += searched.counters;
  found.complete = found.complete && searched.complete;
  return largest * stretch + least;
}

/// A triangle in the world; the surface is off by its stray along its normal.
struct StrayingTriangle {
  StrayingTriangle(const Mesh& mesh, const Placement& at, std::uint32_t triangle, double its_stray) : stray(its_stray) {
    const std::array<Vec3, 3> own = mesh.corners(triangle);
    for (int i = 0; i < 3; ++i) corners[i] = at * own[i];
    for (int i = 0; i < 3; ++i) sides[i] = corners[(i + 1) % 3] - corners[i];
    const Vec3 across = cross(sides[0], sides[1]);
    const double size = length(across);
    if (size > 0) normal = across * (1 / size);
  }
  /// How far the surface may be beyond the triangle in a direction of length 1.
  double off(const Vec3& direction) const { return stray * std::abs(dot(normal, direction)); }
  double least(const Vec3& direction) const {
    return std::min({dot(corners[0], direction), dot(corners[1], direction), dot(corners[2], direction)});
  }
  double most(const Vec3& direction) const { return -least(-direction); }

  std::array<Vec3, 3> corners, sides;
  Vec3 normal;
  double stray;
};

/// Directions that separate triangles: across either, across a side of each, and within either across a side.
template <class Visit>
void for_each_separating(const StrayingTriangle& a, const StrayingTriangle& b, Visit&& visit) {
  visit(a.normal), visit(b.normal);
  for (const Vec3& side : a.sides) visit(cross(side, a.normal));
  for (const Vec3& side : b.sides) visit(cross(side, b.normal));
  for (const Vec3& side_a : a.sides)
    for (const Vec3& side_b : b.sides) visit(cross(side_a, side_b));
}

/// What rounding makes of places on these triangles.
double rounding_of(const StrayingTriangle& a, const StrayingTriangle& b) {
  double size = 0;
  for (const StrayingTriangle* triangle : {&a, &b})
    for (const Vec3& corner : triangle->corners) size = std::max(size, largest(abs(corner)));
  return 16 * unit_roundoff * size;
}

/// How close the surfaces of two triangles that are not in each other may be, less what rounding does; negative where
/// they may be in each other. In every direction that separates the triangles they are as far apart as the gap less
/// what the surfaces may be off by in it: a wall that stands on a face is off along the face, and is not in it.
double gap_of_surfaces(const StrayingTriangle& a, const StrayingTriangle& b, double distance) {
  double most = distance - a.stray - b.stray;
  const double rounding = rounding_of(a, b);
  for_each_separating(a, b, [&](const Vec3& across) {
    const double length_of = length(across);
    if (!(length_of > 0)) return;
    const Vec3 direction = across * (1 / length_of);
    const double gap = std::max(b.least(direction) - a.most(direction), a.least(direction) - b.most(direction));
    // Triangles that touch are a rounding apart, or in each other.
    if (gap >= -rounding) most = std::max(most, gap + rounding - a.off(direction) - b.off(direction));
  });
  return most;
}

/// Two placed parts, triangle by triangle.
class StrayingTriangles {
 public:
  StrayingTriangles(const StrayingPart& a, const StrayingPart& b)
      : a_(a), b_(b), stretch_a_(stretch_of(a.at.linear).most), stretch_b_(stretch_of(b.at.linear).most) {}

  double strays(std::uint32_t i, std::uint32_t j) const {
    return a_.stray.of(i) * stretch_a_ + b_.stray.of(j) * stretch_b_;
  }
  double gap(const Contact& pair, double distance) const {
    return gap_of_surfaces(StrayingTriangle(a_.model.mesh(), a_.at, pair.a, a_.stray.of(pair.a) * stretch_a_),
                           StrayingTriangle(b_.model.mesh(), b_.at, pair.b, b_.stray.of(pair.b) * stretch_b_),
                           distance);
  }

 private:
  const StrayingPart &a_, &b_;
  double stretch_a_, stretch_b_;
};

/// By how much the surfaces may be farther apart than `gap`, the distance of their triangles: the least strays of any
/// two triangles that are as close, up to a billionth of the distance, which is added. A wall that stands on a flat
/// face strays, and is no closer than the face.
double farther_than(const StrayingPart& a, const StrayingPart& b, const Distance& gap,
                    const StrayingTriangles& triangles, const Budget& budget, SurfaceGap& found) {
  const double slack = 1e-9 * gap.upper;
  double least = triangles.strays(gap.triangle_a, gap.triangle_b);
  if (least <= slack) return least;
  CollideOptions options{.margin = gap.upper + slack, .budget = budget};
  options.consider = [&](std::uint32_t i, std::uint32_t j) { return triangles.strays(i, j) + slack < least; };
  const CollideSummary searched = collide(a.model, a.at, b.model, b.at, options, [&](const Contact& pair) {
    least = std::min(least, triangles.strays(pair.a, pair.b) + slack);
    return least == slack ? Flow::stop : Flow::go_on;
  });
  found.counters += searched.counters;
  found.complete = found.complete && (searched.complete || least == slack);
  return least;
}

}  // namespace

PairStray stray_around(const StrayingPart& a, const StrayingPart& b, const Vec3& point, double depth,
                       const Budget& budget) {
  PairStray found;
  for (const StrayingPart* part : {&a, &b}) {
    const double stretch = stretch_of(part->at.linear).most;
    const double reach = depth + (part->stray.largest() + part->stray.spacing()) * stretch;
    found.length += largest_near(*part, stretch, point, reach, budget, found);
  }
  return found;
}

// The surfaces are no deeper than D = depth + s, with s the strays of all triangles. At a point that is as deep, the
// surfaces, one of each part, are no more than D apart together, and triangles that stand for them no more than D + s.
PairStray stray_between(const StrayingPart& a, const StrayingPart& b, double depth, const Budget& budget) {
  PairStray found;
  const double stretch_a = stretch_of(a.at.linear).most, stretch_b = stretch_of(b.at.linear).most;
  const double spacings = a.stray.spacing() * stretch_a + b.stray.spacing() * stretch_b;
  const double all = a.stray.largest() * stretch_a + b.stray.largest() * stretch_b + spacings;
  double of_a = 0, of_b = 0;
  CollideOptions options{.margin = depth + 2 * all, .budget = budget};
  options.consider = [&](std::uint32_t i, std::uint32_t j) { return a.stray.of(i) > of_a || b.stray.of(j) > of_b; };
  const CollideSummary searched = collide(a.model, a.at, b.model, b.at, options, [&](const Contact& pair) {
    of_a = std::max(of_a, a.stray.of(pair.a));
    of_b = std::max(of_b, b.stray.of(pair.b));
    return Flow::go_on;
  });
  found.length = of_a * stretch_a + of_b * stretch_b + spacings;
  found.counters = searched.counters;
  found.complete = searched.complete;
  return found;
}

double largest_strays(const StrayingPart& a, const StrayingPart& b) {
  return a.stray.largest() * stretch_of(a.at.linear).most + b.stray.largest() * stretch_of(b.at.linear).most;
}

PairStray depth_within_strays(const StrayingPart& a, const StrayingPart& b, const Budget& budget) {
  const SurfaceGap surfaces = gap_of_surfaces(a, b, {}, 0, budget);
  return {std::max(0.0, -surfaces.lower), surfaces.complete, surfaces.counters};
}

// A pair of triangles that is `d` apart has surfaces that are no closer than d - s, with s the strays of both. So only
// those count that are no farther apart than the least that is known and the largest strays, and of these only those
// whose strays, and the distance of all triangles, leave room for less.
SurfaceGap gap_of_surfaces(const StrayingPart& a, const StrayingPart& b, const Distance& gap, double reach,
                           const Budget& budget) {
  SurfaceGap found;
  const double most = largest_strays(a, b);
  if (most == 0) return found;
  const StrayingTriangles triangles(a, b);
  if (std::isfinite(gap.upper)) found.farther = farther_than(a, b, gap, triangles, budget, found);
  double known = reach;
  if (triangles.strays(gap.triangle_a, gap.triangle_b) > 0)
    known = std::min(known, triangles.gap({gap.triangle_a, gap.triangle_b}, gap.lower));
  CollideOptions options{.margin = std::max(0.0, known) + most, .budget = budget};
  options.consider = [&](std::uint32_t i, std::uint32_t j) {
    const double strays = triangles.strays(i, j);
    return strays > 0 && gap.lower - strays < found.lower;
  };
  const CollideSummary searched = collide(a.model, a.at, b.model, b.at, options, [&](const Contact& pair) {
    found.lower = std::min(found.lower, triangles.gap(pair, gap.lower));
    return Flow::go_on;
  });
  found.counters += searched.counters;
  found.complete = found.complete && searched.complete;
  return found;
}

}  // namespace abut
