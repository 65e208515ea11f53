#pragma once

#include "scene/configuration_check.h"

namespace abut {

/// The distances that Checker::distances() returns.
std::vector<CheckedDistance> distances_with_gradients(const CheckerData& data, ConfigurationCheck& check,
                                                      std::span<const double> configuration,
                                                      const CheckDistanceOptions& options);

}  // namespace abut
