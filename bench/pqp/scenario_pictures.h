#pragma once

#include "scenario.h"

#include <filesystem>

namespace abut::bench::pqp {

/// What happens in a scenario: moments of it side by side, the engines cut open; or, in the cave, with its roof taken
/// off, many places of the torus at once, from the first in yellow to the last in red. Into files of the folder that
/// begin with scenario_ and its name.
void save_picture(const Scenario& scenario, const std::filesystem::path& folder);

}  // namespace abut::bench::pqp
