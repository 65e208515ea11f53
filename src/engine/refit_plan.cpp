#include "engine/refit_plan.h"

#include <algorithm>
#include <array>

namespace abut {

namespace {

constexpr int lanes = ObbPacket::lanes;
using Nodes = WideRefitPlan::Nodes;

struct NodeRange {
  std::uint32_t first, end;
  std::uint32_t size() const { return end - first; }
};

/// Calls found(lane, nodes below) for the groups of the node that begins the range, from the last to the first.
template <class Found>
void for_groups(const WideTree& tree, NodeRange range, Found found) {
  const WideNode& node = tree.nodes[range.first];
  for (int lane = lanes - 1; lane >= 0; --lane)
    if (node.child[lane].is_node()) {
      found(lane, NodeRange{node.child[lane].node(), range.end});
      range.end = node.child[lane].node();
    }
}

// A group above the units is measured by the boxes that begin units below it, or larger parts of about this many.
constexpr std::uint32_t parts_of_group = 64;

/// Boxes that bound all that is below a top node.
void find_sources(const WideTree& tree, const NodeRange& top, std::vector<WideRefitPlan::Source>& sources) {
  const std::uint32_t part_size = std::max(WideRefitPlan::unit_size, top.size() / parts_of_group);
  std::vector<NodeRange> waiting{top};
  while (!waiting.empty()) {
    const NodeRange range = waiting.back();
    waiting.pop_back();
    const bool is_part = range.size() <= part_size;
    const std::uint32_t bits = lane_bits(
        tree.nodes[range.first], [is_part](WideChild child) { return is_part ? !child.is_empty() : child.is_leaf(); });
    if (bits != 0) sources.push_back({range.first, bits});
    if (!is_part) for_groups(tree, range, [&](int, const NodeRange& below) { waiting.push_back(below); });
  }
}

/// The points of a leaf of one triangle or of two that share a side: those of the side first.
bool find_four(std::span<const std::uint16_t> corners, std::array<std::uint16_t, 4>& four) {
  if (corners.size() == 3) {
    four = {corners[0], corners[1], corners[2], corners[2]};
    return true;
  }
  if (corners.size() != 6) return false;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      // Corner i of the first triangle and corner j of the second are not on the side.
      const std::uint16_t a = corners[(i + 1) % 3], b = corners[(i + 2) % 3];
      const std::uint16_t c = corners[3 + (j + 1) % 3], d = corners[3 + (j + 2) % 3];
      if (!(a == c && b == d) && !(a == d && b == c)) continue;
      four = {a, b, corners[i], corners[3 + j]};
      return true;
    }
  return false;
}

/// Points are named by twice their number.
WideRefitPlan::FourPoints find_fours(const WideNode& node, std::span<const std::uint16_t> corners,
                                     std::size_t first_point) {
  WideRefitPlan::FourPoints fours;
  for (int lane = 0; lane < lanes; ++lane) {
    const WideChild child = node.child[lane];
    if (!child.is_leaf()) continue;
    std::array<std::uint16_t, 4> four;
    if (!find_four(corners.subspan(3 * std::size_t{child.first()}, 3 * child.count()), four)) {
      fours.which[0][0] = WideRefitPlan::FourPoints::no;
      return fours;
    }
    for (int i = 0; i < 4; ++i) fours.which[i][lane] = static_cast<std::uint8_t>(four[i] - first_point);
  }
  return fours;
}

/// For each point of a tree, where it was listed last.
using LastListed = std::vector<std::size_t>;

/// Lists the points of some nodes, each node's once, and says in `corners`, three a triangle in leaf order, which of
/// them each corner is, doubled.
void list_points(const WideTree& tree, Nodes& nodes, WideRefitPlan& plan, std::span<std::uint16_t> corners,
                 LastListed& listed) {
  // A node has at most 96 points: two bytes name those of a unit.
  static_assert(2 * 3 * WideChild::largest_leaf * lanes * WideRefitPlan::unit_size < 1 << 16);
  auto& points = plan.points;
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    const std::size_t before = points.size();
    for (const WideChild& child : tree.nodes[n].child) {
      if (!child.is_leaf()) continue;
      for (std::size_t i = child.first(); i < child.first() + child.count(); ++i)
        for (std::size_t c = 0; c < 3; ++c) {
          const std::uint32_t point = tree.triangles[i][c];
          std::size_t& at = listed[point];
          // Listed for an earlier node, or never.
          if (at < before || at >= points.size() || points[at] != point) at = points.size(), points.push_back(point);
          corners[3 * i + c] = static_cast<std::uint16_t>(2 * (at - nodes.first_point));
        }
    }
    const std::uint32_t leaves = lane_bits(tree.nodes[n], [](WideChild child) { return child.is_leaf(); }),
                        groups = lane_bits(tree.nodes[n], [](WideChild child) { return child.is_node(); });
    plan.nodes[n] = {static_cast<std::uint8_t>(leaves), static_cast<std::uint8_t>(groups),
                     static_cast<std::uint8_t>(points.size() - before)};
    plan.fours[n] = find_fours(tree.nodes[n], corners, 2 * (before - nodes.first_point));
  }
  plan.most_points = std::max(plan.most_points, points.size() - nodes.first_point);
}

