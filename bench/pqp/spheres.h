#pragma once

#include "scenario.h"

namespace abut::bench::pqp {

/// Two spheres of radius 1 and 40500 triangles, so far apart, turned at random before each question.
Scenario separated_spheres(double gap, int questions);

/// A sphere of radius 1 - gap in one of radius 1, 40500 triangles each, turned at random before each question.
Scenario concentric_spheres(double gap, int questions);

}  // namespace abut::bench::pqp
