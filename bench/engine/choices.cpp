#include "choices.h"

#include "../workloads.h"
#include <abut/classic.h>

#include <algorithm>
#include <limits>

namespace abut::bench {

namespace {

using classic::Fit;
using classic::Split;
using classic::VolumeKind;

double seconds_to_build(const Mesh& mesh, const classic::ModelOptions& options) {
  const double start = thread_seconds();
  const classic::Model model(mesh, options);
  return thread_seconds() - start;
}

void measure(const Workload& work, const classic::ModelOptions& options, Table& table) {
  const double build = seconds_to_build(work.a, options);
  const classic::Model a(work.a, options), b(work.b, options);
  double best = std::numeric_limits<double>::infinity();
  Counters counters;
  for (int round = 0; round < 3; ++round) {
    counters = {};
    const double start = thread_seconds();
    for (const PlacementPair& at : work.placements) counters += collide(a, at.a, b, at.b).counters;
    best = std::min(best, thread_seconds() - start);
  }
  const double queries = static_cast<double>(work.placements.size());
  table.row({work.name, std::string(name_of(options.volume)), std::string(name_of(options.split)),
             std::string(name_of(options.fit.value_or(Fit::vertex_covariance))), std::string(name_of(options.storage)),
             cell(1e3 * build), cell(1e6 * best / queries), cell(static_cast<double>(counters.volume_tests) / queries),
             cell(static_cast<double>(counters.triangle_tests) / queries), cell(std::uint64_t{a.bytes()})});
}

}  // namespace

void measure_choices(const Surroundings& to) {
  Table table(
      {"work", "kind", "split", "fit", "storage", "build_ms", "query_us", "volume_tests", "triangle_tests", "bytes"});
  for (const Workload& work : collide_workloads(60)) {
    if (work.name.ends_with("0.0010") || work.name.ends_with("0.0001")) continue;
    to.say(work.name);
    for (Split split : classic::all_splits) {
      for (Fit fit : classic::all_fits) {
        // Qhull on every node of the largest model would take longer than everything else together.
        const bool by_hull = fit == Fit::hull_vertices || fit == Fit::hull_surface;
        if (!by_hull || work.a.triangles.size() < 10000)
          measure(work, {.volume = VolumeKind::obb, .fit = fit, .split = split}, table);
      }
      measure(work, {.volume = VolumeKind::obb, .split = split, .storage = classic::Storage::float32}, table);
      measure(work, {.volume = VolumeKind::aabb, .split = split}, table);
    }
    measure(work, {.volume = VolumeKind::sphere}, table);
  }
  table.save(to.out / "choices.csv");
}

}  // namespace abut::bench
