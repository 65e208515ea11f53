#include "output.h"

#include "shown.h"
#include <abut/error.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

namespace abut::cli {

namespace {

/// Three significant digits with the largest unit that leaves at least 1 before the point.
template <std::size_t n>
std::string with_unit(double value, const std::array<std::string_view, n>& units) {
  std::size_t unit = 0;
  for (; unit + 1 < n && value >= 999.5; ++unit) value /= 1000;
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

}  // namespace

void Output::flush() {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno == EPIPE) throw OutputClosed{};
  if (!written) throw Error(std::string("the standard output cannot be written: ") + std::strerror(errno) + ".");
  text.clear();
}

void say(std::string_view sentence) { write_error("abut: " + shown(sentence) + "\n"); }

void write_error(std::string_view text) {
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

std::string with_commas(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string result;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) result += ',';
    result += digits[i];
  }
  return result;
}

std::string counted_with_commas(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
}

std::string as_memory(std::size_t bytes) {
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  return with_unit(static_cast<double>(bytes) / 1000, std::array<std::string_view, 3>{"kB", "MB", "GB"});
}

std::string as_duration(double seconds) {
  return with_unit(seconds * 1e6, std::array<std::string_view, 3>{"us", "ms", "s"});
}

}  // namespace abut::cli
