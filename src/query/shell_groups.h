#pragma once

#include "mesh/shells.h"
#include <abut/model.h>

namespace abut {

/// For each shell of a closed model the first shell of its group. Two shells cross when the surface of one is partly
/// inside and partly outside of the other, where inside is where a way out crosses it an odd number of times; a group
/// is what hangs together by crossing. Shells that touch in points, along lines or in faces, and are nowhere on both
/// sides of each other, do not cross; two with the very same surface do. Decided exactly on the mesh's own points,
/// which every placement leaves as it is.
std::vector<std::uint32_t> groups_of(const Model& model, const Shells& shells, std::span<const Side> sides);

}  // namespace abut
