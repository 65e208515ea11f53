#pragma once

#include <abut/mesh/mesh.h>

/// Deformations for tests and experiments with deforming models: each gives the points after the deformation, in the
/// order of those before, with the same bytes on every machine. Lengths are relative to the size of the points' box,
/// its longest side.
namespace abut::shapes {

/// Turned about the longest axis of the box, by nothing at its low end, rising evenly to `turns` (1 is 360 degrees).
std::vector<Vec3> twisted(std::span<const Vec3> points, double turns);

/// A feature blown out of proportion: what lies within a third of the size from the last point grows about it, most in
/// the middle, where it gets `factor` times as large.
std::vector<Vec3> blown_up(std::span<const Vec3> points, double factor);

/// The same mesh with three points for every triangle, so that it can be torn up.
Mesh unwelded(const Mesh& mesh);

/// Every triangle moved on its own, by up to `distance` in a random direction. Triangles that share a point would be
/// stretched instead: see unwelded.
std::vector<Vec3> torn(const Mesh& mesh, double distance, std::uint64_t seed);

}  // namespace abut::shapes
