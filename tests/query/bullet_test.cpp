// Bullets against moving models: the oracle is the first contact of a model that is one point.

#include "math/random.h"
#include "support/effort.h"
#include <abut/bullet.h>
#include <abut/closest_point.h>
#include <abut/error.h>
#include <abut/ray.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// The same by first_contact().
MovingContact oracle(const Model& model, const Motion& motion, const Bullet& bullet, const TimeSpan& during,
                     const FirstContactOptions& options = {}) {
  const Model point(Mesh{{{0, 0, 0}}, {{0, 0, 0}}, {}});
  const Motion flight = Motion::through(std::array{TimedPlacement{during.begin, Placement::translation(bullet.start)},
                                                   TimedPlacement{during.end, Placement::translation(bullet.end)}});
  return first_contact(point, flight, model, motion, options);
}

/// What anybody can check, and that it agrees with the oracle.
void expect_right(const Model& model, const Motion& motion, const Bullet& bullet, const TimeSpan& during = {},
                  const BulletOptions& options = {}) {
  const BulletHit hit = shoot(model, motion, bullet, during, options);
  const MovingContact expected = oracle(model, motion, bullet, during);
  const double tau = options.time_tolerance < 0 ? 1e-6 * (during.end - during.begin) : options.time_tolerance;
  ASSERT_NE(hit.verdict, MotionVerdict::undecided);
  if (hit.verdict == MotionVerdict::contact) {
    EXPECT_LE(hit.lower, hit.upper);
    EXPECT_LE(hit.upper - hit.lower, tau * (1 + 1e-9));
    const ClosestPoint closest = closest_point(model, motion.at(hit.upper), hit.place);
    EXPECT_LE(closest.upper, hit.tolerance);
    EXPECT_LE(closest.lower, hit.distance);
    EXPECT_LE(length(hit.point - hit.place), hit.tolerance + 1e-12 * (length(hit.place) + 1));
    const double part = (hit.upper - during.begin) / (during.end - during.begin);
    EXPECT_LE(length(bullet.start + (bullet.end - bullet.start) * part - hit.place),
              1e-14 * (length(bullet.start) + length(bullet.end)));
  }
  ASSERT_NE(expected.verdict, MotionVerdict::undecided);
  // Neither is proved clear where the other has a contact, unless that is one within the tolerance only.
  const auto is_on_model = [&](double time) {
    const double over_duration = 1 / (during.end - during.begin);
    const Vec3 place = bullet.start + (bullet.end - bullet.start) * ((time - during.begin) * over_duration);
    return closest_point(model, motion.at(time), time == during.end ? bullet.end : place).lower == 0;
  };
  if (expected.verdict == MotionVerdict::contact) {
    EXPECT_TRUE(hit.lower <= expected.upper || !is_on_model(expected.upper));
  }
  if (hit.verdict == MotionVerdict::contact) {
    EXPECT_TRUE(expected.lower <= hit.upper || !is_on_model(hit.upper));
  } else {
    EXPECT_EQ(hit.lower, during.end);
  }
}

struct ShotAt {
  Model model;
  double size;
};

std::vector<ShotAt> scenes() {
  std::vector<ShotAt> all;
  all.push_back({Model(shapes::sphere(1, 12)), 1});
  all.push_back({Model(shapes::torus(1, 0.3, 30, 20)), 1.3});
  all.push_back({Model(shapes::bumpy_scan(2000, 4)), 2});
  all.push_back({Model(shapes::random_soup(300, 0.3, 5)), 1.8});
  all.push_back({Model(shapes::box({1, 0.5, 1e-6})), 1.2});
  return all;
}

Motion random_motion(Random& random, double size, const TimeSpan& during) {
  const Placement from = random.rotation(random.in_cube(size)), to = random.rotation(random.in_cube(size));
  switch (random.below(5)) {
    case 0:
      return Motion::straight(from, random.in_cube(2 * size), during);
    case 1:
      return Motion::screw(from, to, during);
    case 2:
      return Motion::screw(from, Screw{random.in_cube(size), random.direction(), random.between(-7, 7), random.unit()},
                           during);
    case 3:
      return Motion::slerp(from, to, random.in_cube(size), during);
    default: {
      const double knot = during.begin + (during.end - during.begin) * random.between(0.2, 0.8);
      return Motion::through(std::array{TimedPlacement{during.begin, from}, TimedPlacement{knot, to},
                                        TimedPlacement{during.end, random.rotation(random.in_cube(size))}});
    }
  }
}

