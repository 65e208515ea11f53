#include "classic/tree/surface_area_split.h"

#include <abut/mesh.h>

#include <algorithm>

namespace abut::classic {

namespace {

constexpr int bin_count = 16;

void grow(Bounds& bounds, const Bounds& by) { bounds = {min(bounds.low, by.low), max(bounds.high, by.high)}; }

/// Half the surface; the factor does not matter to a comparison.
double area(const Bounds& b) {
  const Vec3 d = b.high - b.low;
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

Vec3 centre_key(const BuildTriangle& t) { return t.corners[0] + t.corners[1] + t.corners[2]; }

struct Bin {
  Bounds bounds;
  std::size_t count = 0;
};

/// Places centres into bins along one axis.
struct Binning {
  int axis;
  double low, per_length;

  int bin_of(const BuildTriangle& t) const {
    return std::clamp(static_cast<int>((centre_key(t)[axis] - low) * per_length), 0, bin_count - 1);
  }
};

struct Cut {
  Binning binning;
  int first_bin_above = 0;
  double cost = std::numeric_limits<double>::infinity();
};

Cut best_cut(const Binning& binning, const std::array<Bin, bin_count>& bins) {
  Cut best{binning};
  std::array<double, bin_count> cost_above{};
  Bounds above;
  std::size_t count_above = 0;
  for (int i = bin_count - 1; i > 0; --i) {
    grow(above, bins[i].bounds);
    count_above += bins[i].count;
    cost_above[i] = count_above ? area(above) * static_cast<double>(count_above) : -1;
  }
  Bounds below;
  std::size_t count_below = 0;
  for (int i = 1; i < bin_count; ++i) {
    grow(below, bins[i - 1].bounds);
    count_below += bins[i - 1].count;
    if (count_below == 0 || cost_above[i] < 0) continue;
    const double cost = area(below) * static_cast<double>(count_below) + cost_above[i];
    if (cost < best.cost) best = {binning, i, cost};
  }
  return best;
}

}  // namespace

std::size_t divide_by_surface_area(std::span<BuildTriangle> triangles) {
  Bounds centres;
  for (const BuildTriangle& t : triangles) grow(centres, {centre_key(t), centre_key(t)});

  std::array<std::array<Bin, bin_count>, 3> bins;
  std::array<Binning, 3> binnings;
  for (int axis = 0; axis < 3; ++axis) {
    const double length = centres.high[axis] - centres.low[axis];
    binnings[axis] = {axis, centres.low[axis], length > 0 ? bin_count / length : 0};
  }
  for (const BuildTriangle& t : triangles) {
    const Bounds bounds{min(min(t.corners[0], t.corners[1]), t.corners[2]),
                        max(max(t.corners[0], t.corners[1]), t.corners[2])};
    for (int axis = 0; axis < 3; ++axis) {
      Bin& bin = bins[axis][binnings[axis].bin_of(t)];
      grow(bin.bounds, bounds);
      ++bin.count;
    }
  }
  Cut best;
  for (int axis = 0; axis < 3; ++axis) {
    const Cut cut = best_cut(binnings[axis], bins[axis]);
    if (cut.cost < best.cost) best = cut;
  }
  if (best.first_bin_above == 0) {
    const std::size_t half = triangles.size() / 2;
    std::nth_element(triangles.begin(), triangles.begin() + half, triangles.end(),
                     [](const BuildTriangle& a, const BuildTriangle& b) { return a.id < b.id; });
    return half;
  }
  const auto below = [&](const BuildTriangle& t) { return best.binning.bin_of(t) < best.first_bin_above; };
  return static_cast<std::size_t>(std::partition(triangles.begin(), triangles.end(), below) - triangles.begin());
}

}  // namespace abut::classic
