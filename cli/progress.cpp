#include "progress.h"

#include "output.h"

#include <atomic>

#include <fmt/format.h>
#include <unistd.h>

namespace abut::cli {

namespace {

std::atomic<bool> is_line_shown{false};

}  // namespace

Progress::Progress(std::size_t total, std::string what, bool wanted, Results results)
    : total_(total),
      what_(std::move(what)),
      is_asked_for_(wanted),
      wanted_(wanted && isatty(STDERR_FILENO) && (results == Results::at_the_end || !isatty(STDOUT_FILENO))) {}

Progress::~Progress() { clear(); }

void Progress::clear() { clear_progress(); }

void clear_progress() {
  if (is_line_shown.exchange(false)) write_error("\r\033[K");
}

void Progress::reached(std::size_t count) {
  using namespace std::chrono_literals;
  const auto now = Clock::now();
  const bool is_due = is_logged_ ? now - last_ > 30s : wanted_ && now - start_ >= 500ms && now - last_ >= 200ms;
  if (!is_due || count == 0) return;
  last_ = now;
  const double spent = std::chrono::duration<double>(now - start_).count();
  const double left = spent * static_cast<double>(total_ - count) / static_cast<double>(count);
  const std::string line =
      fmt::format("{} of {} {}, {} left", with_commas(count), with_commas(total_), what_, as_remaining_time(left));
  if (is_logged_) return say(line + ".");
  is_line_shown = true;
  write_error("\r\033[K" + line);
}

std::string as_remaining_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace abut::cli