/// At random, or so that it passes a corner, or a point next to one.
Bullet random_bullet(Random& random, const ShotAt& scene, const Motion& motion, const TimeSpan& during) {
  const Bullet anywhere{random.in_cube(4 * scene.size), random.in_cube(4 * scene.size)};
  const double part = random.between(0.1, 1);
  if (random.chance(0.2)) return anywhere;
  const auto& points = scene.model.mesh().points;
  const Vec3 corner =
      motion.at(during.begin + part * (during.end - during.begin)) * points[random.below(points.size())];
  const Vec3 place = corner + (random.chance(0.3) ? Vec3{} : random.in_cube(0.3 * scene.size));
  return {anywhere.start, anywhere.start + (place - anywhere.start) * (1 / part)};
}

TEST(Bullet, HitsWhatAModelOfOnePointTouches) {
  Random random(5);
  int hits = 0, shots = 0;
  for (const ShotAt& scene : scenes())
    for (int i = 0; i < (in_full() ? 20000 : 300); ++i) {
      const TimeSpan during = i % 3 == 0 ? TimeSpan{0, 1} : TimeSpan{100, 100.02};
      const Motion motion = random_motion(random, scene.size, during);
      const Bullet bullet = random_bullet(random, scene, motion, during);
      expect_right(scene.model, motion, bullet, during);
      hits += shoot(scene.model, motion, bullet, during).verdict == MotionVerdict::contact, ++shots;
      if (HasFailure()) FAIL() << "shot " << i << " of " << scene.size;
    }
  EXPECT_GT(hits, shots / 10);
  EXPECT_LT(hits, shots * 9 / 10);
}

TEST(Bullet, FindsContactsAtTheBeginningAtTheEndAndAtKnots) {
  const Model box(shapes::box({1, 1, 1}));
  const Motion turning = Motion::screw({}, Screw{{}, {0, 0, 1}, 1.5, 0});
  const BulletHit at_once = shoot(box, turning, {{1, 0.25, 0.5}, {5, 0, 0}});
  EXPECT_EQ(at_once.verdict, MotionVerdict::contact);
  EXPECT_EQ(at_once.lower, 0);
  EXPECT_EQ(at_once.upper, 0);
  // It comes to rest on the face; it does so again where the box has come to stand still in the meantime.
  const Motion by = Motion::straight({}, {2, 0, 0});
  const BulletHit at_last = shoot(box, by, {{9, 0.25, 0.5}, {3, 0.25, 0.5}});
  EXPECT_EQ(at_last.verdict, MotionVerdict::contact);
  EXPECT_GE(at_last.upper, 1 - 1e-12);
  EXPECT_LE(at_last.upper - at_last.lower, 1e-6);
  EXPECT_NEAR(at_last.normal.x, 1, 1e-15);
  const Motion to_and_fro = Motion::through(
      std::array{TimedPlacement{0, {}}, TimedPlacement{1, Placement::translation({2, 0, 0})}, TimedPlacement{2, {}}});
  const BulletHit at_knot = shoot(box, to_and_fro, {{3, 0.25, 0.5}, {3, 0.25, 0.5}}, {0, 2});
  EXPECT_EQ(at_knot.verdict, MotionVerdict::contact);
  EXPECT_NEAR(at_knot.upper, 1, 1e-11);
  EXPECT_EQ(shoot(box, to_and_fro, {{3.0001, 0.25, 0.5}, {3.0001, 0.25, 0.5}}, {0, 2}).verdict, MotionVerdict::clear);
}

