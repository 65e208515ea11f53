#include "obbtree/simulation.h"

#include "shapes/building.h"
#include <abut/shapes.h>

#include <algorithm>

namespace abut::bench {

namespace {

std::array<Vec3, 3> placed(std::array<Vec3, 3> corners, const Placement& at) {
  for (Vec3& corner : corners) corner = at * corner;
  return corners;
}

struct Touch {
  Vec3 point, normal;
};

std::vector<Touch> touches_of(const Mesh& object, const Placement& at, const Mesh& environment,
                              const std::vector<Contact>& contacts) {
  std::vector<Touch> result;
  for (const Contact& contact : contacts) {
    const std::array<Vec3, 3> ground = environment.corners(contact.b);
    const Vec3 normal = cross(ground[1] - ground[0], ground[2] - ground[0]);
    const double size = length(normal);
    if (!(size > 0)) continue;
    result.push_back({middle_of_crossing(placed(object.corners(contact.a), at), ground), normal * (1 / size)});
  }
  return result;
}

/// An impulse at each contact; then, without restitution, again where the others' impulses push the body back in.
void bounce_off(RigidBody& body, const std::vector<Touch>& touches, const Bounce& how) {
  constexpr int repairs = 8;
  for (const Touch& touch : touches) bounce(body, touch.point, touch.normal, how);
  for (int i = 0; i < repairs; ++i)
    for (const Touch& touch : touches) bounce(body, touch.point, touch.normal, {0, how.least_rebound});
}

}  // namespace

std::vector<Placement> simulate(const Model& object, const Model& environment, const Motion& motion) {
  RigidBody body = motion.start;
  std::vector<Placement> path;
  for (int step = 0; step < motion.steps; ++step) {
    path.push_back(body.placement());
    const Contacts contacts = collide(object, path.back(), environment, {});
    bounce_off(body, touches_of(object.mesh(), path.back(), environment.mesh(), contacts.pairs), motion.bounce);
    body.advance(motion.gravity(body.centre), motion.step);
  }
  return path;
}

Simulation pipes_in_pipes() {
  Simulation result{"pipes", {}, shapes::pipes(), {}};
  result.object = transformed(result.environment, {Matrix3{} * (1.0 / 15), {}});
  // Floats, so that an exported file holds what was simulated.
  shapes::snap(result.object);
  Motion motion{.start = RigidBody(mass_properties(result.object)),
                .gravity = [](const Vec3& centre) { return centre * (-1 / std::max(length(centre), 1e-3)); },
                .bounce = {.restitution = 0.85, .least_rebound = 0.3},
                .step = 0.04,
                .steps = 4008};
  // In a gap just under the surface of the large cube, from where the way to its centre is open.
  motion.start.centre = {2.1, 5.4, 9.2};
  motion.start.orientation = {0.5, -0.2, -0.6, -0.7};
  motion.start.set_angular_velocity({-0.5, 0.7, -0.2});
  result.path = simulate(Model(result.object), Model(result.environment), motion);
  return result;
}

Simulation torus_on_landscape() {
  Simulation result{"torus", shapes::wrinkled_torus(), shapes::toothed_landscape(), {}};
  Motion motion{.start = RigidBody(mass_properties(result.object)),
                .gravity =
                    [](const Vec3&) {
                      return Vec3{0, 0, -1};
                    },
                .bounce = {.restitution = 0.75, .least_rebound = 0.1},
                .step = 0.04,
                .steps = 1298};
  // Tilted, above the stalagmite's tip, which its hole is going to meet.
  motion.start.centre = {-0.2, 0.3, 4.6};
  motion.start.orientation = {1, 0.15, 0.25, 0};
  motion.start.set_angular_velocity({-0.4, 0.2, 1.5});
  result.path = simulate(Model(result.object), Model(result.environment), motion);
  return result;
}

}  // namespace abut::bench
