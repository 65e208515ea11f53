#include "obbtree/rigid_body.h"

#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut::bench {

namespace {

Matrix3 outer(const Vec3& a, const Vec3& b) { return Matrix3::from_rows(b * a.x, b * a.y, b * a.z); }
Matrix3 sum(const Matrix3& a, const Matrix3& b) {
  return Matrix3::from_rows(a.row(0) + b.row(0), a.row(1) + b.row(1), a.row(2) + b.row(2));
}

/// Adds up the points where the sides of `a` pierce `b`.
void add_piercings(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, Vec3& total, int& count) {
  const Vec3 normal = cross(b[1] - b[0], b[2] - b[0]);
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 &from = a[i], &to = a[(i + 1) % 3];
    const double above = dot(from - b[0], normal), below = dot(to - b[0], normal);
    if ((above > 0) == (below > 0)) continue;
    const Vec3 point = from + (to - from) * (above / (above - below));
    bool inside = true;
    for (std::size_t k = 0; k < 3; ++k) inside = inside && dot(cross(b[(k + 1) % 3] - b[k], point - b[k]), normal) >= 0;
    if (!inside) continue;
    total += point;
    ++count;
  }
}

}  // namespace

MassProperties mass_properties(const Mesh& mesh) {
  // Sums over the tetrahedra between the origin and each triangle, signed by its orientation.
  double volume = 0;
  Vec3 moment;
  Matrix3 second = Matrix3{} * 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto [a, b, c] = mesh.corners(i);
    const double part = dot(a, cross(b, c)) / 6;
    const Vec3 all = a + b + c;
    volume += part;
    moment += all * (part / 4);
    const Matrix3 squares = sum(sum(outer(a, a), outer(b, b)), sum(outer(c, c), outer(all, all)));
    second = sum(second, squares * (part / 20));
  }
  if (!(volume > 0))
    throw Error("the mesh of a rigid body must enclose a volume; it encloses " + std::to_string(volume) + ".");
  const Vec3 centre = moment * (1 / volume);
  const Matrix3 about_centre = sum(second, outer(centre, centre) * -volume);
  const double trace = about_centre(0, 0) + about_centre(1, 1) + about_centre(2, 2);
  return {volume, centre, sum(Matrix3{} * trace, about_centre * -1)};
}

RigidBody::RigidBody(const MassProperties& of_model)
    : centre(of_model.centre),
      mass_(of_model.mass),
      centre_in_model_(of_model.centre),
      inertia_(of_model.inertia),
      inverse_inertia_(inverse(of_model.inertia)) {}

Matrix3 RigidBody::rotation() const {
  return Placement::rotation(orientation.w, orientation.x, orientation.y, orientation.z).linear;
}

Placement RigidBody::placement() const {
  const Matrix3 turned = rotation();
  return {turned, centre - turned * centre_in_model_};
}

Vec3 RigidBody::angular_velocity() const {
  const Matrix3 turned = rotation();
  return turned * (inverse_inertia_ * transposed_times(turned, angular_momentum));
}

void RigidBody::set_angular_velocity(const Vec3& about) {
  const Matrix3 turned = rotation();
  angular_momentum = turned * (inertia_ * transposed_times(turned, about));
}

double RigidBody::response(const Vec3& point, const Vec3& normal) const {
  const Matrix3 turned = rotation();
  const Vec3 twist = transposed_times(turned, cross(point - centre, normal));
  return 1 / mass_ + dot(twist, inverse_inertia_ * twist);
}

void RigidBody::push(const Vec3& impulse, const Vec3& point) {
  velocity += impulse * (1 / mass_);
  angular_momentum += cross(point - centre, impulse);
}

void RigidBody::advance(const Vec3& acceleration, double seconds) {
  velocity += acceleration * seconds;
  centre += velocity * seconds;
  const Vec3 half = angular_velocity() * (seconds / 2);
  const Quaternion q = orientation;
  // The product (1, half) q turns by twice atan |half|: to third order in the step, the angle that it stands for.
  const Quaternion r{q.w - half.x * q.x - half.y * q.y - half.z * q.z, q.x + half.x * q.w + half.y * q.z - half.z * q.y,
                     q.y + half.y * q.w + half.z * q.x - half.x * q.z,
                     q.z + half.z * q.w + half.x * q.y - half.y * q.x};
  const double norm = std::sqrt(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z);
  orientation = {r.w / norm, r.x / norm, r.y / norm, r.z / norm};
}

void bounce(RigidBody& body, const Vec3& point, const Vec3& normal, const Bounce& how) {
  const double approach = dot(body.velocity_at(point), normal);
  const double wanted = std::max(-how.restitution * approach, how.least_rebound);
  if (approach >= wanted) return;
  body.push(normal * ((wanted - approach) / body.response(point, normal)), point);
}

Vec3 middle_of_crossing(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
  Vec3 total;
  int count = 0;
  add_piercings(a, b, total, count);
  add_piercings(b, a, total, count);
  return count > 0 ? total * (1.0 / count) : (a[0] + a[1] + a[2] + b[0] + b[1] + b[2]) * (1.0 / 6);
}

}  // namespace abut::bench
