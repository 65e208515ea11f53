#pragma once

#include <array>
#include <functional>
#include <vector>

namespace abut::bench::peers {

/// Two child processes that wait, each ready to do one of several works alone. Made before this process starts threads
/// of its own: a child has only the thread that made it.
class TwoProcesses {
 public:
  explicit TwoProcesses(const std::vector<std::function<void()>>& works);
  ~TwoProcesses();
  TwoProcesses(const TwoProcesses&) = delete;
  TwoProcesses& operator=(const TwoProcesses&) = delete;

  /// Both children do this work at the same time; returns when both are done. Throws Error when a child is gone.
  void run(std::size_t work);

 private:
  struct Child {
    int process = 0, orders = -1, answers = -1;
  };
  std::array<Child, 2> children_;
};

}  // namespace abut::bench::peers
