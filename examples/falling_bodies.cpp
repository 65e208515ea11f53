// Bodies fall onto a floor and onto each other. Each step asks abut how far apart they are and lets no body move
// farther than that: nothing ever passes through anything, however fast it falls. (They do not turn, to stay short.)

#include <abut/abut.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using abut::Vec3;

constexpr double step = 1.0 / 240, gravity = 9.81, bounce = 0.5, skin = 1e-3;

struct Body {
  const char* name;
  abut::Model model;
  Vec3 at;
  double mass = 0;  // 0: stands still
  Vec3 velocity{};

  abut::Placement placement() const { return abut::Placement::translation(at); }
  double inverse_mass() const { return mass > 0 ? 1 / mass : 0; }
};

struct Gap {
  std::size_t a, b;
  abut::Distance gap;
  bool operator<(const Gap& other) const { return gap.upper < other.gap.upper; }
};

abut::Distance gap_of(const Body& a, const Body& b) {
  return abut::distance(a.model, a.placement(), b.model, b.placement());
}

// Two bodies that would meet within this step: an impulse along the line between their closest points.
void bounce_off(Body& a, Body& b, const abut::Distance& gap) {
  const Vec3 normal = (gap.point_b - gap.point_a) * (1 / gap.upper);
  const double approach = -dot(b.velocity - a.velocity, normal);
  if (approach <= 0 || gap.lower > skin + approach * step) return;
  const double restitution = approach > 0.2 ? bounce : 0;  // what comes slowly stays
  const double impulse = (1 + restitution) * approach / (a.inverse_mass() + b.inverse_mass());
  a.velocity -= normal * (impulse * a.inverse_mass());
  b.velocity += normal * (impulse * b.inverse_mass());
}

// Each of two bodies may use just under half of the proved gap between them, so that they cannot meet.
void move(Body& body, double room) {
  const Vec3 wish = body.velocity * step;
  const double part = std::min(1.0, room / std::max(length(wish), 1e-300));
  body.at += wish * part;
  body.velocity = body.velocity * part;
}

double energy_of(const std::vector<Body>& bodies) {
  double sum = 0;
  for (const Body& body : bodies) sum += body.mass * (gravity * body.at.z + 0.5 * dot(body.velocity, body.velocity));
  return sum;
}

// Calls with every pair, each once. Two bodies that stand still are no pair.
template <class Call>
void for_each_pair(std::vector<Body>& bodies, Call call) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j)
      if (bodies[i].mass > 0 || bodies[j].mass > 0) call(i, j);
}

}  // namespace

int main() {
  const abut::Placement smaller{abut::Matrix3{} * 0.3, {}};
  std::vector<Body> bodies;
  bodies.push_back({"floor", abut::Model(abut::shapes::plate(20, 20, 8, 8)), {0, 0, 0}});
  bodies.push_back({"torus", abut::Model(abut::shapes::torus(1, 0.35, 40, 24)), {0, 0, 0.6}, 2});
  bodies.push_back({"ball", abut::Model(abut::shapes::sphere(0.5, 10)), {0.05, 0, 2}, 1});
  bodies.push_back({"teapot", abut::Model(transformed(abut::shapes::teapot(), smaller)), {-0.3, 0.1, 3.2}, 3});
  bodies.push_back({"die", abut::Model(abut::shapes::icosahedron(0.4)), {0.9, 0.3, 4.5}, 1});

  const double energy_at_start = energy_of(bodies);
  double energy = energy_at_start;
  bool right = true;
  std::puts("  time  energy  closest pair");
  for (int frame = 0; frame <= 360; ++frame) {
    for (Body& body : bodies)
      if (body.mass > 0) body.velocity.z -= gravity * step;

    std::vector<Gap> gaps;
    std::vector<double> room(bodies.size(), 1e300);
    for_each_pair(bodies, [&](std::size_t i, std::size_t j) {
      gaps.push_back({i, j, gap_of(bodies[i], bodies[j])});
      for (std::size_t k : {i, j}) room[k] = std::min(room[k], 0.45 * gaps.back().gap.lower);
    });
    // A push travels through a stack of bodies one pair at a time.
    for (int pass = 0; pass < 16; ++pass)
      for (const Gap& pair : gaps) bounce_off(bodies[pair.a], bodies[pair.b], pair.gap);
    for (std::size_t i = 0; i < bodies.size(); ++i) move(bodies[i], room[i]);

    // What must hold at every step: nothing touches, and no energy comes from nowhere.
    for_each_pair(bodies, [&](std::size_t i, std::size_t j) {
      right &= !abut::touches(bodies[i].model, bodies[i].placement(), bodies[j].model, bodies[j].placement());
    });
    const double energy_now = energy_of(bodies);
    right &= energy_now <= energy + 1e-9 * energy_at_start;
    energy = energy_now;
    if (frame % 40 == 0) {
      const Gap& closest = *std::min_element(gaps.begin(), gaps.end());
      std::printf("%5.2fs %7.2f  %s and %s, %.2g apart\n", frame * step, energy, bodies[closest.a].name,
                  bodies[closest.b].name, closest.gap.upper);
    }
  }
  std::puts(right ? "nothing ever touched, and energy only went down" : "WRONG: something touched, or energy was made");
  return right && energy < 0.5 * energy_at_start ? 0 : 1;
}
