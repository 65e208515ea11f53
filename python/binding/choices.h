#pragma once

// Options that Python gives as words and whole numbers.

#include <abut/abut.h>

#include <optional>
#include <string>

namespace abut::python {

/// A name or a number that may be left out: None.
using Word = std::optional<std::string>;
using Count = std::optional<std::int64_t>;
using Seconds = std::optional<double>;

/// The choice of this name. Throws Error with all names when there is none.
template <class Choices>
auto chosen(const Choices& choices, const std::string& name, const char* option) {
  std::string names;
  for (const auto choice : choices) {
    if (name_of(choice) == name) return choice;
    names += (names.empty() ? "'" : ", '") + std::string(name_of(choice)) + "'";
  }
  throw Error("there is no " + std::string(option) + " '" + name + "'; choose one of " + names + ".");
}

/// The same for an option that may be left out.
template <class Choices>
auto chosen(const Choices& choices, const Word& name, const char* option) {
  return name ? std::optional(chosen(choices, *name, option)) : std::nullopt;
}

inline int require_threads(int threads) {
  if (threads < 0) throw Error("threads must be 0 (all cores) or more; it is " + std::to_string(threads) + ".");
  return threads;
}

/// None is no limit.
inline std::uint64_t limit_from(const Count& limit, const char* name) {
  if (!limit) return std::numeric_limits<std::uint64_t>::max();
  if (*limit < 0) throw Error(std::string(name) + " must be 0 or more; it is " + std::to_string(*limit) + ".");
  return static_cast<std::uint64_t>(*limit);
}

inline Budget budget_from(const Count& max_tests, const Seconds& max_seconds) {
  Budget budget{limit_from(max_tests, "max_tests")};
  if (max_seconds) budget.seconds = *max_seconds;
  return budget;
}

}  // namespace abut::python
