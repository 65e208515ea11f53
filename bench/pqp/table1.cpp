#include "classic/all_volumes.h"
#include "classic/kind_tree.h"
#include "classic/model_data.h"
#include "classic/visit/nearest.h"
#include "experiment.h"
#include "leaf/triangle_distance.h"
#include "rectangles.h"
#include "replay.h"
#include <abut/shapes.h>

#include <cstdio>

namespace abut::bench::pqp {

namespace {

constexpr int rounds = 7;

/// Keeps a result from being optimised away.
volatile double kept;

/// Seconds of one run, the shortest of some.
template <class Run>
double shortest(const Run& run) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const double start = thread_seconds();
    kept = run();
    best = std::min(best, thread_seconds() - start);
  }
  return best;
}

/// Passes each pair of volumes on to the test of a query, and remembers it.
template <class V>
struct RecordingTest {
  using Pair = std::pair<const V*, const V*>;
  const typename V::Test& test;
  std::vector<Pair>& pairs;

  const RelativePlacement& relative() const { return test.relative(); }
  double distance_below(const V& a, const V& b) const {
    pairs.push_back({&a, &b});
    return test.distance_below(a, b);
  }
};

/// The two falling tori at some of their steps.
struct Steps {
  Scenario scenario = falling_tori();
  static constexpr std::size_t every = 25;
};

/// What one kind of volume costs per test, on the pairs that priority directed distance queries test.
struct KindCost {
  std::uint64_t pairs = 0, overlapping = 0;
  double overlap_seconds = 0, distance_seconds = 0;
  double gjk_seconds = 0;  ///< of boxes by a GJK library, if there is one
};

template <class V>
const classic::Tree<V>& tree_of(const classic::ModelData& model) {
  return static_cast<const classic::KindTree<V>&>(*model.tree).tree;
}

template <class V>
void add_step(KindCost& cost, const classic::ModelData& a, const classic::ModelData& b, const Question& question) {
  const classic::Tree<V>&tree_a = tree_of<V>(a), &tree_b = tree_of<V>(b);
  const RelativePlacement relative = relate(a.frame, question.at.a, b.frame, question.at.b, 0);
  const typename V::Test test(relative, classic::Sat::full, V::axes_defect);
  std::vector<typename RecordingTest<V>::Pair> pairs;
  DistanceTest triangles(a.leaf_geometry(), question.at.a, b.leaf_geometry(), question.at.b);
  double best = std::numeric_limits<double>::infinity();
  classic::NearestOptions options;
  options.world = a.frame.unit;
  visit_nearest_pairs(tree_a, tree_b, RecordingTest<V>{test, pairs}, options, [&](const auto& x, const auto& y) {
    best = std::min(best, triangles.upper(tree_a.order[x.first], tree_b.order[y.first]));
    return best > 0 ? best : -1;
  });
  cost.pairs += pairs.size();
  cost.distance_seconds += shortest([&] {
    double sum = 0;
    for (const auto& [x, y] : pairs) sum += test.distance_below(*x, *y);
    return sum;
  });
  std::uint64_t overlapping = 0;
  cost.overlap_seconds += shortest([&] {
    overlapping = 0;
    for (const auto& [x, y] : pairs) overlapping += test.may_overlap(*x, *y);
    return static_cast<double>(overlapping);
  });
  cost.overlapping += overlapping;
#ifdef ABUT_HAS_FCL
  if constexpr (V::kind == classic::VolumeKind::obb) {
    std::vector<BoxPair> boxes;
    for (const auto& [x, y] : pairs)
      boxes.push_back({classic::core_of(x->box()), in_a(relative, classic::core_of(y->box()))});
    double best_of_gjk = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 3; ++round) best_of_gjk = std::min(best_of_gjk, box_distances_by_fcl(boxes).seconds);
    cost.gjk_seconds += best_of_gjk;
  }
#endif
}

