#pragma once

#include "cluster/in_order.h"
#include "cluster/journal.h"
#include "cluster/piece_queue.h"

namespace abut {

/// All that the first rank knows of a run: what is left to hand out, and the results, which leave in the order of the
/// items.
class Gathering {
 public:
  using Sink = std::function<void(std::string_view)>;

  Gathering(std::size_t items, std::size_t ranks, const PieceRule& rule, Sink sink);

  /// Takes what a journal has. Throws Error when it is not about items of this run that are still open.
  void take_known(PieceResult result);
  /// From here on results are written to it, too, where the items of this run follow `items_before` others. Not owned.
  void write_to(Journal& journal, std::size_t items_before = 0) {
    journal_ = &journal;
    items_before_ = items_before;
  }

  /// The next piece for a rank; empty when there is none at the moment, as while too much text waits for a slow rank.
  Piece next();
  /// What it may take.
  double seconds() const { return queue_.seconds_for_next(); }
  /// The result of a piece that was handed out. What is not done of it is handed out again.
  void take(const Piece& piece, PieceResult result);

  std::size_t items() const { return items_; }
  std::size_t done() const { return done_; }
  bool is_complete() const { return done_ == items_; }
  const RunSums& sums() const { return sums_; }

 private:
  void add(PieceResult result);

  std::size_t items_, done_ = 0;
  PieceQueue queue_;
  InOrder in_order_;
  Journal* journal_ = nullptr;
  std::size_t items_before_ = 0;
  RunSums sums_;
};

}  // namespace abut
