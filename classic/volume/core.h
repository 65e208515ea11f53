#pragma once

#include "classic/volume/box_test.h"

#include <array>

namespace abut::classic {

/// The shape that a sphere is swept over (Larsen et al. 1999, section 4): the points centre + sum of w_i axes[i] with
/// |w_i| <= extent[i]; a point, a segment, a rectangle or a box for 0 to 3 dimensions. Axes are perpendicular and of
/// length 1 up to rounding, or the images of such axes under an affine map.
template <int dimensions>
struct Core {
  using Weights = std::array<double, dimensions>;

  Vec3 centre;
  std::array<Vec3, dimensions> axes;
  Weights extent;
};
using Rectangle = Core<2>;

/// B's core as A sees it, in A's inner frame.
template <int dimensions>
Core<dimensions> in_a(const RelativePlacement& b_in_a, const Core<dimensions>& b) {
  Core<dimensions> result;
  result.centre = b_in_a.linear * (b.centre * b_in_a.scale) + b_in_a.shift;
  for (int i = 0; i < dimensions; ++i) {
    result.axes[i] = b_in_a.linear * b.axes[i];
    result.extent[i] = b.extent[i] * b_in_a.scale;
  }
  return result;
}

/// True bounds on the distance between two cores.
struct CoreDistance {
  double below = 0;  ///< never above the distance, 0 when they may touch or a number is not one
  double above = 0;  ///< never below it, the length between two points
};

/// The distance between two cores as they are given, whatever their axes: the bracket is true. When the axes are
/// perpendicular and of length 1 up to 2^-20, `below` is within core_rounding of the distance, relative to the size of
/// both and the way between them; `above` too, but for nearly parallel shapes that nearly touch. `longest_axis` bounds
/// the lengths of B's axes: 1 says that they are such axes, all else is 2 or more.
template <int m, int n>
CoreDistance core_distance(const Core<m>& a, const Core<n>& b, double longest_axis = 1);

/// Are the cores surely farther apart than `reach`? Sooner than by core_distance.
template <int m, int n>
bool surely_farther(const Core<m>& a, const Core<n>& b, double reach, double longest_axis = 1);

/// How far core_distance's bounds may be off, relative to |way between the centres|1 + all extents.
inline constexpr double core_rounding = 128 * unit_roundoff;

/// A box as a core: the same points.
inline Core<3> core_of(const BoxView& box) {
  return {
      box.centre, {box.axes.column(0), box.axes.column(1), box.axes.column(2)}, {box.half.x, box.half.y, box.half.z}};
}

/// How far the image in_a() of a core may be from the real one, as a length: fixed + relative * its extents.
struct CoreSlack {
  explicit CoreSlack(const RelativePlacement& b_in_a);

  template <int dimensions>
  double of(const Core<dimensions>& image) const {
    double extents = 0;
    for (double extent : image.extent) extents += extent;
    return fixed + relative * extents;
  }

  double fixed, relative;
  double longest_axis;  ///< of an image, as core_distance reads it
  double stretch;       ///< what the radius of an image is multiplied by
};

/// A number that is never above the distance of a core of A and one of B, in A's inner frame.
template <int m, int n>
double distance_of_cores(const Core<m>& a, const Core<n>& b, const RelativePlacement& b_in_a, const CoreSlack& slack) {
  const Core<n> image = in_a(b_in_a, b);
  const double below = core_distance(a, image, slack.longest_axis).below;
  const double left = below - slack.of(image) - 2 * unit_roundoff * below;
  return left > 0 ? left : 0;
}

}  // namespace abut::classic