TEST(Bullet, OnAModelThatStaysIsWhatARayHits) {
  const Model scan(shapes::bumpy_scan(3000, 7));
  Random random(11);
  int hits = 0;
  for (int i = 0; i < tries(500); ++i) {
    const Placement at = random.rotation(random.in_cube(1));
    const Bullet bullet{random.in_cube(4), random.in_cube(2)};
    const std::optional<RayHit> ray = first_hit(scan, at, Ray::between(bullet.start, bullet.end));
    const BulletHit hit = shoot(scan, at, bullet, {5, 6});
    ASSERT_EQ(hit.verdict == MotionVerdict::contact, ray.has_value());
    if (!ray) continue;
    ++hits;
    EXPECT_NEAR(hit.upper - 5, ray->t, 1e-10);
    EXPECT_NEAR(std::abs(dot(hit.normal, ray->normal)),
                hit.triangle == ray->triangle ? 1 : std::abs(dot(hit.normal, ray->normal)), 1e-9);
    EXPECT_LE(dot(hit.normal, bullet.end - bullet.start), 0);
  }
  EXPECT_GT(hits, tries(500) / 5);
}

TEST(Bullet, IsDecidedFarAwayTinyHugeAndAtRoundedPlacements) {
  Random random(17);
  for (const double scale : {1e-160, 1e-130, 1e-9, 1e9, 0x1p200})
    for (const double away : {0.0, 1e3, 1e8}) {
      Mesh mesh = shapes::torus(1, 0.3, 12, 8);
      for (Vec3& point : mesh.points) point = point * scale;
      const Model model(mesh);
      for (int i = 0; i < tries(20); ++i) {
        const auto place = [&] {
          Placement at = random.rotation((random.in_cube(1) + Vec3{away, -away, away / 3}) * scale);
          // As files have them.
          if (i % 2 == 0)
            for (double& entry : at.linear.entries) entry = static_cast<double>(static_cast<float>(entry));
          if (i % 3 == 0) at.linear = at.linear * -1;
          return at;
        };
        const Motion motion = Motion::screw(place(), place());
        const Vec3 aim = motion.at(0.5) * model.mesh().points[random.below(model.mesh().points.size())];
        const Vec3 start = aim + random.direction() * (3 * scale);
        const Bullet bullet{start, start + (aim - start) * 2};
        const BulletHit hit = shoot(model, motion, bullet);
        ASSERT_NE(hit.verdict, MotionVerdict::undecided) << scale << " " << away;
        if (hit.verdict != MotionVerdict::contact) continue;
        EXPECT_LE(closest_point(model, motion.at(hit.upper), hit.place).upper, hit.tolerance);
        EXPECT_LE(hit.tolerance, scale * (1e-11 + 2e-12 * away) + 1e-145);
      }
    }
}

TEST(Bullet, HitsTrianglesThatAreSegmentsAndPoints) {
  const Model curve(shapes::space_curve(60));
  const Motion motion = Motion::screw(Placement::translation({0.1, 0.2, 0.3}), Screw{{1, 0, 0}, {1, 2, 2}, 2, 0.5});
  Random random(19);
  int hits = 0;
  for (int i = 0; i < tries(100); ++i) {
    const double time = random.between(0.2, 0.9);
    const auto& mesh = curve.mesh();
    const Triangle& segment = mesh.triangles[random.below(mesh.triangles.size())];
    const double weight = i % 2 == 0 ? 0 : random.unit();
    const Vec3 aim = motion.at(time) * (mesh.points[segment[0]] * (1 - weight) + mesh.points[segment[1]] * weight);
    const Vec3 start = aim + random.direction() * 5;
    expect_right(curve, motion, {start, start + (aim - start) * (1 / time)}, {}, {.distance_tolerance = 1e-9});
    const BulletHit hit =
        shoot(curve, motion, {start, start + (aim - start) * (1 / time)}, {}, {.distance_tolerance = 1e-9});
    ASSERT_EQ(hit.verdict, MotionVerdict::contact);
    EXPECT_LE(hit.upper, time + 1e-6);
    hits += hit.upper > time - 1e-6;
  }
  EXPECT_GT(hits, tries(100) / 2);
}

TEST(Bullet, SlidesAlongAFaceAndPastAnEdge) {
  const Model box(shapes::box({1, 1, 1}));
  const Motion motion = Motion::straight({}, {0, 0.25, 0});
  for (const double height : {1.0, 1 + 1e-15, 1 + 1e-9, 1 - 1e-9}) {
    expect_right(box, motion, {{-3, 0.1, height}, {3, 0.2, height}});
    expect_right(box, motion, {{-3, height, height}, {3, height + 0.25, height}});
  }
}

