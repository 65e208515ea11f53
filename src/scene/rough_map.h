#pragma once

#include "scene/clearance_map.h"

#include <optional>

namespace abut {

/// How far the surfaces of a world's bodies are from the points of a box, at least, told by boxes around bodies and
/// around a few of their triangles: made a hundred times as fast as ClearanceMap makes its own. What is inside of a
/// solid may be as far from its surface as it likes. Nothing for worlds with bodies beyond the floats.
std::optional<ClearanceMap> rough_map(const CheckerData& data, const Bounds& box, double far, std::size_t most_cells);

}  // namespace abut
