#include "classic/model_data.h"
#include "engine/closed_box.h"
#include "leaf/triangle_distance.h"
#include "leaf/triangle_packet.h"
#include "leaf/triangle_triangle.h"
#include <abut/classic.h>
#include <abut/error.h>

#include <bit>
#include <ctime>

namespace abut::classic {

namespace {

/// On this thread's own clock, which other threads and programs do not advance.
double worked_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The shortest of some runs: disturbances only ever make a run longer.
template <class Run>
double shortest_seconds(int repetitions, const Run& run) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repetitions; ++i) {
    const double start = worked_seconds();
    run();
    shortest = std::min(shortest, worked_seconds() - start);
  }
  return shortest;
}

/// What collide() does with pairs that reach the leaves of binary trees; returns how many count.
std::uint64_t test_again(const MeshData& a, const Placement& at_a, const MeshData& b, const Placement& at_b,
                         double margin, std::span<const Contact> pairs) {
  std::uint64_t counting = 0;
  if (margin > 0) {
    DistanceTest distance(a.leaf_geometry(), at_a, b.leaf_geometry(), at_b);
    for (const Contact& pair : pairs) counting += distance.upper(pair.a, pair.b) <= margin;
  } else {
    ContactTest contact(a.leaf_geometry(), at_a, b.leaf_geometry(), at_b);
    for (const Contact& pair : pairs) counting += contact.touch(pair.a, pair.b);
  }
  return counting;
}

/// The same for two trees of the fast engine, which tests pairs in batches.
class FilteredAgain {
 public:
  FilteredAgain(const abut::ModelData& a, const Placement& at_a, const abut::ModelData& b, const Placement& at_b,
                const CollideOptions& options, std::span<const Contact> pairs)
      : a_(a), b_(b), at_a_(at_a), at_b_(at_b), margin_(options.margin), simd_(options.simd), pairs_(pairs) {
    const std::vector<std::uint32_t> of_a = places(a.tree), of_b = places(b.tree);
    for (const Contact& pair : pairs) places_a_.push_back(of_a[pair.a]), places_b_.push_back(of_b[pair.b]);
  }

  std::uint64_t test() const {
    const auto corners = [](const WideTree& tree) {
      return TriangleFilter::Corners{tree.leaf_triangles(), reach_of(tree.nodes[0].boxes, 0)};
    };
    const TriangleFilter filter(corners(a_.tree), corners(b_.tree), relate(a_.frame, at_a_, b_.frame, at_b_, margin_));
    std::vector<Contact> undecided;
    std::uint64_t counting = 0;
    for (std::size_t first = 0; first < pairs_.size(); first += TriangleFilter::batch) {
      const std::size_t count = std::min<std::size_t>(TriangleFilter::batch, pairs_.size() - first);
      const PairVerdicts verdicts =
          decide(simd_, filter, std::span(places_a_).subspan(first, count), std::span(places_b_).subspan(first, count));
      counting += static_cast<std::uint64_t>(std::popcount(verdicts.touching));
      for (std::uint32_t rest = verdicts.undecided; rest != 0; rest &= rest - 1)
        undecided.push_back(pairs_[first + static_cast<std::size_t>(std::countr_zero(rest))]);
    }
    if (undecided.empty()) return counting;
    return counting + test_again(a_, at_a_, b_, at_b_, margin_, undecided);
  }

 private:
  static std::vector<std::uint32_t> places(const WideTree& tree) {
    std::vector<std::uint32_t> result(tree.order.size());
    for (std::uint32_t i = 0; i < tree.order.size(); ++i) result[tree.order[i]] = i;
    return result;
  }

  const abut::ModelData &a_, &b_;
  const Placement &at_a_, &at_b_;
  double margin_;
  Simd simd_;
  std::span<const Contact> pairs_;
  std::vector<std::uint32_t> places_a_, places_b_;
};

}  // namespace

QueryCost measure_cost(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b,
                       const CollideOptions& options, int repetitions, const CollideMethod& method) {
  if (repetitions < 1)
    throw Error("a cost is measured by one repetition or more; " + std::to_string(repetitions) + " were asked for.");
  if (options.threads != 1) throw Error("a cost is measured on one thread; leave out the option 'threads'.");
  if (options.cache) throw Error("a cost is that of a query without a cache; leave out the option 'cache'.");
  std::vector<Contact> tested;
  CollideOptions recording = options;
  recording.consider = [&](std::uint32_t triangle_a, std::uint32_t triangle_b) {
    if (options.consider && !options.consider(triangle_a, triangle_b)) return false;
    tested.push_back({triangle_a, triangle_b});
    return true;
  };
  const Counters counters = collide(a, at_a, b, at_b, recording, method).counters;

  QueryCost cost{counters.volume_tests, counters.triangle_tests, 0, 0, 0};
  cost.total_seconds = shortest_seconds(repetitions, [&] { collide(a, at_a, b, at_b, options, method); });
  double triangle_seconds = 0;
  if (!tested.empty()) {
    if (are_both_of_the_engine(a, b)) {
      const FilteredAgain again(a.engine()->data(), at_a, b.engine()->data(), at_b, options, tested);
      triangle_seconds = shortest_seconds(repetitions, [&] { again.test(); });
    } else {
      const Side side_a(a), side_b(b);
      triangle_seconds = shortest_seconds(
          repetitions, [&] { test_again(side_a.data(), at_a, side_b.data(), at_b, options.margin, tested); });
    }
    // The pairs are part of the query; should a disturbed clock say otherwise, they are all of it.
    triangle_seconds = std::min(triangle_seconds, cost.total_seconds);
    cost.seconds_per_triangle_test = triangle_seconds / static_cast<double>(cost.triangle_tests);
  }
  if (cost.volume_tests > 0)
    cost.seconds_per_volume_test = (cost.total_seconds - triangle_seconds) / static_cast<double>(cost.volume_tests);
  return cost;
}

}  // namespace abut::classic
