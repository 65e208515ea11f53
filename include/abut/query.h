#pragma once

#include <abut/api.h>

#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace ABUT_API abut {

/// The vector instructions that a query uses. They change how long an answer takes, never the answer.
enum class Simd {
  best,    ///< the widest that this machine has
  scalar,  ///< none: plain C++
  sse4,
  avx2,
  avx512,
};
inline constexpr std::array all_simd{Simd::best, Simd::scalar, Simd::sse4, Simd::avx2, Simd::avx512};
constexpr std::string_view name_of(Simd simd) {
  constexpr std::string_view names[] = {"best", "scalar", "sse4", "avx2", "avx512"};
  return names[static_cast<int>(simd)];
}

/// The instruction sets that this machine and this build can run, simplest first. `best` means the last of them. On a
/// machine whose only set has no name here, `best` means that set.
std::vector<Simd> available_simd();

/// Throws Error when this machine or this build cannot run the set.
void require_available(Simd simd);

/// When a query ends before it is done: it then returns what it has found, with complete = false. Default: no end. Each
/// query of a batch has the whole budget; `stop` ends them all.
struct Budget {
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
  /// The number of volume and triangle tests together. A query makes its tests in groups and may end a group later.
  /// What it has found by then does not depend on threads or instructions.
  std::uint64_t tests = no_limit;
  /// Error when negative or not a number.
  double seconds = std::numeric_limits<double>::infinity();
  /// Set it from another thread to end the query. Not owned.
  const std::atomic<bool>* stop = nullptr;
};

/// The answer to a yes-or-no question.
enum class Answer {
  no,
  yes,
  unknown,  ///< the budget ended the query before the answer was known
};
constexpr std::string_view name_of(Answer answer) {
  constexpr std::string_view names[] = {"no", "yes", "unknown"};
  return names[static_cast<int>(answer)];
}
/// Throws Error when the answer is unknown; `question` completes "it is not known whether ...".
bool is_yes(Answer answer, std::string_view question);

/// A pair of triangle ids: one of a, one of b.
struct Contact {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const Contact&, const Contact&) = default;
};

/// The cost of a query: T = Nv Cv + Np Cp (Gottschalk et al. 1996, equation 1).
struct Counters {
  std::uint64_t volume_tests = 0;    ///< Nv
  std::uint64_t triangle_tests = 0;  ///< Np
  std::uint64_t exact_tests = 0;     ///< how many of these needed exact arithmetic

  Counters& operator+=(const Counters& other) {
    volume_tests += other.volume_tests;
    triangle_tests += other.triangle_tests;
    exact_tests += other.exact_tests;
    return *this;
  }
};

/// A sink's reply to a contact.
enum class Flow { go_on, stop };

}  // namespace abut
