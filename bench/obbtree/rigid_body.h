#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>

/// A simple dynamics engine, as the OBBTree paper used one: bodies move freely between impulses. No libm but sqrt, so
/// that a path is the same on every machine.
namespace abut::bench {

/// Of a closed mesh with outward normals, filled evenly with density 1; the inertia is about the centre.
struct MassProperties {
  double mass = 0;
  Vec3 centre;
  Matrix3 inertia;
};
/// Throws Error when the mesh encloses no volume.
MassProperties mass_properties(const Mesh& mesh);

/// A rotation as a unit quaternion, w first.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
};

/// Moves by its momenta. All vectors are in the world unless a name says otherwise.
class RigidBody {
 public:
  explicit RigidBody(const MassProperties& of_model);

  Vec3 centre;  ///< where the centre of mass is
  Quaternion orientation;
  Vec3 velocity;
  Vec3 angular_momentum;

  /// World <- model.
  Placement placement() const;
  Vec3 angular_velocity() const;
  void set_angular_velocity(const Vec3& about);
  Vec3 velocity_at(const Vec3& point) const { return velocity + cross(angular_velocity(), point - centre); }
  /// Change of the normal velocity at the point per unit of impulse along the unit normal there.
  double response(const Vec3& point, const Vec3& normal) const;
  void push(const Vec3& impulse, const Vec3& point);
  /// Semi-implicit: velocities first, then position and orientation with the new ones.
  void advance(const Vec3& acceleration, double seconds);

 private:
  Matrix3 rotation() const;

  double mass_;
  Vec3 centre_in_model_;
  Matrix3 inertia_, inverse_inertia_;  // model's axes, about the centre
};

/// How a body leaves a contact.
struct Bounce {
  double restitution = 0.5;
  /// A contact sends the body off at least this fast, so that nothing comes to rest inside of a surface.
  double least_rebound = 0;
};

/// Applies an impulse along the unit normal when the body moves against it at the point.
void bounce(RigidBody& body, const Vec3& point, const Vec3& normal, const Bounce& how);

/// A point in the middle of where two triangles cross; for coplanar ones, the middle between their centroids.
Vec3 middle_of_crossing(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b);

}  // namespace abut::bench
