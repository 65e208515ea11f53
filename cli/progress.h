#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace abut::cli {

/// A line on the standard error that says how far a long work is and how long it still takes. Shown only to a terminal,
/// not before half a second has passed, and taken away at the end.
class Progress {
 public:
  /// When results are printed: a terminal that shows them as they come needs no progress beside them.
  enum class Results { as_they_come, at_the_end };

  /// `what` is the plural of what is counted.
  Progress(std::size_t total, std::string what, bool wanted, Results results = Results::as_they_come);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Where there is no terminal, as under mpirun, a line is written every half minute instead.
  void show_in_log() { is_logged_ = !wanted_ && is_asked_for_; }

  void reached(std::size_t count);
  /// Where the total was a guess and a better one is known.
  void reached(std::size_t count, std::size_t total) {
    total_ = total;
    reached(count);
  }
  /// Takes the line away, for other words on the standard error.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t total_;
  std::string what_;
  bool is_asked_for_, is_logged_ = false;
  bool wanted_;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

/// Takes away the line that any of them shows, from any thread.
void clear_progress();

/// Seconds for people: "45 s", "3 min 20 s", "2 h 5 min".
std::string as_remaining_time(double seconds);

}  // namespace abut::cli
