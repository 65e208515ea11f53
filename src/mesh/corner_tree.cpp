#include "mesh/corner_tree.h"

#include <bit>
#include <numeric>

namespace abut {

namespace {

/// Orders the corners so that each half, quarter and so on of `places` places (a power of two) is on one side of a
/// line.
void order_by_halves(std::span<const FlatPoint> corners, std::span<std::uint32_t> order, std::size_t places,
                     std::size_t enough) {
  while (places > enough) {
    places /= 2;
    if (order.size() <= places) continue;
    FlatPoint low = corners[order[0]], high = low;
    for (const std::uint32_t i : order) {
      low = {std::min(low.u, corners[i].u), std::min(low.v, corners[i].v)};
      high = {std::max(high.u, corners[i].u), std::max(high.v, corners[i].v)};
    }
    const bool by_u = high.u - low.u > high.v - low.v;
    std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(places), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double x = by_u ? corners[a].u : corners[a].v, y = by_u ? corners[b].u : corners[b].v;
                       return x != y ? x < y : a < b;
                     });
    order_by_halves(corners, order.subspan(places), places, enough);
    order = order.first(places);
  }
}

}  // namespace

CornerTree::CornerTree(std::span<const FlatPoint> corners)
    : order_(corners.size()),
      place_(corners.size()),
      is_out_(corners.size(), 0),
      leaves_(static_cast<std::uint32_t>(std::bit_ceil((corners.size() + leaf_size - 1) / leaf_size))) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  nodes_.assign(2 * std::size_t{leaves_}, {{infinity, infinity}, {-infinity, -infinity}, 0});
  std::iota(order_.begin(), order_.end(), 0u);
  order_by_halves(corners, order_, leaves_ * leaf_size, leaf_size);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const FlatPoint& p = corners[order_[i]];
    place_[order_[i]] = static_cast<std::uint32_t>(i);
    for (std::size_t at = leaves_ + i / leaf_size; at > 0; at /= 2) {
      Node& node = nodes_[at];
      node.low = {std::min(node.low.u, p.u), std::min(node.low.v, p.v)};
      node.high = {std::max(node.high.u, p.u), std::max(node.high.v, p.v)};
      ++node.count;
    }
  }
}

void CornerTree::take_out(std::uint32_t corner) {
  is_out_[place_[corner]] = 1;
  for (std::size_t at = leaves_ + place_[corner] / leaf_size; at > 0; at /= 2) --nodes_[at].count;
}

bool CornerTree::is_nearer(const Node& node, const Node& other, const FlatTriangle& t) {
  const double u = (t[0].u + t[1].u + t[2].u) / 3, v = (t[0].v + t[1].v + t[2].v) / 3;
  const auto far = [&](const Node& box) {
    return std::abs((box.low.u + box.high.u) / 2 - u) + std::abs((box.low.v + box.high.v) / 2 - v);
  };
  return far(node) < far(other);
}

bool CornerTree::may_meet(const Node& node, const FlatTriangle& t) {
  if (node.count == 0) return false;
  const auto [low_u, high_u] = std::minmax({t[0].u, t[1].u, t[2].u});
  const auto [low_v, high_v] = std::minmax({t[0].v, t[1].v, t[2].v});
  if (node.low.u > high_u || node.high.u < low_u || node.low.v > high_v || node.high.v < low_v) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    const FlatPoint &a = t[k], &b = t[(k + 1) % 3];
    const double du = b.u - a.u, dv = b.v - a.v;
    // The corner of the box that is farthest to the left of the side; a box whose farthest one is to the right of it,
    // by far more than rounding, cannot meet the triangle.
    const double left = du * ((du > 0 ? node.high.v : node.low.v) - a.v),
                 right = dv * ((dv > 0 ? node.low.u : node.high.u) - a.u);
    if (left - right < -0x1p-40 * (std::abs(left) + std::abs(right))) return false;
  }
  return true;
}

}  // namespace abut
