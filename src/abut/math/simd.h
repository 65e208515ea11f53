#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace abut {

/// On which vector instructions a query runs. They change how long an answer takes, never the answer.
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

/// The sets that this machine and this build can run, plainest first. `best` stands for the last of them, or for the
/// one set of a machine whose set has no name here.
std::vector<Simd> available_simd();

/// Throws Error when this machine or this build cannot run the set.
void require_available(Simd simd);

}  // namespace abut
