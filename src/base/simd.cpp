#include "base/simd_dispatch.h"
// After the line that says for which targets.
#include <abut/error.h>

#include <array>

namespace abut {

namespace {

struct Named {
  Simd simd;
  std::int64_t target;
};
#if HWY_ARCH_X86
constexpr std::array named_targets{Named{Simd::sse4, HWY_SSE4}, Named{Simd::avx2, HWY_AVX2},
                                   Named{Simd::avx512, HWY_AVX3}};
#else
constexpr std::array<Named, 0> named_targets{};
#endif

// Asking the processor takes as long as a query does.
std::int64_t runnable_targets() {
  static const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS & ~(HWY_EMU128 | HWY_SCALAR);
  return targets;
}

}  // namespace

std::vector<Simd> available_simd() {
  std::vector<Simd> result{Simd::scalar};
  for (const Named& named : named_targets)
    if (runnable_targets() & named.target) result.push_back(named.simd);
  return result;
}

std::int64_t highway_target(Simd simd) {
  const std::int64_t runnable = runnable_targets();
  // Highway gives better targets lower bits.
  if (simd == Simd::best) return runnable & -runnable;
  for (const Named& named : named_targets)
    if (named.simd == simd) return runnable & named.target;
  return 0;
}

void require_available(Simd simd) {
  if (simd == Simd::best || simd == Simd::scalar || highway_target(simd) != 0) return;
  std::string available;
  for (Simd other : available_simd()) available += (available.empty() ? "" : ", ") + std::string(name_of(other));
  throw Error("this machine cannot run " + std::string(name_of(simd)) + " instructions. It has: " + available + ".");
}

}  // namespace abut
