#include "query/cell_cut.h"

#include <algorithm>
#include <cmath>

namespace abut {

Facet::Facet(const std::array<Vec3, 3>& corners, const Vec3& cell_centre, bool centre_is_inside) {
  int longest = 0;
  for (int i = 0; i < 3; ++i)
    if (const double side = length(corners[(i + 1) % 3] - corners[i]); side > size[0]) size[0] = side, longest = i;
  const Vec3 side = corners[(longest + 1) % 3] - corners[longest];
  const Vec3 normal = cross(side, corners[(longest + 2) % 3] - corners[longest]);
  const double area = length(normal);
  if (!(area > 0x1p-40 * size[0] * size[0])) return;
  is_sliver = false;
  axes[0] = side * (1 / size[0]);
  axes[2] = normal * (1 / area);
  axes[1] = cross(axes[2], axes[0]);
  size[1] = area / size[0];
  offset = dot(axes[2], corners[longest]);
  for (int i = 0; i < 3; ++i) {
    const Vec3 way = corners[(i + 1) % 3] - corners[i];
    walls[i].outwards = cross(way * (1 / length(way)), axes[2]);
    walls[i].offset = dot(walls[i].outwards, corners[i]);
  }
  outside_is_above = (dot(axes[2], cell_centre) > offset) != centre_is_inside;
}

namespace {

/// Does the plane leave more than a step of the cell on either side?
bool divides(const ConvexCell& cell, const CellCut& cut, double step) {
  const auto [low, high] = cell.extent(cut.direction);
  return low < cut.offset - step && high > cut.offset + step;
}

struct Choice {
  CellCut cut;
  double weight = 0;
};

/// Across the direction in which the cell is largest beside the facets and `least`.
Choice bisection(const ConvexCell& cell, std::span<const Facet> facets, double least) {
  Choice best;
  const auto consider = [&](const Vec3& direction, double size) {
    const auto [low, high] = cell.extent(direction);
    if (const double weight = (high - low) / std::max(size, least); weight > best.weight)
      best = {{direction, low + (high - low) * 0.5, true}, weight};
  };
  for (const Facet& facet : facets)
    for (int i = 0; i < 3; ++i)
      if (!facet.is_sliver) consider(facet.axes[i], i < 2 ? facet.size[i] : 0);
  if (best.weight == 0)
    for (int i = 0; i < 3; ++i) consider(Matrix3{}.column(i), 0);
  return best;
}

/// Along the facet's plane or a wall, whichever the corner is farther beyond.
Choice along(const ConvexCell& cell, const Vec3& worst, const Facet& facet, double least, double step) {
  Choice best;
  if (facet.is_sliver) return best;
  const auto consider = [&](const CellCut& cut, double weight) {
    if (weight > best.weight && divides(cell, cut, 0.5 * step)) best = {cut, weight};
  };
  const double above = dot(facet.axes[2], worst) - facet.offset, beyond = facet.outside_is_above ? above : -above;
  if (beyond > 2 * step) consider({facet.axes[2], facet.offset + (facet.outside_is_above ? step : -step)}, beyond);
  // Beside small facets a cell is small enough when it is small beside the depth.
  if (facet.size[1] > 0.25 * least)
    for (const Facet::Wall& wall : facet.walls)
      if (const double past = dot(wall.outwards, worst) - wall.offset; past > 2 * step)
        consider({wall.outwards, wall.offset + step}, std::sqrt(above * above + past * past) - std::abs(above));
  return best;
}

}  // namespace

CellCut choose_cut(const ConvexCell& cell, const Vec3& worst, std::span<const Facet> facets, double least,
                   double step) {
  constexpr double most_sizes = 3;
  const Choice middle = bisection(cell, facets, least);
  if (middle.weight > most_sizes) return {middle.cut.direction, middle.cut.offset, false};
  Choice best;
  for (const Facet& facet : facets)
    if (const Choice choice = along(cell, worst, facet, least, step); choice.weight > best.weight) best = choice;
  return best.weight > 0 ? best.cut : middle.cut;
}

std::optional<CellCut> cut_between(const ConvexCell& cell, const Facet& one, const Facet& other, double least,
                                   double step) {
  for (const Facet* facet : {&one, &other})
    if (facet->is_sliver || facet->size[1] <= 0.25 * least) return std::nullopt;
  const double sign_one = one.outside_is_above ? -1 : 1, sign_other = other.outside_is_above ? -1 : 1;
  const Vec3 direction = one.axes[2] * sign_one - other.axes[2] * sign_other;
  const double size = length(direction);
  if (!(size > 1e-3)) return std::nullopt;
  const CellCut cut{direction * (1 / size), (one.offset * sign_one - other.offset * sign_other) / size};
  return divides(cell, cut, step) ? std::optional(cut) : std::nullopt;
}

std::optional<CellCut> cut_off_behind(const ConvexCell& cell, const Facet& facet, double step) {
  if (facet.is_sliver) return std::nullopt;
  const CellCut cut{facet.axes[2], facet.offset + (facet.outside_is_above ? step : -step)};
  const auto [low, high] = cell.extent(cut.direction);
  const double behind = facet.outside_is_above ? cut.offset - low : high - cut.offset;
  return 4 * behind < high - low && divides(cell, cut, 0.5 * step) ? std::optional(cut) : std::nullopt;
}

}  // namespace abut
