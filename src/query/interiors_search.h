#pragma once

#include <abut/interiors.h>

namespace abut {

/// interiors_meet() of closed solids; placements and options are valid.
InteriorsMeeting search_interiors(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                                  const InteriorsOptions& options);

}  // namespace abut
