#pragma once

#include <abut/figure.h>
#include <abut/motion.h>

#include <span>

namespace ABUT_API abut {

/// How a link moves while its figure goes straight from one configuration to another, as Figure::between() has it,
/// during the time from 0 to 1. The root stands at `base` (world <- root), which must be nearly rigid, as placements of
/// motions must. All queries about motions take it; their proofs hold for the curve and for what Figure::place() makes
/// of every configuration on the way. Throws Error as Figure::between() does, and for a link that is not there.
Motion link_motion(const Figure& figure, std::size_t link, std::span<const double> from, std::span<const double> to,
                   const Placement& base = {});

}  // namespace abut
