#include "math/random.h"
#include <abut/error.h>
#include <abut/scene.h>
#include <abut/shapes.h>

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// Bodies that move among others that rest.
struct Crowd {
  Scene scene;
  std::vector<BodyId> ids;
  std::vector<BodyMotion> motions;

  Crowd(std::uint64_t seed, int bodies, int moving) {
    Random random(seed);
    const Shape shapes[] = {Shape::box({1, 0.5, 0.5}),
                            Shape::sphere(0.4),
                            Shape::capsule(0.2, 0.8),
                            Shape(Solid(Model(shapes::sphere(0.5, 2)))),
                            Shape::rounded_box({0.5, 0.5, 0.5}, 0.1),
                            Shape()};
    for (int i = 0; i < bodies; ++i)
      ids.push_back(scene.add("body " + std::to_string(i), shapes[random.below(6)], random.rotation(random.in_cube(4)),
                              {.padding = i % 3 == 0 ? 0.05 : 0}));
    ids.push_back(scene.add("ground", Shape::half_space(), random.rotation({0, 0, -4})));
    for (int i = 0; i < moving; ++i) {
      const Placement from = scene.placement(ids[static_cast<std::size_t>(i)]);
      const Placement turn = Placement::rotation(1, random.unit(), random.unit(), random.unit());
      const Placement to{(turn * from).linear, from.shift + random.in_cube(3)};
      motions.push_back({ids[static_cast<std::size_t>(i)], Motion::slerp(from, to)});
    }
  }
  Placement at(BodyId body, double time) const {
    for (const BodyMotion& each : motions)
      if (each.body == body) return each.motion.at(time);
    return scene.placement(body);
  }
  bool touch(const BodyPair& pair, double time, double more) const {
    const double margin = scene.options(pair.a).padding + scene.options(pair.b).padding + more;
    return touches(scene.shape(pair.a), at(pair.a, time), scene.shape(pair.b), at(pair.b, time), margin);
  }
};

TEST(SceneMotions, MissNoContactThatSamplesFind) {
  int contacts = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Crowd crowd(seed, 25, 6);
    const double margin = seed % 3 == 0 ? 0.02 : 0;
    const std::vector<SceneMotionContact> found =
        crowd.scene.first_contacts(crowd.motions, {.margin = margin, .threads = 2});
    for (std::size_t i = 1; i < found.size(); ++i) ASSERT_LE(found[i - 1].contact.upper, found[i].contact.upper);
    const auto moves = [&](BodyId id) {
      return std::any_of(crowd.motions.begin(), crowd.motions.end(), [&](const auto& each) { return each.body == id; });
    };
    for (std::size_t i = 0; i < crowd.ids.size(); ++i)
      for (std::size_t j = i + 1; j < crowd.ids.size(); ++j) {
        const BodyPair pair{crowd.ids[i], crowd.ids[j]};
        if (!moves(pair.a) && !moves(pair.b)) continue;
        const auto told = std::find_if(found.begin(), found.end(), [&](const auto& each) { return each.pair == pair; });
        const double proved = told == found.end() ? 2 : told->contact.lower;
        for (int sample = 0; sample <= 100; ++sample) {
          const double time = sample / 100.0;
          ASSERT_FALSE(time < proved && crowd.touch(pair, time, margin)) << seed << " at " << time;
        }
        if (told == found.end()) continue;
        ASSERT_EQ(told->contact.verdict, MotionVerdict::contact);
        ASSERT_TRUE(crowd.touch(pair, told->contact.upper, margin + told->contact.tolerance + 1e-12));
        ++contacts;
      }
    ASSERT_EQ(found.size(), crowd.scene.first_contacts(crowd.motions, {.margin = margin}).size());
  }
  EXPECT_GT(contacts, 50);
}

TEST(SceneMotions, OfAFastBodyDoNotTunnel) {
  Scene scene;
  const BodyId bullet = scene.add("bullet", Shape::sphere(0.01));
  const BodyId wall = scene.add("wall", Shape::box({0.001, 10, 10}), Placement::translation({50, 0, 0}));
  scene.add("beside", Shape::box({1, 1, 1}), Placement::translation({30, 5, 0}));
  const std::vector<BodyMotion> shot{{bullet, Motion::straight({}, {100, 0, 0})}};
  const std::vector<SceneMotionContact> found = scene.first_contacts(shot);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].pair, (BodyPair{bullet, wall}));
  EXPECT_NEAR(found[0].contact.upper, 0.499895, 1e-5);
}

TEST(SceneMotions, BeginWithWhatIsInsideASolidAlready) {
  Scene scene;
  const BodyId fly = scene.add("fly", Shape::sphere(0.01)), rock = scene.add("rock", Shape::box({9, 9, 9}));
  const std::vector<BodyMotion> moves{{fly, Motion::straight({}, {1, 0, 0})}};
  const std::vector<SceneMotionContact> found = scene.first_contacts(moves);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].pair, (BodyPair{fly, rock}));
  EXPECT_EQ(found[0].contact.upper, 0);
}

TEST(SceneMotions, SayWhatTheyCannotDo) {
  Scene scene;
  const BodyId hand = scene.add("hand", Shape::sphere(1)), part = scene.add("part", Shape::sphere(1));
  const BodyMotion go{hand, Motion::straight({}, {1, 0, 0})};
  const std::vector<BodyMotion> once{go}, twice{go, go}, rest{{hand, Motion()}};
  EXPECT_THROW(scene.first_contacts(once, {.after_parting = true}), Error);
  EXPECT_THROW(scene.first_contacts(once, {.margin = -1}), Error);
  EXPECT_THROW(scene.first_contacts(twice), Error);
  EXPECT_THROW(scene.first_contacts(rest), Error);
  EXPECT_THROW(scene.first_contacts(once, {.during = {2, 3}}), Error);
  scene.attach(part, hand);
  EXPECT_THROW(scene.first_contacts(once), Error);
}

}  // namespace
}  // namespace abut
