#pragma once

#include "cluster/piece.h"

#include <functional>

namespace abut {

/// What is known of a cluster whose first rank hands out pieces as Crew does.
struct SimulatedCluster {
  std::size_t ranks = 1;
  double dispatch_seconds = 20e-6;  ///< of the first rank, for each piece
  double latency_seconds = 100e-6;  ///< of a message, the time between two looks for messages included
  double bytes_per_item = 0;        ///< of the item and its result
  double bytes_per_second = 1e9;    ///< that the first rank sends, takes and writes
  std::function<double(std::size_t rank)> slowness = [](std::size_t) { return 1.0; };  ///< 2: takes twice as long
  std::function<double(std::size_t rank)> start = [](std::size_t) { return 0.0; };     ///< when a rank is ready
};

struct SimulatedRun {
  double seconds = 0;     ///< from the start until the last result is there
  double efficiency = 0;  ///< the time if all ranks worked until the end, divided by that
  std::size_t pieces = 0, items = 0;
  double first_rank_busy = 0;  ///< the share of its time that handing out and taking results took
  double busy_with_bytes = 0;  ///< the part of that which depends on the bytes and not on the number of pieces
};

/// Runs the queue through a run of so many items, of which pieces take as long as the function says on a rank of
/// slowness 1. Time is simulated; the queue is the one that real runs have.
SimulatedRun simulate(const SimulatedCluster& cluster, std::size_t items,
                      const std::function<double(const Piece&)>& seconds_of);

}  // namespace abut
