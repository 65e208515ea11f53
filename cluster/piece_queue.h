#pragma once

#include "cluster/piece.h"

#include <map>

namespace abut {

/// How large pieces are.
struct PieceRule {
  /// What a piece takes at most, once it is known what items cost: long enough that handing it out does not count,
  /// short enough that results come steadily.
  double seconds = 0.02;
  /// ... and at least, at the end: shorter ones would cost more to hand out than they gain.
  double least_seconds = 0.002;
  /// The first pieces, of which nothing is known, have so many items: one for each thread of a rank.
  std::size_t first_items = 1;

  /// For so many ranks: the first rank, which hands out all pieces, must not become the one that all wait for.
  static PieceRule for_ranks(std::size_t ranks, std::size_t first_items);
};

/// The items of a run that nobody works on yet, handed out in pieces, the lowest first. Costs are learned from pieces
/// done. Pieces grow from the first ones to the rule's length, and shrink again towards the end, so that all ranks end
/// at the same time.
class PieceQueue {
 public:
  PieceQueue(std::size_t items, std::size_t ranks, const PieceRule& rule);

  /// Takes items out that are done already; false, and nothing is done, unless all of them are waiting.
  bool skip(const Piece& done);

  /// Is nothing waiting? Pieces that were handed out may come back.
  bool is_empty() const { return waiting_.empty(); }
  std::size_t waiting() const { return count_; }
  /// The lowest item that is waiting.
  std::size_t lowest() const { return waiting_.begin()->first; }
  /// The next piece, empty when nothing is waiting.
  Piece next();
  /// What the piece that next() would give may take: a rank ends one that takes twice as long after the items so far.
  double seconds_for_next() const;
  /// Learns from a piece: its first `done` items took so long. The others are waiting again.
  void finished(const Piece& piece, std::size_t done, double seconds);

  /// What an item costs, in seconds; 0 as long as it is not known.
  double item_seconds() const { return items_ > 0 ? seconds_ / items_ : 0; }

 private:
  void put_back(const Piece& piece);
  std::size_t items_of_next() const;

  PieceRule rule_;
  double ranks_;
  std::map<std::size_t, std::size_t> waiting_;  ///< runs of items by their first
  std::size_t count_ = 0;
  std::size_t largest_ = 0, finished_ = 0;  ///< pieces done: items of the largest, how many
  double seconds_ = 0, items_ = 0;          ///< of the last pieces, older ones counting less
};

}  // namespace abut
