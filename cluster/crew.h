#pragma once

#include "cluster/gathering.h"
#include "cluster/rank_link.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <vector>

namespace abut {

/// What the first rank is asked between pieces.
struct LeadOptions {
  /// Set when the run is to end early.
  const std::atomic<bool>* stop = nullptr;
  /// The first item that is found ends the run.
  bool verdict_only = false;
  /// Called after results came.
  std::function<void()> on_results;
  /// One that is worked on, and one that waits, so that no rank has to wait for the next. Where items take very long, a
  /// waiting one would rather be given to whoever is free.
  std::size_t pieces_per_rank = 2;
};

/// How a run ended that the first rank has led.
enum class LeadEnd { complete, verdict, stopped };

/// Works on all items that the gathering has, in this thread.
LeadEnd work_alone(ItemWork& work, Gathering& gathering, const LeadOptions& options);

/// All ranks of a run, seen from one of them. The first rank leads: it hands out pieces, works on some itself, and
/// gathers the results. The others follow. A message is what belongs to a letter, and the
/// letter.
class Crew {
 public:
  explicit Crew(RankLink& link) : link_(link), ready_(static_cast<std::size_t>(link.size())) {}

  bool is_first() const { return link_.rank() == 0; }
  int rank() const { return link_.rank(); }
  int size() const { return link_.size(); }

  /// On the first rank: until all items are done, or the run ends early. Throws Error when another rank fails.
  LeadEnd lead(ItemWork& work, Gathering& gathering, const LeadOptions& options);
  /// On the others: until the first rank has all results; false when it has ended the run early, or is not heard of
  /// after an interrupt.
  bool follow(ItemWork& work, const std::atomic<bool>& stop);

  /// The end, on every rank, whatever came before. A sentence tells the first rank what has failed here. Waits until no
  /// message is under way, but no longer than the patience, or until `stop` is set: false when some rank has not been
  /// heard of.
  bool leave(const std::string& failure, std::chrono::milliseconds patience, const std::atomic<bool>* stop = nullptr);

 private:
  struct HandedOut {
    bool is_ready = false;
    std::deque<Piece> pieces;
  };
  class Lead;
  void send_to_all(char kind);

  RankLink& link_;
  std::vector<HandedOut> ready_;
  bool is_dismissed_ = false;
};

}  // namespace abut
