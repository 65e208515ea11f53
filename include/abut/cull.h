#pragma once

#include <abut/model.h>
#include <abut/query.h>
#include <abut/small_tests.h>

#include <span>
#include <vector>

namespace ABUT_API abut {

/// What a camera may see of a model, or a spot light reach.
struct Culled {
  std::vector<std::uint32_t> triangles;  ///< ids in ascending order
  Counters counters;
};

/// The triangles that may be seen: all but those whose three corners lie outside of the same side of the frustum.
/// Decided exactly over the images of the corners, so that the answer does not depend on the tree. The placement is
/// world <- model; Error when it is invalid.
Culled cull(const Model& model, const Placement& at, const small::Frustum& frustum);
/// The triangles that the cone may touch: none that it touches is left out. A triangle that it does not touch is left
/// out unless rounded arithmetic cannot tell.
Culled cull(const Model& model, const Placement& at, const small::RoundedCone& cone);

/// Would cull() leave a triangle? Ends at the first one.
bool may_be_seen(const Model& model, const Placement& at, const small::Frustum& frustum);
bool may_be_seen(const Model& model, const Placement& at, const small::RoundedCone& cone);

/// The places of the boxes that touch the frustum, exactly, or may touch the cone; ascending.
std::vector<std::uint32_t> cull(std::span<const small::Box> boxes, const small::Frustum& frustum);
std::vector<std::uint32_t> cull(std::span<const small::Box> boxes, const small::RoundedCone& cone);

}  // namespace abut