TEST(Bullet, HitsWhatMovesByAnyFunction) {
  const Model ball(shapes::sphere(1, 8));
  const auto swing = [](double t) { return Placement::translation({4 * t * (1 - t), 0, 0}); };
  const Motion motion = Motion::of(swing, {.linear = 4});
  const Bullet bullet{{3, 0.1, 0.2}, {1, 0.1, 0.2}};
  const BulletHit hit = shoot(ball, motion, bullet);
  ASSERT_EQ(hit.verdict, MotionVerdict::contact);
  EXPECT_LE(closest_point(ball, motion.at(hit.upper), hit.place).upper, hit.tolerance);
  EXPECT_LE(hit.upper - hit.lower, 1e-6);
  for (double t = 0; t < hit.lower; t += hit.lower / 100)
    EXPECT_GT(closest_point(ball, motion.at(t), bullet.start + (bullet.end - bullet.start) * t).lower, 0);
}

bool same(const BulletHit& a, const BulletHit& b) {
  return a.verdict == b.verdict && a.lower == b.lower && a.upper == b.upper && a.target == b.target &&
         a.triangle == b.triangle && a.distance == b.distance && a.place == b.place && a.point == b.point &&
         a.normal == b.normal && a.tolerance == b.tolerance;
}

TEST(Bullet, OfABatchIsThatOfTheFirstTargetOnAllThreadsAndInstructions) {
  std::vector<ShotAt> models = scenes();
  const Model none{Mesh{}};
  Random random(29);
  std::vector<BulletTarget> targets;
  for (int i = 0; i < 23; ++i) {
    const Placement from = random.rotation(random.in_cube(8)), to = random.rotation(from.shift + random.in_cube(2));
    const Placement over = random.rotation(from.shift + random.in_cube(2));
    const Motion motion =
        i % 4 == 0 ? Motion(from)
        : i % 4 == 1
            ? Motion::screw(from, to)
            : Motion::through(std::array{TimedPlacement{0, from}, TimedPlacement{0.4, over}, TimedPlacement{1, to}});
    targets.push_back({i == 9 ? &none : &models[static_cast<std::size_t>(i) % models.size()].model, motion});
  }
  std::vector<Bullet> bullets;
  for (int i = 0; i < tries(400); ++i) bullets.push_back({random.in_cube(10), random.in_cube(10)});
  const std::vector<BulletHit> hits = shoot(targets, bullets);
  int contacts = 0;
  for (std::size_t i = 0; i < bullets.size(); ++i) {
    double upper = std::numeric_limits<double>::infinity();
    for (const BulletTarget& target : targets)
      upper = std::min(upper, shoot(*target.model, target.motion, bullets[i]).upper);
    ASSERT_EQ(hits[i].verdict == MotionVerdict::contact, upper <= 1) << i;
    if (upper > 1) continue;
    ++contacts;
    EXPECT_LE(hits[i].lower, upper);
    EXPECT_NEAR(hits[i].upper, upper, 1e-6);
    const BulletTarget& target = targets[hits[i].target];
    EXPECT_LE(closest_point(*target.model, target.motion.at(hits[i].upper), hits[i].place).upper, hits[i].tolerance);
  }
  EXPECT_GT(contacts, tries(400) / 10);
  for (const Simd simd : available_simd())
    for (const int threads : {1, 2, 0}) {
      const std::vector<BulletHit> again = shoot(targets, bullets, {}, {.simd = simd, .threads = threads});
      EXPECT_TRUE(std::equal(hits.begin(), hits.end(), again.begin(), again.end(), same)) << name_of(simd);
    }
  EXPECT_TRUE(shoot(targets, {}).empty());
  EXPECT_EQ(shoot({}, bullets)[0].verdict, MotionVerdict::clear);
}