template <class V>
KindCost cost_of(const Steps& steps) {
  // The kinds have the same numbers in both lists.
  const any::ModelOptions options = trees_of(static_cast<any::VolumeKind>(V::kind));
  const any::Model a(steps.scenario.meshes[0], options), b(steps.scenario.meshes[1], options);
  KindCost cost;
  for (std::size_t i = 0; i < steps.scenario.questions.size(); i += Steps::every)
    add_step<V>(cost, a.classic().data(), b.classic().data(), steps.scenario.questions[i]);
  return cost;
}

template <class... V>
std::vector<KindCost> costs_of(const Steps& steps, std::tuple<V...>*) {
  return {cost_of<V>(steps)...};
}

void save_kinds(const Surroundings& surroundings) {
  const std::vector<KindCost> costs = costs_of(Steps(), static_cast<classic::AllVolumes*>(nullptr));
  Table table({"kind", "pairs", "overlapping", "overlap_ns", "distance_ns", "gjk_ns"});
  for (std::size_t k = 0; k < costs.size(); ++k) {
    const KindCost& cost = costs[k];
    const auto ns = [&](double seconds) { return 1e9 * seconds / static_cast<double>(cost.pairs); };
    table.row({std::string(name_of(classic::all_volume_kinds[k])), cell(cost.pairs), cell(cost.overlapping),
               cell(ns(cost.overlap_seconds)), cell(ns(cost.distance_seconds)),
               cost.gjk_seconds > 0 ? cell(ns(cost.gjk_seconds)) : ""});
  }
  table.save(surroundings.out / "table1_kinds.csv");
}

/// A rectangle's centre, or the longer of its middle lines, or itself.
template <int dimensions>
classic::Core<dimensions> part_of(const classic::Rectangle& r) {
  const std::size_t longer = r.extent[1] > r.extent[0] ? 1 : 0;
  if constexpr (dimensions == 0)
    return {r.centre, {}, {}};
  else if constexpr (dimensions == 1)
    return {r.centre, {r.axes[longer]}, {r.extent[longer]}};
  else
    return r;
}

template <int m, int n>
double nanoseconds(std::span<const RectanglePair> rectangles) {
  struct Pair {
    classic::Core<m> a;
    classic::Core<n> b;
  };
  std::vector<Pair> pairs;
  for (const RectanglePair& r : rectangles) pairs.push_back({part_of<m>(r.a), part_of<n>(r.b)});
  // B's shape has still to be brought into A's frame, as in a query.
  const Model model(shapes::icosahedron(1));
  const InnerFrame& frame = model.data().frame;
  const RelativePlacement relative = relate(frame, {}, frame, {}, 0);
  const classic::CoreSlack slack(relative);
  const double seconds = shortest([&] {
    double sum = 0;
    for (const Pair& pair : pairs) sum += distance_of_cores(pair.a, pair.b, relative, slack);
    return sum;
  });
  return 1e9 * seconds / static_cast<double>(pairs.size());
}

void save_cores(const Surroundings& surroundings) {
  const std::vector<RectanglePair> rectangles = pairs_of_queries(100000);
  struct Row {
    const char* shapes;
    double ns;
  };
  const Row rows[] = {
      {"point-point", nanoseconds<0, 0>(rectangles)},     {"point-line", nanoseconds<0, 1>(rectangles)},
      {"point-rectangle", nanoseconds<0, 2>(rectangles)}, {"line-line", nanoseconds<1, 1>(rectangles)},
      {"line-rectangle", nanoseconds<1, 2>(rectangles)},  {"rectangle-rectangle", nanoseconds<2, 2>(rectangles)}};
  Table table({"shapes", "pairs", "ns", "relative"});
  for (const Row& row : rows)
    table.row(
        {row.shapes, cell(static_cast<std::uint64_t>(rectangles.size())), cell(row.ns), cell(row.ns / rows[0].ns)});
  table.save(surroundings.out / "table1_cores.csv");
}

}  // namespace

/// Table 1: the cost of a distance test between the shapes that spheres are swept over; and of every kind of volume.
void table1(const Surroundings& surroundings) {
  save_cores(surroundings);
  save_kinds(surroundings);
}

}  // namespace abut::bench::pqp
