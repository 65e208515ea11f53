#pragma once

#include <abut/mesh.h>
#include <abut/shape.h>

namespace abut {

/// Two triangles a side, their normals outward. Corner i is at +half along axis k if bit k of i is set.
Mesh box_mesh(const Vec3& half);

/// A mesh that contains a curved solid, and how far it sticks out at most.
struct Circumscribed {
  Mesh mesh;
  double stray = 0;
};
/// About the z axis, around the origin, convex. Every point of the cylinder or cone is in the mesh, exactly; no point
/// of the mesh is farther than `stray` from it, which is at most `most_stray`. Throws Error when that takes more than
/// 4096 sides.
Circumscribed cylinder_mesh(double radius, double length, double most_stray);
/// The apex is at z = height / 2, the base at z = -height / 2.
Circumscribed cone_mesh(double radius, double height, double most_stray);

/// The ground under a height field, closed.
Mesh height_field_mesh(const HeightField& field);

/// The surfaces of boxes, closed, without the boxes that lie within others and without faces that two of them share.
Mesh boxes_mesh(std::span<const Bounds> boxes);

}  // namespace abut
