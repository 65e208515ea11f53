// How well the queue of pieces keeps many ranks busy: cluster_scale [--check CORES RANKS ITEMS ITEM_SECONDS]
//
// Prints a table of predictions as CSV: ranks, item cost, bytes per item, stragglers, efficiency. With --check, the
// seconds that a run takes whose ranks share so many cores of one machine.
#include "cluster/simulate.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace abut;

void predict(std::size_t ranks, double item_seconds, double bytes, bool has_stragglers) {
  SimulatedCluster cluster;
  cluster.ranks = ranks;
  cluster.bytes_per_item = bytes;
  if (has_stragglers) cluster.slowness = [](std::size_t rank) { return rank % 20 == 7 ? 4.0 : 1.0; };
  const auto items = static_cast<std::size_t>(60 * static_cast<double>(ranks) / item_seconds);
  const SimulatedRun run = simulate(cluster, items, [&](const Piece& piece) {
    return static_cast<double>(piece.size()) * item_seconds *
           (0.2 + 1.6 * static_cast<double>(piece.first % 100000) / 1e5);
  });
  std::printf("%zu,%g,%g,%s,%.3f,%.3f\n", ranks, item_seconds, bytes, has_stragglers ? "yes" : "no", run.efficiency,
              run.first_rank_busy);
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 6 && std::string_view(arguments[1]) == "--check") {
    const double cores = std::atof(arguments[2]), item_seconds = std::atof(arguments[5]);
    SimulatedCluster cluster;
    cluster.ranks = std::strtoull(arguments[3], nullptr, 10);
    const double share = std::max(1.0, static_cast<double>(cluster.ranks) / cores);
    cluster.slowness = [&](std::size_t) { return share; };
    const SimulatedRun run = simulate(cluster, std::strtoull(arguments[4], nullptr, 10), [&](const Piece& piece) {
      return static_cast<double>(piece.size()) * item_seconds;
    });
    std::printf("%.3f\n", run.seconds);
    return 0;
  }
  std::printf("ranks,item_seconds,bytes_per_item,stragglers,efficiency,first_rank_busy\n");
  for (const double item_seconds : {1e-5, 1e-3, 1e-1})
    for (const std::size_t ranks : {10u, 100u, 1000u, 10000u})
      for (const bool has_stragglers : {false, true}) predict(ranks, item_seconds, 100, has_stragglers);
  return 0;
}
