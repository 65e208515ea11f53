#include "output.h"

#include "report/shown.h"
#include <abut/error.h>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <mutex>

#include <fmt/format.h>
#include <unistd.h>

namespace abut::cli {

namespace {

std::atomic<bool> is_quiet{false};
std::mutex saying;
std::string said;  ///< guarded by `saying`

}  // namespace

void keep_quiet() { is_quiet = true; }
std::string last_said() {
  const std::lock_guard lock(saying);
  return said;
}

void Output::flush() {
  if (is_quiet) text.clear();
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno == EPIPE) throw OutputClosed{};
  if (!written) throw Error(std::string("the standard output cannot be written: ") + std::strerror(errno) + ".");
  text.clear();
}

void say(std::string_view sentence) {
  if (is_quiet) {
    const std::lock_guard lock(saying);
    said = sentence;
  }
  write_error("abut: " + shown(sentence) + "\n");
}

void write_error(std::string_view text) {
  if (is_quiet) return;
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string json_line(const Json& json) {
  return escaped_json(json.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

Json to_json(std::size_t queries, const Counters& counters) {
  return {{"queries", queries},
          {"volume_tests", counters.volume_tests},
          {"triangle_tests", counters.triangle_tests},
          {"exact_tests", counters.exact_tests}};
}

void print_stats(const Json& stats) { write_error(json_line(stats)); }

void append_json_number(std::string& text, double value) {
  // The shortest digits that read back as the same number; JSON has no word for infinity.
  if (std::isfinite(value))
    fmt::format_to(std::back_inserter(text), "{}", value);
  else
    text += "null";
}

void append_json_point(std::string& text, const Vec3& point) {
  for (int axis = 0; axis < 3; ++axis) {
    text += axis == 0 ? '[' : ',';
    append_json_number(text, point[axis]);
  }
  text += ']';
}

std::string as_point(const Vec3& point) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", point.x, point.y, point.z); }

std::string as_bracket(double lower, double upper) {
  int digits = 6;
  // An exact answer's bracket is some roundings wide, which six digits do not show.
  if (upper - lower <= 1e-6 * std::abs(upper)) return fmt::format("{:.{}g}", upper, digits);
  while (fmt::format("{:.{}g}", lower, digits) == fmt::format("{:.{}g}", upper, digits)) ++digits;
  return fmt::format("between {:.{}g} and {:.{}g}", lower, digits, upper, digits);
}

void append_json_pairs(std::string& text, const Contacts& contacts) {
  auto out = std::back_inserter(text);
  text += "\"contacts\":[";
  for (std::size_t i = 0; i < contacts.pairs.size(); ++i)
    fmt::format_to(out, "{}[{},{}]", i ? "," : "", contacts.pairs[i].a, contacts.pairs[i].b);
  text += ']';
}

void append_json_line(std::string& text, std::size_t pose, const Contacts& contacts) {
  fmt::format_to(std::back_inserter(text), "{{\"pose\":{},", pose);
  append_json_pairs(text, contacts);
  text += "}\n";
}

}  // namespace abut::cli