/// A node that begins a unit or is above them.
struct Found {
  NodeRange range;
  std::size_t parent;  // in the list; its own place for the first
  int lane;            // in its parent
  std::size_t round;   // in which it is refitted: 0 for units
};

/// Parents before their children.
std::vector<Found> find_units(const WideTree& tree) {
  const auto round_of = [](const NodeRange& range) -> std::size_t {
    return range.size() <= WideRefitPlan::unit_size ? 0 : 1;
  };
  const NodeRange whole{0, static_cast<std::uint32_t>(tree.nodes.size())};
  std::vector<Found> found{{whole, 0, -1, round_of(whole)}};
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].round > 0)
      for_groups(tree, NodeRange(found[i].range), [&](int lane, const NodeRange& below) {
        found.push_back({below, i, lane, round_of(below)});
      });
  for (std::size_t i = found.size(); i-- > 1;)
    found[found[i].parent].round = std::max(found[found[i].parent].round, found[i].round + 1);
  return found;
}

}  // namespace

WideRefitPlan::WideRefitPlan(const WideTree& tree) {
  if (tree.nodes.empty()) return;
  nodes.resize(tree.nodes.size());
  std::vector<std::uint16_t> corners(3 * tree.triangles.size());
  LastListed listed(tree.points.size() / 3);
  points.reserve(2 * tree.points.size() / 3);
  fours.resize(tree.nodes.size());
  std::vector<Found> found = find_units(tree);
  std::vector<std::uint32_t> first_nodes;
  for (Found& one : found) first_nodes.push_back(one.range.first);
  // Units follow each other as their nodes do.
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.range.first < b.range.first; });

  std::vector<std::pair<Nodes, Found>> above;
  std::vector<std::uint32_t> unit_at(tree.nodes.size(), no_unit);
  for (const Found& one : found) {
    Nodes some{one.range.first, one.round == 0 ? one.range.end : one.range.first + 1, points.size()};
    some.parent = first_nodes[one.parent];
    some.lane = one.lane;
    list_points(tree, some, *this, corners, listed);
    if (one.round > 0) {
      above.push_back({some, one});
      continue;
    }
    unit_at[some.first] = static_cast<std::uint32_t>(units.size());
    units.push_back(some);
  }
  points.shrink_to_fit();
  std::stable_sort(above.begin(), above.end(),
                   [](const auto& a, const auto& b) { return a.second.round < b.second.round; });
  for (const auto& [some, one] : above) {
    round_ends.resize(one.round, top.size());
    add_top(tree, some, one.range.end, unit_at);
    round_ends.back() = top.size();
  }
  sources.shrink_to_fit();
}

void WideRefitPlan::add_top(const WideTree& tree, const Nodes& node, std::uint32_t end,
                            const std::vector<std::uint32_t>& unit_at) {
  TopNode to{node, {}, sources.size(), {}};
  NodeRange below[lanes] = {};
  for_groups(tree, {node.first, end}, [&](int lane, const NodeRange& range) { below[lane] = range; });
  for (int lane = 0; lane < lanes; ++lane) {
    const std::size_t before = sources.size();
    to.units[lane] = below[lane].size() > 0 ? unit_at[below[lane].first] : no_unit;
    if (below[lane].size() > unit_size) find_sources(tree, below[lane], sources);
    to.sources[lane] = static_cast<std::uint32_t>(sources.size() - before);
  }
  top.push_back(to);
}

std::size_t WideRefitPlan::bytes() const {
  return units.size() * sizeof(Nodes) + top.size() * sizeof(TopNode) + round_ends.size() * sizeof(std::size_t) +
         sources.size() * sizeof(Source) + nodes.size() * sizeof(NodeSummary) + points.size() * sizeof(std::uint32_t) +
         fours.size() * sizeof(FourPoints);
}

}  // namespace abut
