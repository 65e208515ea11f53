#include "math/world_frame.h"

#include "math/power_of_two.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut {

namespace {

/// The largest entry of a placed inner frame's map into the world, rounded up to a power of two.
double size_of(const InnerFrame& frame, const Placement& at) {
  return power_of_two_at_least(largest_magnitude(at.linear)) * frame.unit;
}

// Entries are brought to 1 first, because neither the world's unit nor the frame's over it need have an inverse. All
// factors are powers of two.
WorldFrame::Side side_of(const InnerFrame& frame, const Placement& at, const Stretch& stretch, double unit) {
  WorldFrame::Side side;
  const double most = power_of_two_at_least(largest_magnitude(at.linear)), part = most * frame.unit / unit;
  for (int i = 0; i < 9; ++i) side.linear.entries[i] = at.linear.entries[i] / most * part;
  side.entry = largest_magnitude(side.linear);
  side.unlike = unlike_of(stretch);
  side.centre = frame.centre;
  side.over_inner_unit = 1 / frame.unit;
  return side;
}

}  // namespace

double unlike_of(const Stretch& stretch) {
  if (!(stretch.least > 0)) return std::numeric_limits<double>::infinity();
  return stretch.most / stretch.least * (1 + 0x1p-50);
}

WorldFrame world_frame(const InnerFrame& a, const Placement& at_a, const InnerFrame& b, const Placement& at_b,
                       const RelativePlacement& b_in_a, const std::array<Stretch, 2>& stretches) {
  WorldFrame result;
  const double unit = std::max(size_of(a, at_a), size_of(b, at_b));
  if (!(unit > 0 && unit < 0x1p1000)) return result;
  result.sides[0] = side_of(a, at_a, stretches[0], unit);
  WorldFrame::Side& side_b = result.sides[1] = side_of(b, at_b, stretches[1], unit);
  for (int i = 0; i < 3; ++i) side_b.shift[i] = b_in_a.gap[i] / unit;
  side_b.shift_error = b_in_a.gap_error / unit * (1 + 0x1p-50) + 0x1p-1060;
  // Squares of lengths must not overflow.
  if (largest(abs(side_b.shift)) < 0x1p400 && side_b.shift_error < 0x1p400) result.unit = unit;
  return result;
}

}  // namespace abut
