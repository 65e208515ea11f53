#pragma once

#include <abut/mesh.h>

#include <string>

namespace abut {

/// What a COLLADA file (.dae) holds.
struct DaeMesh {
  /// All triangles of its scene in one, in metres, along the file's own axes.
  Mesh mesh;
  /// The axis that the file calls up, 0 to 2; COLLADA's own default is y.
  int up = 1;
};

/// Reads the triangles, polylists, polygons, fans and strips of the scene, each where its nodes place it, times the
/// file's unit. Without a scene it takes all of its geometries. Lines, points, looks, lights, cameras, animations and
/// skins are left alone. `file` opens every Error: for what is damaged, has no triangle, or repeats its geometries so
/// often that it is many times as large as it looks; for polygons with holes, and for nodes placed by <lookat> or
/// <skew>.
DaeMesh read_dae(std::span<const std::byte> bytes, const std::string& file);

/// The rotation from a file whose up axis is this one, 0 to 2, to one with z up: what COLLADA calls right, up and in
/// (x, z and -y with z up) stays right, up and in.
struct Placement;
Placement turned_up(int axis);

}  // namespace abut
