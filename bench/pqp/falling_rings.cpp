#include "obbtree/rigid_body.h"
#include "scenario.h"
#include <abut/distance.h>
#include <abut/shapes.h>

#include <algorithm>

namespace abut::bench::pqp {

namespace {

constexpr double ring_radius = 1, rod_radius = 0.1, spacing = 1.4;
/// Seconds of a step that is recorded, and the parts that it is computed in.
constexpr double step_seconds = 0.04;
constexpr int steps = 200, parts = 16;
/// Bodies closer than this push each other away: so early that they never meet.
constexpr double margin = 0.03;
constexpr Vec3 down{0, 0, -1};

Mesh ring() { return shapes::torus(ring_radius, rod_radius, 16, 8); }

/// Where two bodies are close, or a body and the ground (b is empty). The unit normal points to a.
struct Touch {
  RigidBody* a;
  RigidBody* b;
  Vec3 point, normal;
  double gap;
};

/// Pushes both apart along the normal until they part at least at the speed that restores the margin in a few parts.
void push_apart(const Touch& touch, double seconds, double restitution) {
  const Vec3 of_b = touch.b ? touch.b->velocity_at(touch.point) : Vec3{};
  const double approach = dot(touch.a->velocity_at(touch.point) - of_b, touch.normal);
  const double wanted = std::max(-restitution * approach, 0.2 * (margin - touch.gap) / seconds);
  if (approach >= wanted) return;
  double response = touch.a->response(touch.point, touch.normal);
  if (touch.b) response += touch.b->response(touch.point, touch.normal);
  const Vec3 impulse = touch.normal * ((wanted - approach) / response);
  touch.a->push(impulse, touch.point);
  if (touch.b) touch.b->push(-impulse, touch.point);
}

class Chain {
 public:
  Chain() : model_(ring()), bodies_(ring_count, RigidBody(mass_properties(model_.mesh()))) {
    // A slanting line of rings, every second one turned by a quarter about the line.
    const Vec3 along{0.6, 0, 0.8};
    for (std::size_t i = 0; i < ring_count; ++i) {
      RigidBody& body = bodies_[i];
      body.centre = along * (spacing * static_cast<double>(i)) + Vec3{0, 0, 1.6};
      // Tips x over into the line; then the quarter turn about x.
      const Quaternion tipped{0.8944271909999159, 0, -0.4472135954999579, 0};
      const double half = 0.7071067811865476;
      body.orientation =
          i % 2 == 0 ? tipped : Quaternion{tipped.w * half, tipped.w * half, tipped.y * half, -tipped.y * half};
      const double k = static_cast<double>(i);
      body.set_angular_velocity({0.3 - 0.07 * k, 0.1 * (k - 4), 0.2});
    }
  }

  void advance(double seconds) {
    const std::vector<Touch> touches = all_touches();
    constexpr int rounds = 12;
    for (int round = 0; round < rounds; ++round)
      for (const Touch& touch : touches) push_apart(touch, seconds, round == 0 ? 0.3 : 0);
    for (RigidBody& body : bodies_) body.advance(down, seconds);
  }

  std::array<Placement, ring_count> placements() const {
    std::array<Placement, ring_count> result;
    for (std::size_t i = 0; i < ring_count; ++i) result[i] = bodies_[i].placement();
    return result;
  }

 private:
  std::vector<Touch> all_touches() {
    std::vector<Touch> touches;
    for (std::size_t i = 0; i < ring_count; ++i) {
      add_ground(touches, bodies_[i]);
      for (std::size_t j = 0; j < i; ++j) add_pair(touches, i, j);
    }
    return touches;
  }

  void add_ground(std::vector<Touch>& touches, RigidBody& body) const {
    if (body.centre.z > ring_radius + rod_radius + margin) return;
    const Placement at = body.placement();
    for (const Vec3& point : model_.mesh().points)
      if (const Vec3 p = at * point; p.z < margin) touches.push_back({&body, nullptr, p, -down, p.z});
  }

  void add_pair(std::vector<Touch>& touches, std::size_t i, std::size_t j) {
    constexpr double reach = 2 * (ring_radius + rod_radius) + margin;
    RigidBody &a = bodies_[i], &b = bodies_[j];
    if (dot(a.centre - b.centre, a.centre - b.centre) > reach * reach) return;
    const Distance gap = distance(model_, a.placement(), model_, b.placement(), {.cache = &caches_[i][j]});
    if (gap.upper > margin || gap.upper == 0) return;
    const Vec3 way = gap.point_a - gap.point_b;
    touches.push_back({&a, &b, (gap.point_a + gap.point_b) * 0.5, way * (1 / length(way)), gap.upper});
  }

  Model model_;
  std::vector<RigidBody> bodies_;
  std::array<std::array<DistanceCache, ring_count>, ring_count> caches_;
};

}  // namespace

std::vector<std::array<Placement, ring_count>> motion_of_rings() {
  Chain chain;
  std::vector<std::array<Placement, ring_count>> motion;
  for (int step = 0; step < steps; ++step) {
    motion.push_back(chain.placements());
    for (int part = 0; part < parts; ++part) chain.advance(step_seconds / parts);
  }
  return motion;
}

Scenario falling_rings() {
  Scenario result{"rings", "Falling rings", {ring()}, {}, ring_count * (ring_count - 1) / 2};
  for (const auto& at : motion_of_rings()) {
    std::uint32_t track = 0;
    for (std::size_t i = 0; i < ring_count; ++i)
      for (std::size_t j = 0; j < i; ++j) result.questions.push_back({0, 0, track++, {at[i], at[j]}});
  }
  return result;
}

}  // namespace abut::bench::pqp
