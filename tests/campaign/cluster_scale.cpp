// How well the queue of pieces keeps many ranks busy: cluster_scale [--check CORES RANKS ITEMS ITEM_SECONDS]
//
// Prints a table of predictions as CSV: ranks, item cost, bytes per item, stragglers, efficiency, and
// what keeps the first rank busy. With --check, the
// seconds that a run takes whose ranks share so many cores of one machine. With --dispatch MODULE, started by mpirun,
// the processor time of the first rank for a piece of 192 bytes whose answer has 100, and pieces per second.
#include "cluster/crew.h"
#include "cluster/simulate.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include <dlfcn.h>

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
  std::printf("%zu,%g,%g,%s,%.3f,%.3f,%.3f\n", ranks, item_seconds, bytes, has_stragglers ? "yes" : "no",
              run.efficiency, run.first_rank_busy - run.busy_with_bytes, run.busy_with_bytes);
}

/// Pieces of one item with nothing to do.
class NoWork : public ItemWork {
 public:
  std::size_t items() const override { return 20000; }
  std::string packed(const Piece& piece) const override { return std::string(192 * piece.size(), 'x'); }
  PieceResult run(const Piece& piece, const std::string*, double) override {
    PieceResult result;
    result.items = piece;
    result.text = std::string(100 * piece.size(), 'y');
    return result;
  }
  void interrupt() override {}
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int measure_dispatch(const char* module, int count, char** arguments) {
  void* handle = ::dlopen(module, RTLD_NOW | RTLD_GLOBAL);
  const auto open = handle ? reinterpret_cast<OpenLink>(::dlsym(handle, link_symbol)) : nullptr;
  if (!open) return 2;
  Crew crew(*open(count, arguments));
  NoWork work;
  if (crew.is_first()) {
    // No time for a piece: it has one item.
    Gathering gathering(work.items(), static_cast<std::size_t>(crew.size()), {0, 0, 1}, [](std::string_view) {});
    const double before = processor_seconds();
    const auto begin = std::chrono::steady_clock::now();
    crew.lead(work, gathering, {});
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto pieces = static_cast<double>(work.items());
    std::printf("%d ranks: %.1f us of the first rank's processor time and %.1f us per piece, %.0f pieces per second\n",
                crew.size(), 1e6 * (processor_seconds() - before) / pieces, 1e6 * took / pieces, pieces / took);
  } else {
    const std::atomic<bool> stop{false};
    crew.follow(work, stop);
  }
  return crew.leave("", std::chrono::seconds(60)) ? 0 : 2;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 3 && std::string_view(arguments[1]) == "--dispatch")
    return measure_dispatch(arguments[2], count, arguments);
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
  std::printf("ranks,item_seconds,bytes_per_item,stragglers,efficiency,busy_with_pieces,busy_with_bytes\n");
  for (const double item_seconds : {1e-5, 1e-3, 1e-1})
    for (const std::size_t ranks : {10u, 100u, 1000u, 10000u})
      for (const double bytes : {1, 100})
        for (const bool has_stragglers : {false, true}) predict(ranks, item_seconds, bytes, has_stragglers);
  return 0;
}
