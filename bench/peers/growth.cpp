#include "../workloads.h"
#include "experiments.h"
#include "peer.h"
#include "race.h"
#include <abut/shapes.h>

#include <algorithm>
#include <array>

#include <sys/resource.h>

namespace abut::bench::peers {

namespace {

constexpr int placements = 300;
constexpr std::size_t placements_of_all = 20;  ///< all contacts are asked for at the first of them only
constexpr int largest_for_fcl = 1000000;       ///< ten times as many would take its two trees 6 GB

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Seconds per query for the first and for all contacts.
struct QueryTimes {
  double first = 0, all = 0;
};

QueryTimes query_times(std::span<const PlacementPair> at, const std::function<void(const PlacementPair&)>& first,
                       const std::function<void(const PlacementPair&)>& all) {
  const std::span<const PlacementPair> some = at.first(std::min(placements_of_all, at.size()));
  const auto over = [](std::span<const PlacementPair> set, const auto& query) {
    return [set, &query] {
      for (const PlacementPair& each : set) query(each);
    };
  };
  const std::vector<double> seconds = race({over(at, first), over(some, all)}, {.rounds = 5, .seconds_each = 0.5});
  return {seconds[0] / static_cast<double>(at.size()), seconds[1] / static_cast<double>(some.size())};
}

struct Measured {
  double build = 0;  ///< seconds
  QueryTimes query;
  double bytes = 0;
  double refit = 0;  ///< seconds; 0 when it is not measured
};

Measured measure_ours(const Mesh& mesh, std::span<const PlacementPair> at, const RaceRules& rules) {
  Measured measured;
  Model model;
  measured.build = race({[&] { model = Model(mesh); }}, rules)[0];
  measured.bytes = static_cast<double>(model.bytes());
  measured.query = query_times(
      at, [&](const PlacementPair& each) { touches(model, each.a, model, each.b); },
      [&](const PlacementPair& each) { collide(model, each.a, model, each.b); });
  const std::array<std::vector<Vec3>, 2> shapes{mesh.points, waved(mesh)};
  measured.refit =
      race({[&, turn = 0]() mutable { model.refit(shapes[++turn % 2]); }}, {.rounds = 5, .seconds_each = 0.5})[0];
  return measured;
}

Measured measure_peer(const Peer& peer, const Mesh& mesh, std::span<const PlacementPair> at, const RaceRules& rules) {
  Measured measured;
  measured.build = race({[&] { peer.build(mesh); }}, rules)[0];
  const std::unique_ptr<PreparedPair> pair = peer.pair(mesh, mesh);
  std::vector<Contact> found;
  measured.query = query_times(
      at, [&](const PlacementPair& each) { pair->touches(each); },
      [&](const PlacementPair& each) { pair->contacts(each, found); });
  return measured;
}

}  // namespace

void measure_growth(const Surroundings& to) {
  // One set of placements for all: a scan of more triangles is the same body.
  const std::vector<PlacementPair> at = sixty_percent_touching(Model(shapes::bumpy_scan(10000, 1)), placements, 13);
  Table table({"contestant", "triangles", "build_ms", "refit_ms", "first_us", "all_us", "bytes_per_triangle",
               "process_peak_mb"});
  const auto add = [&](const std::string& name, const Mesh& mesh, const Measured& m) {
    table.row({name, cell(std::uint64_t{mesh.triangles.size()}), cell(1e3 * m.build), cell(1e3 * m.refit),
               cell(1e6 * m.query.first), cell(1e6 * m.query.all),
               cell(m.bytes / static_cast<double>(mesh.triangles.size())), cell(peak_megabytes())});
    to.say(name + ", " + std::to_string(mesh.triangles.size()) + " triangles: build " + std::to_string(m.build) +
           " s, first contact " + std::to_string(1e6 * m.query.first) + " us");
  };
  for (int wanted : {10000, 100000, 1000000, 10000000}) {
    if (to.quick && wanted > 10000) break;
    const Mesh mesh = shapes::bumpy_scan(wanted, 1);
    const RaceRules rules = rules_for(to, {.rounds = wanted > 1000000 ? 1 : 3, .seconds_each = 0.5});
    add(std::string(default_name), mesh, measure_ours(mesh, at, rules));
    for (const Peer& peer : other_libraries())
      if (peer.name == "FCL" && wanted <= largest_for_fcl) add(peer.name, mesh, measure_peer(peer, mesh, at, rules));
  }
  table.save(to.out / "growth.csv");
}

}  // namespace abut::bench::peers
