#pragma once

// For the sources that are compiled once per instruction set by Highway. Include it first of all: it says for which.

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)

#include <abut/query.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include <hwy/targets.h>

namespace abut {

/// Highway's bit for a set that is available; 0 for `scalar`, and for `best` where nothing has Highway's instructions.
std::int64_t highway_target(Simd simd);

/// Where a table made by HWY_EXPORT keeps its function for the target.
inline std::size_t dispatch_index(std::int64_t target) {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  return static_cast<void>(target), 0;
#else
  // As hwy::ChosenTarget does, whose number is atomic and takes a locked instruction to set.
  const std::int64_t chosen = HWY_CHOSEN_TARGET_SHIFT(target) | HWY_CHOSEN_TARGET_MASK_SCALAR;
  return static_cast<std::size_t>(
      std::countr_zero(static_cast<std::uint64_t>(chosen & HWY_CHOSEN_TARGET_MASK_TARGETS)));
#endif
}

}  // namespace abut

/// The version of a function exported by HWY_EXPORT for Highway's target; call it where the table is.
#define ABUT_VERSION_FOR(target, function) (*HWY_DISPATCH_TABLE(function)[::abut::dispatch_index(target)])
