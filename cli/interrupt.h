#pragma once

#include <atomic>
#include <string>

namespace abut::cli {

/// From here on Ctrl-C, SIGTERM and SIGHUP end the program with status 130: it says that the answer is not complete and
/// removes its unfinished files. Those that were ignored when the program was started (nohup, a shell's background)
/// stay so. Called once, before all else.
void watch_interrupts();

/// While it lives, the first of these signals sets a flag instead of ending the program, so that what was found can be
/// written to its end; the second one ends it. One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  const std::atomic<bool>& flag() const;
  /// Ends what watches the flag, without a signal.
  void set();
};

/// Thrown by a command that has stopped because of an interrupt; the program says so and ends with status 130.
struct Interrupted {
  std::string sentence = "stopped before the end; the answer is not complete.";
};

}  // namespace abut::cli
