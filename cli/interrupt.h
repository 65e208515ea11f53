#pragma once

#include <atomic>

namespace abut::cli {

/// While it lives, Ctrl-C sets a flag instead of ending the program, so that what was found can be written to its end.
/// One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  const std::atomic<bool>& flag() const;
  /// Ends the program the way Ctrl-C would have: the shell sees it.
  [[noreturn]] void end_program();
};

}  // namespace abut::cli
