#include "cab/phases.h"

#include "experiment.h"
#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/error.h>

#include <algorithm>
#include <limits>

namespace abut::bench::cab {

using classic::figure::Hierarchy;
using classic::figure::LinkPair;
using classic::figure::Way;

namespace {

template <class Work>
double seconds_of(Work&& work) {
  const double start = thread_seconds();
  work();
  return thread_seconds() - start;
}

/// Frames that are played together, each with boxes of its own.
class Block {
 public:
  static constexpr std::size_t most = 16;
  static constexpr std::size_t distances_every = 40;  ///< blocks: distances of all pairs would take minutes

  Block(const Recording& recording, Way way) : recording_(recording), pairs_(most) {
    for (std::size_t i = 0; i < most; ++i) hierarchies_.emplace_back(recording.figures, way);
  }

  void play(std::size_t first, int rounds, Cost& cost) {
    const std::size_t count = std::min(most, recording_.count() - first);
    for (std::size_t i = 0; i < count; ++i) hierarchies_[i].place(recording_.frame(first + i));
    constexpr double forever = std::numeric_limits<double>::infinity();
    double update = forever, test = forever, query = forever;
    std::uint64_t touching = 0;
    // A test comes after an update, in each round: what is fitted on demand is so again.
    for (int round = 0; round < rounds; ++round) {
      touching = 0;
      update = std::min(update, seconds_of([&] {
                          for (std::size_t i = 0; i < count; ++i) hierarchies_[i].update();
                        }));
      test = std::min(test, seconds_of([&] {
                        for (std::size_t i = 0; i < count; ++i) hierarchies_[i].collect(pairs_[i]);
                      }));
      query = std::min(query, seconds_of([&] {
                         for_each_pair(first, count, [&](auto&... placed) { touching += touches(placed...); });
                       }));
    }
    cost.update += update, cost.test += test, cost.query += query;
    if (first % (most * distances_every) == 0) measure_distances(first, count, rounds, cost);
    cost.touching += touching;
    for (std::size_t i = 0; i < count; ++i) cost.tested += pairs_[i].size();
  }

  /// All that the hierarchies did, of one round, and the distances of all pairs at the rate of those measured.
  void finish(int rounds, Cost& cost) const {
    if (measured_ > 0) cost.distances *= static_cast<double>(cost.tested) / static_cast<double>(measured_);
    for (const Hierarchy& hierarchy : hierarchies_) {
      cost.box_tests += hierarchy.effort().box_tests / static_cast<std::uint64_t>(rounds);
      cost.boxes_fitted += hierarchy.effort().boxes_fitted / static_cast<std::uint64_t>(rounds);
    }
  }

 private:
  template <class Work>
  void for_each_pair(std::size_t first, std::size_t count, Work&& work) const {
    for (std::size_t i = 0; i < count; ++i) {
      const std::span<const Placement> at = recording_.frame(first + i);
      for (const LinkPair& pair : pairs_[i])
        work(recording_.figures.links()[pair.a].model, at[pair.a], recording_.figures.links()[pair.b].model,
             at[pair.b]);
    }
  }

  void measure_distances(std::size_t first, std::size_t count, int rounds, Cost& cost) {
    double farthest = 0;
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round)
      best = std::min(best, seconds_of([&] {
                        for_each_pair(first, count, [&](auto&... placed) {
                          farthest = std::max(farthest, distance(placed...).upper);
                        });
                      }));
    cost.distances += best;
    // Nothing is that far away: asked so that the distances are not left out.
    if (farthest > 1e6) throw Error("Links are far apart.");
    for (std::size_t i = 0; i < count; ++i) measured_ += pairs_[i].size();
  }

  const Recording& recording_;
  std::vector<Hierarchy> hierarchies_;
  std::vector<std::vector<LinkPair>> pairs_;
  std::uint64_t measured_ = 0;
};

}  // namespace

Cost play(const Recording& recording, Way way, int rounds) {
  Cost cost;
  Block block(recording, way);
  for (std::size_t first = 0; first < recording.count(); first += Block::most) block.play(first, rounds, cost);
  block.finish(rounds, cost);
  return cost;
}

}  // namespace abut::bench::cab
