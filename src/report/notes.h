#pragma once

#include <abut/report.h>

namespace abut {

/// Of how many open parts it is not known whether others are inside.
std::size_t undecided_open_parts(const ClashReport& report);

/// As the check has seen the part, or as its model is.
PartSize size_of_part(const ClashRun& run, std::size_t part);

}  // namespace abut
