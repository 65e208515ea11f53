#include "classic/volume/mixed.h"

#include "classic/volume/kdop.h"

namespace abut::classic {

namespace {

constexpr double u = unit_roundoff;

template <int m>
Core<m> part_of(const Core<3>& core) {
  Core<m> part;
  part.centre = core.centre;
  if constexpr (m > 0)
    for (int i = 0; i < m; ++i) part.axes[i] = core.axes[i], part.extent[i] = core.extent[i];
  return part;
}

/// `use` with the part of a core that counts.
template <class Use>
auto with_part(const Core<3>& core, int dimensions, const Use& use) {
  if (dimensions == 0) return use(part_of<0>(core));
  if (dimensions == 1) return use(part_of<1>(core));
  if (dimensions == 2) return use(part_of<2>(core));
  return use(core);
}
template <class Use>
auto with_both(const Core<3>& a, int dimensions_a, const Core<3>& b, int dimensions_b, const Use& use) {
  return with_part(a, dimensions_a, [&](const auto& core_a) {
    return with_part(b, dimensions_b, [&](const auto& core_b) { return use(core_a, core_b); });
  });
}

/// The farthest that a core with a reach is apart from a k-DOP in the same frame, along the k-DOP's directions; 0 when
/// none separates them. A direction n has coordinates 0 and 1: its products with the centre and the axes round twice,
/// by 2u of |centre|1 and 6u of an extent, the sums of all terms four times, lengths and quotient thrice. With all
/// sizes summed up, 32u of them are more than that.
double gap_along_dop(const DopView& dop, const Core<3>& core, int dimensions, double reach) {
  double most = 0, size = sum_of(abs(core.centre)) + 2 * reach;
  for (int j = 0; j < dimensions; ++j) size += 2 * core.extent[j];
  for (int i = 3; i < dop.directions; ++i) {  // the first three are the box's
    const Vec3 n = dop_direction(dop.directions, i);
    const double middle = (dop.low(i) + dop.high(i)) * 0.5, half = (dop.high(i) - dop.low(i)) * 0.5;
    const double longest = 1.7320508075688774 * (1 + 2 * u), square = dot(n, n);
    double across = (square == 2 ? 1.4142135623730952 : longest) * reach;
    for (int j = 0; j < dimensions; ++j) across += std::abs(dot(n, core.axes[j])) * core.extent[j];
    const double gap =
        std::abs(dot(n, core.centre) - middle) - (half + across + 32 * u * (size + std::abs(middle) + half));
    if (gap > most * std::sqrt(square)) most = gap / (std::sqrt(square) * (1 + 4 * u));
  }
  return most;
}

/// A as B sees it. A unit that is no power of two is rounded when it is turned over: u of all lengths.
RelativePlacement reversed(const RelativePlacement& p) {
  RelativePlacement back = p;
  const double shift = largest(abs(p.shift)), entry = largest_magnitude(p.back);
  back.linear = p.back;
  back.back = p.linear;
  back.scale = 1 / p.scale;
  back.shift = -(p.back * p.shift) * back.scale;
  back.linear_error = p.back_error + 2 * u * entry;
  back.back_error = p.linear_error;
  back.shift_error = (3 * (p.back_error * shift + entry * p.shift_error) + 12 * u * entry * shift) * back.scale;
  back.stretch = p.back_stretch * (1 + 4 * u);
  back.back_stretch = p.stretch;
  back.margin = p.margin * p.back_stretch * back.scale * (1 + 8 * u);
  return back;
}

}  // namespace

Vec3 dop_direction(int directions, int i) {
  if (directions == 7) return KDopDirections<14>::direction(i);
  if (directions == 9) return KDopDirections<18>::direction(i);
  return KDopDirections<26>::direction(i);
}

double squared_diameter(const VolumeView& v) {
  double square = 0;
  for (int i = 0; i < v.dimensions; ++i) square += v.core.extent[i] * v.core.extent[i];
  const double half = std::sqrt(square) + v.radius;
  return 4 * half * half;
}
double volume_of(const VolumeView& v) {
  double volume = 8;
  for (int i = 0; i < 3; ++i) volume *= (i < v.dimensions ? v.core.extent[i] : 0) + v.radius;
  return volume;
}

MixedTest::MixedTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect)
    : relative_(b_in_a),
      reversed_(reversed(b_in_a)),
      slack_(relative_),
      slack_back_(reversed_),
      boxes_(b_in_a, sat, axes_defect) {}

MixedTest::Seen MixedTest::seen(const VolumeView& v, const RelativePlacement& placement, const CoreSlack& slack) {
  const Core<3> image = in_a(placement, v.core);
  double off = 0;
  with_part(image, v.dimensions, [&](const auto& core) { off = slack.of(core); });
  return {image, v.dimensions, (v.radius * placement.scale * slack.stretch + off) * (1 + 4 * u)};
}

double MixedTest::gap_along_planes(const VolumeView& a, const VolumeView& b, const Seen& b_in_a) const {
  double most = 0;
  if (a.dop.directions > 3) most = gap_along_dop(a.dop, b_in_a.core, b_in_a.dimensions, b_in_a.reach);
  if (b.dop.directions > 3) {
    const Seen a_in_b = seen(a, reversed_, slack_back_);
    const double gap = gap_along_dop(b.dop, a_in_b.core, a_in_b.dimensions, a_in_b.reach);
    most = std::max(most, gap * relative_.scale / (reversed_.stretch * (1 + 8 * u)));
  }
  return most;
}

bool MixedTest::may_overlap(const VolumeView& a, const VolumeView& b) const {
  const auto box = [](const VolumeView& v) {
    const Core<3>& core = v.core;
    return BoxView{Matrix3::from_columns(core.axes[0], core.axes[1], core.axes[2]),
                   core.centre,
                   {core.extent[0], core.extent[1], core.extent[2]}};
  };
  const bool no_planes = a.dop.directions <= 3 && b.dop.directions <= 3;
  if (a.is_box() && b.is_box()) {
    if (!boxes_.may_overlap(box(a), box(b))) return false;
    if (no_planes) return true;
  }
  const Seen image = seen(b, relative_, slack_);
  const double reach = (a.radius + image.reach + relative_.margin) * (1 + 4 * u);
  if (!(a.is_box() && b.is_box()) &&
      with_both(a.core, a.dimensions, image.core, image.dimensions, [&](const auto& core_a, const auto& core_b) {
        return surely_farther(core_a, core_b, reach, slack_.longest_axis);
      }))
    return false;
  return no_planes || !(gap_along_planes(a, b, image) > relative_.margin * (1 + 4 * u));
}

double MixedTest::distance_below(const VolumeView& a, const VolumeView& b) const {
  const Seen image = seen(b, relative_, slack_);
  const double below = with_both(
      a.core, a.dimensions, image.core, image.dimensions,
      [&](const auto& core_a, const auto& core_b) { return core_distance(core_a, core_b, slack_.longest_axis).below; });
  const double left = below - (a.radius + image.reach) * (1 + 2 * u) - 4 * u * below;
  const double most = std::max(left, gap_along_planes(a, b, image));
  return most > 0 ? most : 0;
}

}  // namespace abut::classic
