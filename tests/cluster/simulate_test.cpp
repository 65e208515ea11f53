#include "cluster/simulate.h"

#include <cmath>

#include <gtest/gtest.h>

namespace abut {

namespace {

// Pieces whose items take a millisecond on average, some ten times as long as others.
double uneven_seconds(const Piece& piece) {
  const double place = static_cast<double>(piece.first % 100000) / 100000;
  return static_cast<double>(piece.size()) * 1e-3 * (0.2 + 1.6 * place);
}

/// A run that takes a minute if nothing is lost.
std::size_t items_for(std::size_t ranks) { return 60000 * ranks; }

TEST(Simulate, DoesEveryItem) {
  for (const std::size_t ranks : {1u, 2u, 7u, 100u}) {
    SimulatedCluster cluster;
    cluster.ranks = ranks;
    EXPECT_EQ(simulate(cluster, 12345, uneven_seconds).items, 12345u);
  }
}

TEST(Simulate, KnowsTheTimeOfOneRank) {
  SimulatedCluster cluster;
  cluster.dispatch_seconds = cluster.latency_seconds = 0;
  const SimulatedRun run =
      simulate(cluster, 10000, [](const Piece& piece) { return 1e-3 * static_cast<double>(piece.size()); });
  EXPECT_NEAR(run.seconds, 10, 1e-6);
  EXPECT_NEAR(run.efficiency, 1, 1e-6);
}

TEST(Simulate, PredictsNineTenthsFromTenToTenThousandRanks) {
  for (const std::size_t ranks : {10u, 100u, 1000u, 10000u}) {
    SimulatedCluster cluster;
    cluster.ranks = ranks;
    cluster.bytes_per_item = 20;
    const SimulatedRun run = simulate(cluster, items_for(ranks), uneven_seconds);
    EXPECT_GT(run.efficiency, 0.9) << ranks;
    EXPECT_LT(run.first_rank_busy, 0.5) << ranks;
  }
}

TEST(Simulate, PredictsNineTenthsWithStragglers) {
  for (const std::size_t ranks : {10u, 100u, 1000u, 10000u}) {
    SimulatedCluster cluster;
    cluster.ranks = ranks;
    // Every twentieth rank is four times as slow, and some come seconds late.
    cluster.slowness = [](std::size_t rank) { return rank % 20 == 7 ? 4.0 : 1.0; };
    cluster.start = [](std::size_t rank) { return rank % 50 == 3 ? 2.0 : 0.1; };
    EXPECT_GT(simulate(cluster, items_for(ranks), uneven_seconds).efficiency, 0.9) << ranks;
  }
}

TEST(Simulate, PredictsNineTenthsForCheapItemsWhoseBytesTheFirstRankCanTake) {
  for (const std::size_t ranks : {10u, 100u, 1000u}) {
    SimulatedCluster cluster;
    cluster.ranks = ranks;
    // Of what it can take, three quarters; all items take ten microseconds.
    cluster.bytes_per_item = 0.75 * 1e-5 * cluster.bytes_per_second / static_cast<double>(ranks);
    const SimulatedRun run = simulate(cluster, 6000000 / 10 * ranks,
                                      [](const Piece& piece) { return 1e-5 * static_cast<double>(piece.size()); });
    EXPECT_GT(run.efficiency, 0.9) << ranks;
    EXPECT_LT(run.first_rank_busy - run.busy_with_bytes, 0.25) << ranks;
  }
}

TEST(Simulate, SeesAFirstRankThatIsDrowned) {
  SimulatedCluster cluster;
  cluster.ranks = 10000;
  cluster.bytes_per_item = 1000;
  const SimulatedRun run = simulate(cluster, items_for(cluster.ranks) / 10, uneven_seconds);
  EXPECT_LT(run.efficiency, 0.2);
  EXPECT_GT(run.first_rank_busy, 0.9);
  // By bytes, so that larger pieces would help little.
  EXPECT_GT(run.busy_with_bytes, 0.9);
}

}  // namespace

}  // namespace abut
