#include <abut/tree/wide_refit_plan.h>

#include <algorithm>

namespace abut {

namespace {

constexpr int lanes = ObbPacket::lanes;
// A group above the units is measured by the boxes of subtrees of so many nodes, or of a part of its own size: that
// many boxes around some of a surface are hardly larger than the surface.
constexpr std::uint32_t least_source_size = 16, source_part = 32;

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

/// Boxes that bound all that is below a group.
void find_sources(const WideTree& tree, const NodeRange& group, std::vector<WideRefitPlan::Source>& sources) {
  const std::uint32_t limit = std::max(least_source_size, group.size() / source_part);
  std::vector<NodeRange> waiting{group};
  while (!waiting.empty()) {
    const NodeRange range = waiting.back();
    waiting.pop_back();
    const bool whole = range.size() <= limit;
    const std::uint32_t bits = lane_bits(
        tree.nodes[range.first], [whole](WideChild child) { return whole ? !child.is_empty() : child.is_leaf(); });
    if (bits != 0) sources.push_back({range.first, bits});
    if (!whole) for_groups(tree, range, [&](int, const NodeRange& below) { waiting.push_back(below); });
  }
}

/// Lists each node's points.
void list_points(const WideTree& tree, std::span<const Triangle> triangles, WideRefitPlan& plan) {
  plan.point_counts.reserve(tree.nodes.size());
  plan.corners.resize(3 * triangles.size());
  for (const WideNode& node : tree.nodes) {
    const auto first = static_cast<std::ptrdiff_t>(plan.points.size());
    for (const WideChild& child : node.child) {
      if (!child.is_leaf()) continue;
      for (std::size_t i = child.first(); i < child.first() + child.count(); ++i)
        for (std::size_t c = 0; c < 3; ++c) {
          const std::uint32_t point = triangles[tree.order[i]][c];
          const auto at = std::find(plan.points.begin() + first, plan.points.end(), point);
          plan.corners[3 * i + c] = static_cast<std::uint8_t>(at - (plan.points.begin() + first));
          if (at == plan.points.end()) plan.points.push_back(point);
        }
    }
    plan.point_counts.push_back(static_cast<std::uint8_t>(plan.points.size() - static_cast<std::size_t>(first)));
  }
  plan.points.shrink_to_fit();
}

/// Which node begins a unit or is above them; with the round in which it is refitted, 0 for units.
struct Found {
  NodeRange range;
  std::size_t round;
};

std::vector<Found> find_units(const WideTree& tree) {
  std::vector<Found> found;
  std::vector<std::pair<NodeRange, std::size_t>> waiting{
      {{0, static_cast<std::uint32_t>(tree.nodes.size())}, ~std::size_t{0}}};
  std::vector<std::size_t> parents;
  while (!waiting.empty()) {
    const auto [range, parent] = waiting.back();
    waiting.pop_back();
    const std::size_t place = found.size();
    const bool is_unit = range.size() <= WideRefitPlan::unit_size;
    found.push_back({range, is_unit ? std::size_t{0} : std::size_t{1}});
    parents.push_back(parent);
    if (!is_unit) for_groups(tree, range, [&](int, const NodeRange& below) { waiting.push_back({below, place}); });
  }
  // Children come after their parents.
  for (std::size_t i = found.size(); i-- > 1;)
    found[parents[i]].round = std::max(found[parents[i]].round, found[i].round + 1);
  return found;
}

}  // namespace

WideRefitPlan::WideRefitPlan(const WideTree& tree, std::span<const Triangle> triangles) {
  if (tree.nodes.empty()) return;
  list_points(tree, triangles, *this);
  std::vector<Found> found = find_units(tree);
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.range.first < b.range.first; });

  struct Placed {
    Nodes nodes;
    NodeRange range;
    std::size_t round;
  };
  std::vector<Placed> placed;
  std::uint32_t node = 0;
  std::size_t point = 0;
  for (const Found& one : found) {
    // Every node is in a unit or above them.
    const std::uint32_t end = one.round == 0 ? one.range.end : one.range.first + 1;
    placed.push_back({{node, end, point}, one.range, one.round});
    std::size_t in_threes = 0;
    for (; node < end; ++node) {
      in_threes += (point_counts[node] + 2u) / 3 * 3;
      point += point_counts[node];
    }
    most_points = std::max(most_points, in_threes);
  }
  std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) { return a.round < b.round; });
  for (const Placed& one : placed) {
    if (one.round == 0) {
      units.push_back(one.nodes);
      continue;
    }
    if (round_ends.size() < one.round) round_ends.resize(one.round, top.size());
    TopNode to{one.nodes, sources.size(), {}};
    NodeRange below[lanes] = {};
    for_groups(tree, one.range, [&](int lane, const NodeRange& range) { below[lane] = range; });
    for (int lane = 0; lane < lanes; ++lane) {
      const std::size_t before = sources.size();
      if (below[lane].size() > 0) find_sources(tree, below[lane], sources);
      to.sources[lane] = static_cast<std::uint32_t>(sources.size() - before);
    }
    top.push_back(to);
    round_ends.back() = top.size();
  }
  sources.shrink_to_fit();
}

std::size_t WideRefitPlan::bytes() const {
  return units.size() * sizeof(Nodes) + top.size() * sizeof(TopNode) + round_ends.size() * sizeof(std::size_t) +
         sources.size() * sizeof(Source) + point_counts.size() + points.size() * sizeof(std::uint32_t) + corners.size();
}

}  // namespace abut
