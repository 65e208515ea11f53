#include "classic/model_data.h"
#include "classic/tree/measure.h"
#include "math/inner_frame.h"
#include "math/random.h"
#include <abut/classic.h>

#include <algorithm>

namespace abut::classic {

namespace {

MeasuredTree measured_tree(const ModelRef& model) {
  const Side side(model);
  const Mesh& mesh = side.data().mesh.mesh();
  const InnerFrame& frame = side.data().frame;
  std::vector<std::array<Vec3, 3>> triangles;
  triangles.reserve(mesh.triangles.size());
  for (std::size_t id = 0; id < mesh.triangles.size(); ++id) {
    const std::array<Vec3, 3> corners = mesh.corners(id);
    triangles.push_back({frame.inner(corners[0]), frame.inner(corners[1]), frame.inner(corners[2])});
  }
  return model.engine() ? measured(model.engine()->data().tree, triangles) : side.own_tree()->measured(triangles);
}

double unit_of(const ModelRef& model) { return Side(model).data().frame.unit; }

/// `count` of the nodes, all of them if there are no more, in their order.
std::vector<std::uint32_t> sample(std::vector<std::uint32_t> nodes, std::size_t count, int level) {
  if (nodes.size() <= count) return nodes;
  Random random(static_cast<std::uint64_t>(level));
  for (std::size_t i = 0; i < count; ++i) std::swap(nodes[i], nodes[i + random.below(nodes.size() - i)]);
  nodes.resize(count);
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

Bracket scaled(const Bracket& bracket, double by) { return {bracket.lower * by, bracket.upper * by}; }
Bracket operator+(const Bracket& a, const Bracket& b) { return {a.lower + b.lower, a.upper + b.upper}; }

std::vector<NodeQuality> measure_samples(const MeasuredTree& tree, double unit, const QualityOptions& options) {
  std::vector<NodeQuality> result;
  for (std::size_t level = 0; level < tree.levels.size(); ++level)
    for (std::uint32_t node : sample(tree.levels[level], options.nodes_per_level, static_cast<int>(level)))
      result.push_back({node, static_cast<int>(level), scaled(diameter(tree, node, options.tolerance), unit),
                        scaled(farthest_from_surface(tree, node, node, options.tolerance), unit),
                        scaled(farthest_from_surface(tree, node, 0, options.tolerance), unit)});
  return result;
}

}  // namespace

Bracket NodeQuality::aspect() const {
  if (!(diameter.lower > 0)) return {};
  return {tightness.lower / diameter.upper, tightness.upper / diameter.lower};
}

std::vector<NodeQuality> node_quality(ModelRef model, const QualityOptions& options) {
  return measure_samples(measured_tree(model), unit_of(model), options);
}

std::vector<LevelQuality> tree_quality(ModelRef model, const QualityOptions& options) {
  const MeasuredTree tree = measured_tree(model);
  std::vector<LevelQuality> levels(tree.levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i].level = static_cast<int>(i);
    levels[i].nodes = tree.levels[i].size();
    for (std::uint32_t node : tree.levels[i]) levels[i].leaves += tree.nodes[node].is_leaf();
  }
  for (const NodeQuality& node : measure_samples(tree, unit_of(model), options)) {
    LevelQuality& level = levels[static_cast<std::size_t>(node.level)];
    ++level.measured;
    level.diameter = level.diameter + node.diameter;
    level.tightness = level.tightness + node.tightness;
    level.reach = level.reach + node.reach;
    level.aspect = level.aspect + node.aspect();
  }
  for (LevelQuality& level : levels)
    for (Bracket* sum : {&level.diameter, &level.tightness, &level.reach, &level.aspect})
      *sum = scaled(*sum, 1 / static_cast<double>(std::max<std::size_t>(1, level.measured)));
  return levels;
}

}  // namespace abut::classic
