#pragma once

#include "base/budget_watch.h"
#include "scene/edge_data.h"

namespace abut {

/// When a moving model comes within `reach` of a half-space, during a part of its motion: as first_contact(), the
/// models' points being all that matters. Only verdict, bracket, tolerance and completeness are told.
MovingContact first_contact(const Model& model, const Motion& motion, const EdgeHalfSpace& half_space, double reach,
                            const TimeSpan& during, double time_tolerance, BudgetWatch& watch);

}  // namespace abut
