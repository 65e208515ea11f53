#pragma once

#include <abut/scene/assembly.h>

namespace abut {

/// The largest part may be this many times as large as the smallest one.
inline constexpr double most_different_sizes = 1e6;

/// Throws Error, in words that tell a person which unit to look at, when the sizes of two parts (the diagonals of their
/// boxes) differ by more than most_different_sizes, or `clearance` is larger than the whole assembly. Parts that are a
/// single point have no size.
void require_sane_sizes(const Assembly& assembly, double clearance);

}  // namespace abut
