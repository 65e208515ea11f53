#include <abut/error.h>
#include <abut/leaf/triangle_triangle.h>
#include <abut/query/cost.h>

#include <chrono>

namespace abut {

namespace {

/// The shortest of some runs: other processes only ever make a run longer.
template <class Run>
double shortest_seconds(int repetitions, const Run& run) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    shortest = std::min(shortest, taken.count());
  }
  return shortest;
}

}  // namespace

QueryCost measure_cost(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                       const CollideOptions& options, int repetitions) {
  if (repetitions < 1)
    throw Error("a cost is measured by one repetition or more; " + std::to_string(repetitions) + " were asked for.");
  std::vector<Contact> tested;
  CollideOptions recording = options;
  recording.consider = [&](std::uint32_t triangle_a, std::uint32_t triangle_b) {
    if (options.consider && !options.consider(triangle_a, triangle_b)) return false;
    tested.push_back({triangle_a, triangle_b});
    return true;
  };
  const Counters counters = collide(a, at_a, b, at_b, recording).counters;

  QueryCost cost{counters.volume_tests, counters.triangle_tests, 0, 0, 0};
  cost.total_seconds = shortest_seconds(repetitions, [&] { collide(a, at_a, b, at_b, options); });
  double triangle_seconds = 0;
  if (!tested.empty()) {
    std::uint64_t touching = 0;
    triangle_seconds = shortest_seconds(repetitions, [&] {
      ContactTest test(a.leaf_geometry(), at_a, b.leaf_geometry(), at_b);
      for (const Contact& pair : tested) touching += test.touch(pair.a, pair.b);
    });
    // The pairs are part of the query; should a disturbed clock say otherwise, they are all of it.
    triangle_seconds = std::min(triangle_seconds, cost.total_seconds);
    cost.seconds_per_triangle_test = triangle_seconds / static_cast<double>(cost.triangle_tests);
  }
  if (cost.volume_tests > 0)
    cost.seconds_per_volume_test = (cost.total_seconds - triangle_seconds) / static_cast<double>(cost.volume_tests);
  return cost;
}

}  // namespace abut
