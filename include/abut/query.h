#pragma once

#include <abut/api.h>

#include <array>
#include <compare>
#include <cstdint>
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
