// Bullets in a game loop: thin shields spin and drift through a field of fire. A bullet flies many times a shield's
// thickness in a frame, so that looking at every frame sees next to none of the hits. Each frame is one call here: all
// bullets at all shields, in motion, proved; nothing tunnels.

#include <abut/abut.h>
#include <abut/shapes.h>

#include <cmath>
#include <cstdio>

namespace {

using abut::Bullet, abut::BulletHit, abut::Model, abut::Motion, abut::MotionVerdict, abut::Placement, abut::Vec3;

/// Spins about its own axis, and drifts.
struct Shield {
  Vec3 place, drift, axis;
  double turn_per_second;
  Placement at;

  /// How it moves in the next frame; remembers where that ends.
  Motion advance(const abut::TimeSpan& frame) {
    const double seconds = frame.end - frame.begin;
    const Motion spin = Motion::screw(at, abut::Screw{place, axis, turn_per_second * seconds, 0}, frame);
    Placement next = spin.at(frame.end);
    next.shift += drift * seconds;
    const Motion motion = Motion::screw(at, next, frame);
    at = next, place += drift * seconds;
    return motion;
  }
};

struct Shot {
  Vec3 place, velocity;
  bool flies = true;
};

/// Is the bullet in a shield at the end of a frame? What a loop sees that looks once a frame.
bool is_inside(const abut::Solid& solid, const Shield& shield, const Shot& shot) {
  return abut::contains(solid, shield.at, shot.place) == abut::Containment::inside;
}

}  // namespace

int main() {
  const Model plate(abut::shapes::box({1, 1, 0.01}));
  const abut::Solid solid(plate);
  std::vector<Shield> shields;
  for (int i = 0; i < 40; ++i) {
    const Vec3 place{std::sin(1.7 * i) * 9, std::cos(2.3 * i) * 9, 10 + std::sin(0.9 * i) * 5};
    shields.push_back({place,
                       {std::cos(1.1 * i), std::sin(1.3 * i), 0},
                       {std::sin(3.0 * i), 0.5, std::cos(3.0 * i)},
                       3.0 + i % 5,
                       Placement::translation(place)});
  }
  std::vector<Shot> shots;
  for (int i = 0; i < 5000; ++i)
    shots.push_back({{std::sin(0.37 * i) * 8, std::cos(0.71 * i) * 8, 0},
                     {std::sin(0.13 * i) * 5, std::cos(0.29 * i) * 5, 60.0 + i % 40}});

  int hits = 0, seen = 0, wrong = 0;
  constexpr double frame_seconds = 1.0 / 60;
  for (int frame = 0; frame < 30; ++frame) {
    const abut::TimeSpan time{frame * frame_seconds, (frame + 1) * frame_seconds};
    std::vector<abut::BulletTarget> targets;
    for (Shield& shield : shields) targets.push_back({&plate, shield.advance(time)});
    std::vector<Bullet> bullets;
    std::vector<Shot*> flying;
    for (Shot& shot : shots)
      if (shot.flies) {
        bullets.push_back({shot.place, shot.place + shot.velocity * frame_seconds});
        flying.push_back(&shot);
      }
    const std::vector<BulletHit> found = abut::shoot(targets, bullets, time, {.threads = 0});
    for (std::size_t i = 0; i < found.size(); ++i) {
      flying[i]->place = bullets[i].end;
      for (const Shield& shield : shields) seen += is_inside(solid, shield, *flying[i]);
      if (found[i].verdict == MotionVerdict::clear) continue;
      // It stays where it hit; the time of the hit and the normal would say how it bounces off.
      const abut::BulletTarget& target = targets[found[i].target];
      const auto closest = abut::closest_point(*target.model, target.motion.at(found[i].upper), found[i].place);
      wrong += found[i].verdict != MotionVerdict::contact || closest.upper > found[i].tolerance;
      flying[i]->place = found[i].place;
      flying[i]->flies = false;
      ++hits;
    }
  }
  std::printf("%zu bullets at %zu shields in 30 frames: %d hit; a look at every frame sees %d\n", shots.size(),
              shields.size(), hits, seen);
  return hits > 500 && seen < hits / 2 && wrong == 0 ? 0 : 1;
}
