#pragma once

#include "cluster/piece.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace abut {

/// A thread that works through pieces while its owner talks to other ranks.
class PieceWorker {
 public:
  struct Task {
    Piece piece;
    double seconds = 0;
    std::optional<std::string> items;  ///< packed; none: they are those of the list
  };

  explicit PieceWorker(ItemWork& work);
  /// Ends what is being done.
  ~PieceWorker();
  PieceWorker(const PieceWorker&) = delete;
  PieceWorker& operator=(const PieceWorker&) = delete;

  void give(Task task);
  /// The next result, in the order in which the tasks were given; none when there is none yet. Throws what the work
  /// has thrown.
  std::optional<PieceResult> take();
  /// Waits for a result, but not longer than this.
  void wait(std::chrono::microseconds longest);

 private:
  void run();

  ItemWork& work_;
  std::mutex busy_;
  std::condition_variable given_, done_;
  std::deque<Task> tasks_;
  std::deque<PieceResult> results_;
  std::exception_ptr failure_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace abut
