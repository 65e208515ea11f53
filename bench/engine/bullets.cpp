#include "../peers/goals.h"
#include "choices.h"
#include "math/random.h"
#include <abut/bullet.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

namespace abut::bench {

namespace {

/// A frame of a game: models of 5120 triangles that drift by up to their size and turn by up to 0.2, and bullets that
/// fly through them, of which a third reaches a model's ball.
struct Field {
  Model scan{shapes::bumpy_scan(5000, 1)};
  std::vector<BulletTarget> targets;
  std::vector<Bullet> bullets;

  Field(int models, int shots) {
    constexpr double half_side = 11.5;
    Random random(3);
    for (int i = 0; i < models; ++i) {
      const Placement from = random.rotation(random.in_cube(half_side));
      const double half = 0.1 * random.unit();
      const Vec3 axis = random.direction() * std::sin(half);
      const Placement turn = Placement::rotation(std::cos(half), axis.x, axis.y, axis.z);
      targets.push_back({&scan, Motion::screw(from, {(turn * from).linear, from.shift + random.in_cube(1)})});
    }
    for (int i = 0; i < shots; ++i) {
      const Vec3 start = random.in_cube(half_side);
      bullets.push_back({start, start + random.direction() * random.between(5, 15)});
    }
  }

  double radius() const {
    double radius = 0;
    for (const Vec3& point : scan.mesh().points) radius = std::max(radius, length(point));
    return radius;
  }
  /// Does it come into the ball around a model, looked at 100 times?
  bool reaches_a_ball(const Bullet& bullet, double radius) const {
    for (const BulletTarget& target : targets)
      for (double part = 0; part <= 1; part += 0.01)
        if (length(bullet.start + (bullet.end - bullet.start) * part - target.motion.at(part).shift) < radius)
          return true;
    return false;
  }
};

}  // namespace

void measure_bullets(const Surroundings& to) {
  const int shots = to.count(100'000, 2'000);
  const Field field(100, shots);
  std::vector<BulletHit> hits;
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < to.count(15, 2); ++round) {
    const double start = thread_seconds();
    hits = shoot(field.targets, field.bullets);
    least = std::min(least, thread_seconds() - start);
  }
  const auto hit = std::count_if(hits.begin(), hits.end(),
                                 [](const BulletHit& found) { return found.verdict == MotionVerdict::contact; });
  const int looked_at = 500;
  int reached = 0;
  const double radius = field.radius();
  for (int i = 0; i < looked_at; ++i)
    reached += field.reaches_a_ball(field.bullets[static_cast<std::size_t>(i)], radius);
  Table table({"models", "triangles", "bullets", "reach_a_ball", "hit", "ms", "ns_per_bullet"});
  table.row({cell(std::uint64_t{field.targets.size()}), cell(std::uint64_t{field.scan.mesh().triangles.size()}),
             cell(static_cast<std::uint64_t>(shots)), cell(static_cast<double>(reached) / looked_at),
             cell(static_cast<std::uint64_t>(hit)), cell(1e3 * least), cell(1e9 * least / shots)});
  table.save(to.out / "bullets.csv");
  peers::record_goals(to, "bullets",
                      {{"100000 bullets at 100 moving models", "ms", 1e8 * least / shots, 25, 16, true}});
}

}  // namespace abut::bench
