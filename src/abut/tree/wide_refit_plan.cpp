#include <abut/tree/wide_refit_plan.h>

#include <algorithm>
#include <array>

namespace abut {

namespace {

constexpr int lanes = ObbPacket::lanes;
// A group above the units is measured by the boxes of subtrees of so many nodes, or of a part of its own size: that
// many boxes around some of a surface are hardly larger than the surface.
constexpr std::uint32_t least_source_size = 32, source_part = 16;

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
    for (int i = 0; i < 4; ++i) fours.which[i][lane] = static_cast<std::uint8_t>(2 * (four[i] - first_point));
  }
  return fours;
}

/// Lists the points of some nodes, each node's once.
void list_points(const WideTree& tree, std::span<const Triangle> triangles, Nodes& nodes, WideRefitPlan& plan) {
  auto& points = plan.points;
  std::uint32_t least = ~std::uint32_t{0};
  for (std::uint32_t n = nodes.first; n < nodes.end; ++n) {
    const std::size_t before = points.size();
    for (const WideChild& child : tree.nodes[n].child) {
      if (!child.is_leaf()) continue;
      least = std::min(least, child.first());
      nodes.triangles += child.count();
      for (std::size_t i = child.first(); i < child.first() + child.count(); ++i)
        for (std::size_t c = 0; c < 3; ++c) {
          const std::uint32_t point = triangles[tree.order[i]][c];
          std::size_t at = before;
          while (at < points.size() && points[at] != point) ++at;
          if (at == points.size()) points.push_back(point);
          plan.corners[3 * i + c] = static_cast<std::uint16_t>(at - nodes.first_point);
        }
    }
    const std::uint32_t leaves = lane_bits(tree.nodes[n], [](WideChild child) { return child.is_leaf(); }),
                        groups = lane_bits(tree.nodes[n], [](WideChild child) { return child.is_node(); });
    plan.nodes[n] = {static_cast<std::uint8_t>(leaves), static_cast<std::uint8_t>(groups),
                     static_cast<std::uint8_t>(points.size() - before)};
    plan.fours[n] = find_fours(tree.nodes[n], plan.corners, before - nodes.first_point);
  }
  nodes.first_triangle = least;
  plan.most_points = std::max(plan.most_points, points.size() - nodes.first_point);
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
  nodes.resize(tree.nodes.size());
  corners.resize(3 * triangles.size());
  fours.resize(tree.nodes.size());
  std::vector<Found> found = find_units(tree);
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.range.first < b.range.first; });

  struct Placed {
    Nodes nodes;
    NodeRange range;
    std::size_t round;
  };
  std::vector<Placed> placed;
  for (const Found& one : found) {
    Nodes some{one.range.first, one.round == 0 ? one.range.end : one.range.first + 1, points.size()};
    list_points(tree, triangles, some, *this);
    placed.push_back({some, one.range, one.round});
  }
  points.shrink_to_fit();
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
         sources.size() * sizeof(Source) + nodes.size() * sizeof(NodeSummary) + points.size() * sizeof(std::uint32_t) +
         corners.size() * sizeof(std::uint16_t) + fours.size() * sizeof(FourPoints);
}

}  // namespace abut
