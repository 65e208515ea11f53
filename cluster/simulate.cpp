#include "cluster/simulate.h"

#include "cluster/piece_queue.h"

#include <algorithm>
#include <deque>
#include <queue>
#include <tuple>
#include <vector>

namespace abut {

namespace {

class Simulation {
 public:
  Simulation(const SimulatedCluster& cluster, std::size_t items, const std::function<double(const Piece&)>& seconds_of)
      : cluster_(cluster),
        seconds_of_(seconds_of),
        queue_(items, cluster.ranks, PieceRule::for_ranks(cluster.ranks, 1)),
        left_(items),
        ranks_(cluster.ranks) {}

  SimulatedRun run() {
    // A rank has two pieces: see Crew.
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
      for (int piece = 0; piece < 2; ++piece) events_.push({cluster_.start(rank) + latency(rank), rank, {}, 0, 0});
    while (left_ > 0) {
      const Event event = events_.top();
      events_.pop();
      serve(event);
    }
    result_.seconds = first_free_;
    double speed = 0;
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) speed += 1 / cluster_.slowness(rank);
    result_.efficiency = work_ / speed / result_.seconds;
    result_.first_rank_busy = busy_ / result_.seconds;
    result_.busy_with_bytes = busy_with_bytes_ / result_.seconds;
    return result_;
  }

 private:
  /// A rank has done the first items of a piece, or asks for one, and the first rank hears of it.
  struct Event {
    double time = 0;
    std::size_t rank = 0;
    Piece piece;
    std::size_t done = 0;
    double seconds = 0;
    friend bool operator<(const Event& x, const Event& y) {
      return std::tie(x.time, x.rank) > std::tie(y.time, y.rank);
    }
  };
  struct Rank {
    double free = 0;  ///< when it has done all that it was given
  };

  double latency(std::size_t rank) const { return rank == 0 ? 0 : cluster_.latency_seconds; }

  void serve(const Event& event) {
    const double of_bytes = static_cast<double>(event.done) * cluster_.bytes_per_item / cluster_.bytes_per_second;
    const double took = cluster_.dispatch_seconds + of_bytes;
    first_free_ = std::max(first_free_, event.time) + took;
    busy_ += took;
    busy_with_bytes_ += of_bytes;
    if (!event.piece.is_empty()) {
      queue_.finished(event.piece, event.done, event.seconds);
      left_ -= event.done;
      result_.items += event.done;
      ++result_.pieces;
    }
    idle_.push_back(event.rank);
    while (!idle_.empty() && !queue_.is_empty()) {
      give(idle_.front());
      idle_.pop_front();
    }
  }

  void give(std::size_t rank) {
    const double limit = 2 * queue_.seconds_for_next();
    const Piece piece = queue_.next();
    const double whole = seconds_of_(piece), slowness = cluster_.slowness(rank);
    // One that takes too long ends with the items so far.
    const double share = std::min(1.0, limit / (whole * slowness));
    const auto done = std::max<std::size_t>(1, static_cast<std::size_t>(share * static_cast<double>(piece.size())));
    const double worked = whole * static_cast<double>(done) / static_cast<double>(piece.size());
    work_ += worked;
    const double begin = std::max(ranks_[rank].free, first_free_ + latency(rank));
    ranks_[rank].free = begin + worked * slowness;
    events_.push({ranks_[rank].free + latency(rank), rank, piece, done, worked * slowness});
  }

  const SimulatedCluster& cluster_;
  const std::function<double(const Piece&)>& seconds_of_;
  PieceQueue queue_;
  std::size_t left_;
  std::vector<Rank> ranks_;
  std::priority_queue<Event> events_;
  std::deque<std::size_t> idle_;
  double first_free_ = 0, work_ = 0, busy_ = 0, busy_with_bytes_ = 0;
  SimulatedRun result_;
};

}  // namespace

SimulatedRun simulate(const SimulatedCluster& cluster, std::size_t items,
                      const std::function<double(const Piece&)>& seconds_of) {
  return Simulation(cluster, items, seconds_of).run();
}

}  // namespace abut
