#pragma once

#include "../experiment.h"

namespace abut::bench {

/// Build time, volume tests and query time of every kind x split x fit on a scan, a teapot and close spheres: the
/// measurements behind the defaults of ModelOptions. choices.csv.
void measure_choices(const Surroundings& to);

}  // namespace abut::bench