// Many are computed side by side, one alone.
TEST(Bullet, OfManyIsToTheBitThatOfOne) {
  const std::vector<ShotAt> all = scenes();
  Random random(31);
  int contacts = 0;
  for (int round = 0; round < tries(10); ++round) {
    const ShotAt& scene = all[static_cast<std::size_t>(round) % all.size()];
    const TimeSpan during = round % 3 == 0 ? TimeSpan{0, 1} : TimeSpan{-2, 5};
    const Motion motion = random_motion(random, scene.size, during);
    std::vector<Bullet> bullets;
    for (int i = 0; i < 600; ++i) bullets.push_back(random_bullet(random, scene, motion, during));
    // Some begin on the model, some come from far away, some stay, and some hardly move.
    const auto& points = scene.model.mesh().points;
    for (std::size_t i = 0; i < bullets.size(); i += 10) {
      bullets[i].start = motion.at(during.begin) * points[random.below(points.size())];
      bullets[i + 1].start = bullets[i + 1].start * 1e6;
      bullets[i + 2].end = bullets[i + 2].start;
      bullets[i + 3].end = bullets[i + 3].start + random.in_cube(1e-3);
    }
    const BulletTarget target{&scene.model, motion};
    for (const double tolerance : {BulletOptions::automatic, 1e-3}) {
      BulletOptions options{.distance_tolerance = tolerance};
      std::vector<BulletHit> alone;
      for (const Bullet& bullet : bullets) alone.push_back(shoot(scene.model, motion, bullet, during, options));
      for (const BulletHit& hit : alone) contacts += hit.verdict == MotionVerdict::contact;
      for (const Simd simd : available_simd()) {
        options.simd = simd;
        const std::vector<BulletHit> hits = shoot(std::span(&target, 1), bullets, during, options);
        for (std::size_t i = 0; i < bullets.size(); ++i)
          ASSERT_TRUE(same(hits[i], alone[i])) << round << " " << i << " " << name_of(simd);
      }
    }
  }
  EXPECT_GT(contacts, tries(10) * 300);
}

TEST(Bullet, RefusesWhatCannotBeAsked) {
  const Model box(shapes::box({1, 1, 1}));
  const Bullet bullet{{-3, 0, 0}, {3, 0, 0}};
  const Motion later = Motion::straight({}, {1, 0, 0}, {5, 6});
  EXPECT_THROW(shoot(box, later, bullet), Error);
  EXPECT_THROW(shoot(box, {}, bullet, {1, 1}), Error);
  EXPECT_THROW(shoot(box, {}, bullet, {0, std::numeric_limits<double>::infinity()}), Error);
  EXPECT_THROW(shoot(box, {}, bullet, {0, 0x1p-1074}), Error);
  EXPECT_THROW(shoot(box, {}, {{-3, 0, 0}, {0x1p301, 0, 0}}), Error);
  EXPECT_THROW(shoot(box, {}, {{-3, 0, std::nan("")}, {1, 0, 0}}), Error);
  EXPECT_THROW(shoot(box, {}, bullet, {}, {.distance_tolerance = -2}), Error);
  EXPECT_THROW(shoot(box, {}, bullet, {}, {.time_tolerance = std::nan("")}), Error);
  // Only the time in which the target moves is looked at.
  const BulletHit hit = shoot(box, later, {{-30, 0, 0}, {30, 0, 0}}, {0, 20});
  EXPECT_EQ(hit.verdict, MotionVerdict::clear);
  std::atomic<bool> stop = true;
  const BulletHit stopped = shoot(box, {}, bullet, {}, {.stop = &stop});
  EXPECT_EQ(stopped.verdict, MotionVerdict::undecided);
  EXPECT_EQ(stopped.lower, 0);
}

TEST(Bullet, WithoutAToleranceIsToldWhereItIsOnTheModelExactly) {
  const Model box(shapes::box({1, 1, 1}));
  // On the face at time 1/2, which doubles hold.
  const BulletHit exact = shoot(box, {}, {{-3, 0.25, 0.5}, {1, 0.25, 0.5}}, {}, {.distance_tolerance = 0});
  EXPECT_EQ(exact.verdict, MotionVerdict::contact);
  EXPECT_EQ(exact.upper, 0.5);
  EXPECT_EQ(exact.distance, 0);
  const BulletHit wide =
      shoot(box, {}, {{-3, 0.25, 0.5}, {3, 0.25, 0.5}}, {}, {.distance_tolerance = 0.5, .time_tolerance = 0});
  EXPECT_EQ(wide.verdict, MotionVerdict::contact);
  EXPECT_LE(wide.distance, 0.5);
}

}  // namespace
}  // namespace abut
