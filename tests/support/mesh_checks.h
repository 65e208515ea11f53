#pragma once

#include <abut/mesh.h>

namespace abut {

using PointKey = std::array<std::uint64_t, 3>;
/// A point's exact coordinates; 0 and -0 are one.
PointKey key_of(const Vec3& p);

/// How many edges of the welded mesh are not in exactly two triangles, once each way.
std::size_t unmatched_edges(const Mesh& mesh);

/// What a closed mesh encloses; positive when its triangles face outward.
double volume(const Mesh& mesh);

/// The smallest height of any triangle over its longest side.
double thinnest(const Mesh& mesh);

}  // namespace abut
