#pragma once

#include <abut/clash.h>

namespace abut {

/// Of how many open parts it is not known whether others are inside.
std::size_t undecided_open_parts(const ClashReport& report);

}  // namespace abut
