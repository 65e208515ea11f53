#include "classic/model_data.h"
#include "classic/region/region_cut.h"
#include "classic/region/valid_region.h"
#include "math/rounding.h"
#include "query/option_check.h"

#include <algorithm>

namespace abut::classic {

namespace {

/// One of a region's axes as the inner frame of a model sees it: w = along . y + at, up to errors.
struct SeenAxis {
  Vec3 along;
  double at, along_error, at_error;  // the first bounds the sum of the errors of its coordinates
  double low, high;
};

SeenAxis seen_axis(const Region& region, int i, const InnerFrame& frame, const Placement& at) {
  using Number = MeasuredNumber;
  Number square(0.0), place(0.0);
  std::array<Number, 3> along;
  for (int k = 0; k < 3; ++k) {
    const Number entry(region.axes[i][k]);
    square = square + entry * entry;
    Number centre = Number(at.shift[k]) - Number(region.centre[k]);
    for (int j = 0; j < 3; ++j) {
      centre = centre + Number(at.linear(k, j)) * Number(frame.centre[j]);
      along[j] = along[j] + entry * Number(at.linear(k, j));
    }
    place = place + entry * centre;
  }
  SeenAxis seen{{}, (place / square).value, 0, (place / square).error, region.low[i], region.high[i]};
  for (int j = 0; j < 3; ++j) {
    const Number scaled = along[j] * Number(frame.unit) / square;
    seen.along[j] = scaled.value;
    seen.along_error += scaled.error;
  }
  return seen;
}

/// Is the volume surely beyond one of the axis' ends? A number that is not one says no.
bool beyond(const VolumeView& v, const SeenAxis& axis) {
  double reach = length(axis.along) * v.radius, size = largest(abs(v.core.centre)) + v.radius;
  for (int j = 0; j < v.dimensions; ++j) {
    reach += std::abs(dot(axis.along, v.core.axes[j])) * v.core.extent[j];
    size += 2 * v.core.extent[j];
  }
  const double middle = dot(axis.along, v.core.centre) + axis.at;
  // Products and sums: some twenty roundings of terms that are together no larger than this.
  const double all = (sum_of(abs(axis.along)) * size + std::abs(axis.at)) * 2;
  const double slack = (axis.along_error * size + axis.at_error + 32 * unit_roundoff * all) * (1 + 0x1p-20);
  return middle - reach - slack > axis.high || middle + reach + slack < axis.low;
}

/// A query: visits the tree, then decides triangle by triangle.
class RegionSearch {
 public:
  RegionSearch(const Side& side, const Placement& at, const Region& region)
      : side_(side), at_(at), quick_(region), exact_(region) {
    for (int i = 0; i < 3; ++i) axes_[i] = seen_axis(region, i, side.data().frame, at);
    const std::size_t triangles = side.data().mesh.triangles().size();
    if (side.nodes().order().size() > triangles) tested_.resize(triangles);
  }

  RegionTriangles run(std::uint64_t most) {
    RegionTriangles found;
    found.complete = most > 0;
    const ViewedNodes& nodes = side_.nodes();
    std::vector<std::uint32_t> stack;
    if (nodes.size() > 0) stack.push_back(0);
    while (!stack.empty() && found.complete) {
      const ViewedNode node = nodes.node(stack.back());
      stack.pop_back();
      ++found.counters.volume_tests;
      if (std::any_of(axes_.begin(), axes_.end(), [&](const SeenAxis& axis) { return beyond(node.volume, axis); }))
        continue;
      if (!node.is_leaf())
        for (std::uint32_t i = node.children; i-- > 0;) stack.push_back(node.child + i);
      else
        take(node, most, found);
    }
    std::sort(found.triangles.begin(), found.triangles.end());
    return found;
  }

 private:
  void take(const ViewedNode& leaf, std::uint64_t most, RegionTriangles& found) {
    for (std::uint32_t i = leaf.first; i < leaf.first + leaf.count; ++i) {
      const std::uint32_t id = side_.nodes().order()[i];
      if (!tested_.empty()) {
        if (tested_[id]) continue;
        tested_[id] = true;
      }
      ++found.counters.triangle_tests;
      if (!meets(id, found.counters)) continue;
      found.triangles.push_back(id);
      found.complete = found.triangles.size() < most;
      if (!found.complete) return;
    }
  }

  bool meets(std::uint32_t id, Counters& counters) const {
    const std::array<Vec3, 3> corners = side_.data().mesh.mesh().corners(id);
    try {
      return quick_.meets(corners, at_);
    } catch (const MeasuredNumber::Unsure&) {
      ++counters.exact_tests;
      return exact_.meets(corners, at_);
    }
  }

  const Side& side_;
  const Placement& at_;
  std::array<SeenAxis, 3> axes_;
  std::vector<bool> tested_;  // by triangle, where tiles bring one more than once
  RegionCut<MeasuredNumber> quick_;
  RegionCut<BigNumber> exact_;
};

}  // namespace

RegionTriangles triangles_in(ModelRef model, const Placement& at, const Region& region, const RegionOptions& options) {
  require_placement(at, rigidity_defect(at.linear), "the placement of the model");
  require_valid(region);
  const Side side(model);
  return RegionSearch(side, at, region).run(options.max_triangles);
}

bool touches(ModelRef model, const Placement& at, const Region& region) {
  return !triangles_in(model, at, region, {.max_triangles = 1}).triangles.empty();
}

}  // namespace abut::classic
