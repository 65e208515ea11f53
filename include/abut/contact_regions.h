#pragma once

#include <abut/collide.h>

namespace ABUT_API abut {

struct ContactRegionsOptions {
  /// Tests are those of the search for the pairs. A query that the budget ends gives the regions of some of the pairs.
  Budget budget{};
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// Number of threads (0: all cores); it does not change the answer.
  int threads = 1;
};

/// A polyline in which two surfaces cut or touch each other. The first point of a closed one is not repeated.
struct ContactCurve {
  std::vector<Vec3> points;
  bool is_closed = false;
};

/// A flat area that two surfaces share, and its outlines: seen from A's front, the outer one turns left, those around
/// holes turn right.
struct ContactArea {
  std::vector<std::vector<Vec3>> outlines;
  double area = 0;
  Vec3 normal;  ///< of A's triangles, by their winding: a unit vector
};

/// A connected part of what two surfaces share. In the world; which pairs belong together, and how curves and outlines
/// run, is exact, the numbers are rounded.
struct ContactPatch {
  std::vector<Contact> pairs;        ///< the pairs of triangles that touch in it, sorted
  std::vector<ContactCurve> curves;  ///< without those along the outlines of areas
  std::vector<ContactArea> areas;
  std::vector<Vec3> points;  ///< where they touch in single points
  Vec3 centre;               ///< of its areas; without any, of its curves; without any, of its points
  /// From A into B: the mean of A's normal less B's over areas, or else curves, or points; a unit vector, or 0 where
  /// they cancel. For surfaces that are wound outwards.
  Vec3 normal;
  double area = 0;    ///< of all areas
  double length = 0;  ///< of all curves
  Bounds extent;      ///< the smallest box around its points
};

/// Where two models touch.
struct ContactRegions {
  std::vector<ContactPatch> patches;  ///< in the order of their first pairs
  Counters counters;
  bool complete = true;  ///< false when the budget ended the search
};

/// The pairs of touching triangles, grouped into connected patches: curves in which the surfaces cut each other, areas
/// in which they lie on each other, and single points. Every touching pair is in exactly one patch. Pairs belong
/// together when they share an end of a curve, a corner of an area or a single point, exactly; those with triangles
/// that are segments or points also when their triangles share corners. Placements are world <- model. Throws Error for
/// an invalid placement.
ContactRegions contact_regions(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                               const ContactRegionsOptions& options = {});

}  // namespace abut
