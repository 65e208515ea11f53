#include "classic/volume/box_test.h"

#include <algorithm>

namespace abut::classic {

namespace {

constexpr double u = unit_roundoff;
constexpr double higher_orders = 1 + 0x1p-10;

// Inner coordinates are at most 1, so a volume's centre lies within 4 of the frame's: a box's is a sum of three
// midpoints of at most sqrt(3), a ball's is no farther from the points than its radius, at most sqrt(3), and a swept
// sphere's no farther than half its diameter, at most 2.
constexpr double farthest_centre = 4;

}  // namespace

// Errors of the map, then 3u for each of the products' sums and 2u for the two additions.
double difference_error(const RelativePlacement& p) {
  const double image = 3 * farthest_centre * p.scale * largest_magnitude(p.linear);
  const double shift = largest(abs(p.shift));
  return (3 * farthest_centre * p.scale * p.linear_error + p.shift_error +
          u * (3 * image + 2 * (image + shift + farthest_centre))) *
         higher_orders;
}

// Let t = A'd and r = A' M B be computed from axes A and B (columns of unit length within `defect`, 1-norm at most
// sqrt(3)), and P = |t| + |half_a| + |half_b|, 1-norms, half_b in A's units.
//   error of t, per coordinate: sqrt(3) * difference_error + 3u |t|
//   error of r, per entry:      3 * linear_error + 18u * stretch                                          =: e
// Faces of A: only these two count, e times |half_b|.
// Faces of B, projected on M b_j:
//   the error of t times |r| <= 2 * stretch; e |t|; e |half_a|;
//   A A' differs from I by 3 * axes_defect in norm, M'M from I by 3 * defect in B's axes.
// Edges, a_i x M b_j: the same with factors 2 (two products), and the cross products of the axes are off by at most
//   4 * axes_defect on A's side and 4 * (3 * defect + axes_defect) on B's.
// All arithmetic on both sides of the comparison: at most 16u of P times stretch. Adding up the largest of each gives
// the bounds below; the margin is a length along an axis, or a cross product of two, that is no longer than 1 but for
// the defects: (1 + axes_defect)^2 times the stretch of a rigid map.
BoxSlack slack_on_faces_of_a(const RelativePlacement& p, double axes_defect) {
  const double stretch = std::max(p.stretch, 1.0);
  const double entry_error = 3 * p.linear_error + 18 * u * stretch;
  const double longest = (1 + 4 * axes_defect + 16 * u) * (p.rigid ? stretch : 1);
  return {4 * stretch * 1.75 * difference_error(p) * higher_orders + p.margin * longest,
          (3 * entry_error + 20 * axes_defect * stretch + 16 * p.defect * (p.rigid ? 1 : 0) + 16 * u * stretch) *
              higher_orders};
}

BoxSlack slack_on_faces_of_b(const RelativePlacement& p, double axes_defect) {
  const double stretch = std::max(p.back_stretch, 1.0);
  const double entry_error = 3 * p.back_error + 18 * u * stretch;
  // t_b = B' back d: the error of d is stretched; the entries' error, rounding, and A A', which stands in for I, act on
  // d, whose size is at most that of t_b times the stretch of the map itself.
  const double sizes = std::max(p.stretch, 1.0);
  return {3 * stretch * 1.75 * difference_error(p) * higher_orders +
              p.margin * p.back_stretch * (1 + 4 * axes_defect + 16 * u),
          (3 * entry_error + (20 * axes_defect + 16 * u) * stretch) * sizes * higher_orders};
}

}  // namespace abut::classic
