#include "rectangles.h"

#include "../experiment.h"
#include "classic/kind_tree.h"
#include "classic/model_data.h"
#include "classic/volume/edge_pairs.h"
#include "classic/volume/rss.h"
#include "leaf/triangle_distance.h"
#include "math/random.h"
#include <abut/classic.h>
#include <abut/shapes.h>

#include <cstdio>
#include <limits>

namespace abut::bench::pqp {

namespace {

using classic::core_distance;
using classic::CoreDistance;
using classic::Model;
using classic::Rss;

/// One distance query that remembers every pair of rectangles it measures.
class Query {
 public:
  Query(const Model& a, const Model& b, const Placement& at_b, std::vector<RectanglePair>& pairs)
      : a_(tree_of(a)),
        b_(tree_of(b)),
        relative_(relate(a.data().frame, {}, b.data().frame, at_b, 0)),
        test_(relative_, classic::Sat::full, Rss::axes_defect),
        triangles_(a.data().leaf_geometry(), {}, b.data().leaf_geometry(), at_b),
        to_inner_(1 / a.data().frame.unit),
        pairs_(pairs) {
    search();
  }

 private:
  struct Pair {
    std::uint32_t a, b;
    double below;
  };

  static const classic::Tree<Rss>& tree_of(const Model& model) {
    return static_cast<const classic::KindTree<Rss>&>(*model.data().tree).tree;
  }

  Pair measured(std::uint32_t i, std::uint32_t j) {
    const Rss &a = a_.nodes[i].volume, &b = b_.nodes[j].volume;
    pairs_.push_back({a.core(), in_a(relative_, b.core())});
    return {i, j, test_.distance_below(a, b)};
  }

  void search() {
    std::vector<Pair> stack{measured(0, 0)};
    double best = std::numeric_limits<double>::infinity();
    while (!stack.empty()) {
      const Pair pair = stack.back();
      stack.pop_back();
      if (pair.below >= best) continue;
      const auto &a = a_.nodes[pair.a], &b = b_.nodes[pair.b];
      if (a.is_leaf() && b.is_leaf()) {
        best = std::min(best, triangles_.upper(a_.order[a.first], b_.order[b.first]) * to_inner_);
        continue;
      }
      const bool open_a =
          b.is_leaf() ||
          (!a.is_leaf() && squared_diameter(a.volume) > squared_diameter(b.volume) * relative_.scale * relative_.scale);
      Pair near = open_a ? measured(a.child, pair.b) : measured(pair.a, b.child);
      Pair far = open_a ? measured(a.child + 1, pair.b) : measured(pair.a, b.child + 1);
      if (far.below < near.below) std::swap(near, far);
      stack.push_back(far);
      stack.push_back(near);
    }
  }

