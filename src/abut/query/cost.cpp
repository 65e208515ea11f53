#include <abut/error.h>
#include <abut/leaf/triangle_distance.h>
#include <abut/leaf/triangle_triangle.h>
#include <abut/query/cost.h>

#include <ctime>

namespace abut {

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

/// What collide() does with pairs that reach the leaves; returns how many count.
std::uint64_t test_again(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double margin,
                         std::span<const Contact> pairs) {
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
    triangle_seconds = shortest_seconds(repetitions, [&] { test_again(a, at_a, b, at_b, options.margin, tested); });
    // The pairs are part of the query; should a disturbed clock say otherwise, they are all of it.
    triangle_seconds = std::min(triangle_seconds, cost.total_seconds);
    cost.seconds_per_triangle_test = triangle_seconds / static_cast<double>(cost.triangle_tests);
  }
  if (cost.volume_tests > 0)
    cost.seconds_per_volume_test = (cost.total_seconds - triangle_seconds) / static_cast<double>(cost.volume_tests);
  return cost;
}

}  // namespace abut