  const classic::Tree<Rss>&a_, &b_;
  RelativePlacement relative_;
  Rss::Test test_;
  DistanceTest triangles_;
  double to_inner_;
  std::vector<RectanglePair>& pairs_;
};

template <class Measure>
TimedDistances timed(std::span<const RectanglePair> pairs, const Measure& measure) {
  TimedDistances result{std::vector<double>(pairs.size())};
  const double start = thread_seconds();
  for (std::size_t i = 0; i < pairs.size(); ++i) result.distances[i] = measure(pairs[i]).below;
  result.seconds = thread_seconds() - start;
  return result;
}
TimedDistances distances_by_us(std::span<const RectanglePair> pairs) {
  return timed(pairs, [](const RectanglePair& pair) { return core_distance(pair.a, pair.b); });
}
TimedDistances distances_by_edge_pairs(std::span<const RectanglePair> pairs) {
  return timed(pairs, [](const RectanglePair& pair) { return classic::distance_by_edge_pairs(pair.a, pair.b); });
}

double size_of(const RectanglePair& pair) {
  const auto extents = [](const classic::Rectangle& r) { return r.extent[0] + r.extent[1]; };
  return classic::sum_of(abs(pair.b.centre - pair.a.centre)) + extents(pair.a) + extents(pair.b);
}

/// One way to measure. What it says is held against the brackets of core_distance, which are true.
struct Contestant {
  const char* name;
  TimedDistances (*measure)(std::span<const RectanglePair>);
  double seconds = 0, worst = 0;  // the worst error relative to the size of a pair
  std::uint64_t wrong = 0;        // off by more than 1e-9 of it
  std::uint64_t far_off = 0;      // off by more than 1e-6 of it, which is a GJK's own tolerance
  double oracle_worst = 0;        // the worst error against fifty digits
};

std::vector<Contestant> all_contestants() {
  std::vector<Contestant> all{{"abut", distances_by_us}, {"edge pairs", distances_by_edge_pairs}};
#ifdef ABUT_HAS_FCL
  all.push_back({"FCL, its own GJK", distances_by_fcl});
  all.push_back({"FCL, libccd's GJK", distances_by_libccd});
#endif
  return all;
}

constexpr std::size_t pairs_to_measure = 700000, at_a_time = 10000;
constexpr int repetitions = 3;

/// A part of the pairs; the repetitions take turns, the best one counts.
void measure(std::span<const RectanglePair> pairs, std::vector<Contestant>& all) {
  std::vector<double> best(all.size(), std::numeric_limits<double>::infinity());
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (std::size_t c = 0; c < all.size(); ++c) {
      const TimedDistances found = all[c].measure(pairs);
      best[c] = std::min(best[c], found.seconds);
      if (repetition > 0) continue;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const CoreDistance truth = core_distance(pairs[i].a, pairs[i].b);
        const double said = std::max(0.0, found.distances[i]);
        const double error = std::max({0.0, truth.below - said, said - truth.above}) / size_of(pairs[i]);
        all[c].worst = std::max(all[c].worst, error);
        all[c].wrong += error > 1e-9;
        all[c].far_off += error > 1e-6;
      }
    }
  for (std::size_t c = 0; c < all.size(); ++c) all[c].seconds += best[c];
}

/// Some of the pairs, all contestants against fifty digits; and whether core_distance's brackets hold these.
struct OracleVerdict {
  std::uint64_t checked = 0, false_brackets = 0;
};
OracleVerdict ask_oracle(std::span<const RectanglePair> pairs, std::vector<Contestant>& all) {
  constexpr std::size_t every = 100;
  std::vector<RectanglePair> some;
  for (std::size_t i = 0; i < pairs.size(); i += every) some.push_back(pairs[i]);
  const std::vector<double> truth = distances_in_fifty_digits(some);
  OracleVerdict verdict{some.size()};
  for (std::size_t i = 0; i < some.size(); ++i) {
    const CoreDistance bracket = core_distance(some[i].a, some[i].b);
    // The truth is rounded once.
    verdict.false_brackets +=
        !(bracket.below <= truth[i] * (1 + unit_roundoff) && truth[i] * (1 - unit_roundoff) <= bracket.above);
  }
  for (Contestant& contestant : all) {
    const TimedDistances found = contestant.measure(some);
    for (std::size_t i = 0; i < some.size(); ++i)
      contestant.oracle_worst =
          std::max(contestant.oracle_worst, std::abs(std::max(0.0, found.distances[i]) - truth[i]) / size_of(some[i]));
  }
  return verdict;
}

}  // namespace

std::vector<RectanglePair> pairs_of_queries(std::size_t count) {
  const classic::ModelOptions options{.volume = classic::VolumeKind::rss, .split = classic::Split::mean};
  const Model sphere(shapes::sphere(1, 20), options), torus(shapes::torus(1, 0.3, 100, 40), options);
  Random random(7);
  std::vector<RectanglePair> pairs;
  for (int query = 0; pairs.size() < count; ++query) {
    const Model& model = query % 2 == 0 ? sphere : torus;
    const double gaps[] = {0.01, 0.1, 1, 10};
    const Placement at = random.rotation(random.direction() * (2.6 + gaps[query / 2 % 4]));
    Query(model, model, at, pairs);
  }
  return pairs;
}

/// Section 4.3.5: rectangle distance against GJK on 700 000 pairs of rectangles from distance queries.
void rectangles(const Surroundings& surroundings) {
  std::vector<RectanglePair> pairs = pairs_of_queries(pairs_to_measure);
  std::vector<Contestant> all = all_contestants();
  std::uint64_t touching = 0, open = 0;
  for (const RectanglePair& pair : pairs) {
    const CoreDistance distance = core_distance(pair.a, pair.b);
    touching += distance.below == 0;
    open += !(distance.above - distance.below <= 2 * classic::core_rounding * size_of(pair));
  }
  for (std::size_t first = 0; first < pairs.size(); first += at_a_time)
    measure(std::span(pairs).subspan(first, std::min(at_a_time, pairs.size() - first)), all);
  const OracleVerdict oracle = ask_oracle(pairs, all);
  Table table({"algorithm", "pairs", "touching", "ns", "ratio", "wrong", "off_1e6", "worst_error", "brackets_open",
               "oracle_pairs", "oracle_worst_error", "false_brackets"});
  for (const Contestant& c : all) {
    const double ns = c.seconds * 1e9 / static_cast<double>(pairs.size()), ratio = c.seconds / all[0].seconds;
    table.row({c.name, cell(static_cast<std::uint64_t>(pairs.size())), cell(touching), cell(ns), cell(ratio),
               cell(c.wrong), cell(c.far_off), cell(c.worst), cell(open), cell(oracle.checked), cell(c.oracle_worst),
               cell(oracle.false_brackets)});
    char text[240];
    std::snprintf(text, sizeof text,
                  "%s: %.0f ns a pair, ratio %.1f, %llu wrong, worst error %.1e, against fifty digits %.1e", c.name, ns,
                  ratio, static_cast<unsigned long long>(c.wrong), c.worst, c.oracle_worst);
    surroundings.report(text);
  }
  table.save(surroundings.out / "rectangles.csv");
}

}  // namespace abut::bench::pqp
