#include "math/random.h"
#include <abut/error.h>
#include <abut/scene.h>
#include <abut/shapes.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A scene as plain lists, whose pairs are looked at one after the other.
class PlainScene {
 public:
  struct Body {
    BodyId id;
    Shape shape;
    Placement at;
    BodyOptions options;
    std::string to;  ///< attached to it
    Placement at_to;
    bool may_collide = false;
  };
  std::map<std::string, Body> bodies;
  std::vector<std::pair<std::string, std::string>> allowed;  ///< names or beginnings of names that end in '*'

  void place(const std::string& name, const Placement& at) {
    bodies[name].at = at;
    for (auto& [other, body] : bodies)
      if (body.to == name) place(other, at * body.at_to);
  }
  bool looks_at(const std::string& a, const std::string& b) const {
    const Body &of_a = bodies.at(a), &of_b = bodies.at(b);
    if (!(of_a.options.mask & of_b.options.group) || !(of_b.options.mask & of_a.options.group)) return false;
    if ((of_a.to == b && !of_a.may_collide) || (of_b.to == a && !of_b.may_collide)) return false;
    const auto matches = [](const std::string& pattern, const std::string& name) {
      return pattern.back() == '*' ? name.starts_with(pattern.substr(0, pattern.size() - 1)) : name == pattern;
    };
    for (const auto& [p, q] : allowed)
      if ((matches(p, a) && matches(q, b)) || (matches(p, b) && matches(q, a))) return false;
    return true;
  }
  std::vector<BodyPair> within(double distance) const {
    std::vector<BodyPair> pairs;
    for (auto a = bodies.begin(); a != bodies.end(); ++a)
      for (auto b = std::next(a); b != bodies.end(); ++b) {
        const double margin = a->second.options.padding + b->second.options.padding + distance;
        if (!looks_at(a->first, b->first)) continue;
        if (!touches(a->second.shape, a->second.at, b->second.shape, b->second.at, margin)) continue;
        pairs.push_back({std::min(a->second.id, b->second.id), std::max(a->second.id, b->second.id)});
      }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }
};

/// Turns by 3-4-5 angles and shifts by multiples of an eighth: bodies touch exactly, and faces lie in each other.
Placement grid_placement(Random& random, double half) {
  const double c[3] = {1, 0.6, 0.8}, s[3] = {0, 0.8, 0.6};
  const std::uint64_t turn = random.below(3);
  Placement at;
  at.linear = Matrix3::from_rows({c[turn], -s[turn], 0}, {s[turn], c[turn], 0}, {0, 0, 1});
  for (int k = 0; k < 3; ++k) at.shift[k] = std::round(8 * random.between(-half, half)) / 8;
  return at;
}

std::vector<Shape> shapes_for_scripts() {
  return {Shape::box({1, 1, 1}),
          Shape::box({2, 0.5, 0.25}),
          Shape::sphere(0.5),
          Shape::capsule(0.25, 1),
          Shape::rounded_box({0.5, 0.5, 0.5}, 0.125),
          Shape(Solid(Model(shapes::box({1.5, 1.5, 1.5})))),
          Shape(Model(shapes::box({1, 2, 0.5}))),
          Shape()};
}

class SceneScript {
 public:
  SceneScript(std::uint64_t seed, bool on_grid) : random_(seed), on_grid_(on_grid) {}

  static bool has_failed() { return testing::Test::HasFatalFailure(); }

  void run(int changes) {
    for (int i = 0; i < changes; ++i) {
      for (std::uint64_t rest = 1 + random_.below(4); rest > 0; --rest) ASSERT_NO_FATAL_FAILURE(change());
      const std::vector<BodyPair> pairs = plain_.within(0);
      ASSERT_EQ(scene_.touching(), pairs);
      ASSERT_EQ(scene_.size(), plain_.bodies.size());
      if (i % 4 == 0) ask_more(pairs);
      if (i % 3 == 0) next_frame(pairs);
      if (has_failed()) return;
    }
  }

 private:
  Placement place() { return on_grid_ ? grid_placement(random_, 3) : random_.rotation(random_.in_cube(3)); }
  BodyOptions some_options() {
    BodyOptions options;
    if (random_.chance(0.3)) options.padding = on_grid_ ? 0.125 : 0.3 * random_.unit();
    if (random_.chance(0.2)) options.group = 2, options.mask = random_.chance(0.5) ? 1 : 3;
    return options;
  }
  std::string any() {
    return std::next(plain_.bodies.begin(), static_cast<std::ptrdiff_t>(random_.below(plain_.bodies.size())))->first;
  }
  bool moves_with(std::string name, const std::string& other) const {
    for (; !name.empty(); name = plain_.bodies.at(name).to)
      if (name == other) return true;
    return false;
  }

  void add() {
    const Shape shape = random_.chance(0.02) ? Shape::half_space() : shapes_[random_.below(shapes_.size())];
    const std::string name = (random_.chance(0.2) ? "tool " : "part ") + std::to_string(added_++);
    const PlainScene::Body body{{}, shape, place(), some_options(), "", {}, false};
    plain_.bodies[name] = body;
    plain_.bodies[name].id = scene_.add(name, body.shape, body.at, body.options);
  }
  void remove(const std::string& name) {
    scene_.remove(plain_.bodies[name].id);
    plain_.bodies.erase(name);
    for (auto& [other, body] : plain_.bodies)
      if (body.to == name) body.to.clear();
  }
  void move() {
    std::vector<BodyId> ids;
    std::vector<Placement> at;
    for (std::uint64_t rest = random_.below(8); rest > 0; --rest) {
      const std::string name = any();
      if (!plain_.bodies[name].to.empty()) continue;
      ids.push_back(plain_.bodies[name].id);
      at.push_back(random_.chance(0.7) ? Placement{plain_.bodies[name].at.linear,
                                                   plain_.bodies[name].at.shift + random_.in_cube(on_grid_ ? 0 : 0.1)}
                                       : place());
      plain_.place(name, at.back());
    }
    scene_.move(ids, at);
  }
  void attach() {
    const std::string name = any(), to = any();
    PlainScene::Body& body = plain_.bodies[name];
    if (!body.to.empty()) {
      scene_.detach(body.id);
      body.to.clear();
    } else if (!moves_with(to, name)) {
      body.may_collide = random_.chance(0.3);
      body.at_to = place();
      scene_.attach(body.id, plain_.bodies[to].id, body.at_to, {.may_collide = body.may_collide});
      body.to = to;
      plain_.place(name, plain_.bodies[to].at * body.at_to);
    }
  }
  void change() {
    const std::uint64_t kind = random_.below(40);
    if (kind < 8 || plain_.bodies.size() < 4)
      add();
    else if (kind < 11)
      remove(any());
    else if (kind < 30)
      move();
    else if (kind < 34)
      attach();
    else if (kind < 37)
      set_options(any());
    else if (kind < 39)
      set_shape(any());
    else if (plain_.allowed.size() < 3)
      allow();
  }
  void set_options(const std::string& name) {
    scene_.set_options(plain_.bodies[name].id, plain_.bodies[name].options = some_options());
  }
  void set_shape(const std::string& name) {
    scene_.set_shape(plain_.bodies[name].id, plain_.bodies[name].shape = shapes_[random_.below(shapes_.size())]);
  }
  void allow() {
    plain_.allowed.push_back({any(), random_.chance(0.5) ? "tool*" : any()});
    scene_.allow(plain_.allowed.back().first, plain_.allowed.back().second);
  }

  void ask_more(const std::vector<BodyPair>& pairs) {
    EXPECT_EQ(scene_.touching({.threads = 2}), pairs);
    std::vector<BodyPair> sunk;
    scene_.touching([&](const BodyPair& pair) { return sunk.push_back(pair), Flow::go_on; });
    EXPECT_EQ(sunk, pairs);
    const double distance = on_grid_ ? 0.25 : random_.unit();
    const std::vector<BodyPair> near = plain_.within(distance);
    EXPECT_EQ(scene_.within(distance), near);
    EXPECT_EQ(scene_.within(distance, {.threads = 2}), near);
    const std::vector<BodyId> ids = scene_.bodies();
    const std::vector<std::vector<BodyId>> partners = scene_.touching(ids, {.threads = 2});
    for (std::size_t i = 0; i < ids.size(); ++i) {
      std::vector<BodyId> expected;
      for (const BodyPair& pair : pairs)
        if (pair.a == ids[i] || pair.b == ids[i]) expected.push_back(pair.a == ids[i] ? pair.b : pair.a);
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(partners[i], expected);
      ASSERT_EQ(scene_.touching(ids[i]), expected);
    }
    const std::string name = any();
    const std::vector<Placement> elsewhere{place(), place(), place()};
    const std::vector<std::uint8_t> touched = scene_.touches_at(plain_.bodies[name].id, elsewhere);
    for (std::size_t i = 0; i < elsewhere.size(); ++i) {
      bool expected = false;
      for (const auto& [other, body] : plain_.bodies)
        if (!moves_with(other, name) && plain_.looks_at(name, other))
          expected |= touches(plain_.bodies[name].shape, elsewhere[i], body.shape, body.at,
                              plain_.bodies[name].options.padding + body.options.padding);
      ASSERT_EQ(touched[i] != 0, expected);
    }
  }
  void next_frame(const std::vector<BodyPair>& pairs) {
    const SceneEvents events = scene_.next_frame({.threads = random_.chance(0.5) ? 2 : 1});
    std::vector<BodyPair> began, stayed, ended;
    std::set_difference(pairs.begin(), pairs.end(), before_.begin(), before_.end(), std::back_inserter(began));
    std::set_intersection(pairs.begin(), pairs.end(), before_.begin(), before_.end(), std::back_inserter(stayed));
    std::set_difference(before_.begin(), before_.end(), pairs.begin(), pairs.end(), std::back_inserter(ended));
    ASSERT_EQ(events.began, began);
    ASSERT_EQ(events.stayed, stayed);
    ASSERT_EQ(events.ended, ended);
    for (const BodyPair& pair : ended) ASSERT_FALSE(scene_.name(pair.a).empty() || scene_.name(pair.b).empty());
    before_ = pairs;
  }

  Random random_;
  bool on_grid_;
  const std::vector<Shape> shapes_ = shapes_for_scripts();
  Scene scene_;
  PlainScene plain_;
  std::vector<BodyPair> before_;
  int added_ = 0;
};

TEST(Scene, HasThePairsOfBruteForceAfterEveryChange) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) ASSERT_NO_FATAL_FAILURE(SceneScript(seed, false).run(40)) << seed;
}

TEST(Scene, HasThePairsOfBruteForceWhereBodiesJustTouch) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) ASSERT_NO_FATAL_FAILURE(SceneScript(seed, true).run(40)) << seed;
}

const Shape cube = Shape::box({1, 1, 1});

TEST(Scene, TellsABodyWhollyInsideASolidOne) {
  Scene scene;
  const BodyId small = scene.add("small", Shape::sphere(0.1));
  const BodyId large = scene.add("large", Shape(Solid(Model(shapes::box({4, 4, 4})))));
  EXPECT_THAT(scene.touching(), ElementsAre(BodyPair{small, large}));
  scene.set_shape(large, Shape(Model(shapes::box({4, 4, 4}))));
  EXPECT_THAT(scene.touching(), IsEmpty());
}

TEST(Scene, OfBodiesOnAFloorTellsBeginStayAndEnd) {
  Scene scene;
  const BodyId floor = scene.add("floor", Shape::half_space());
  const BodyId box = scene.add("box", cube, Placement::translation({0, 0, 2}));
  EXPECT_THAT(scene.next_frame().began, IsEmpty());
  scene.move(box, Placement::translation({0, 0, 0.5}));
  EXPECT_THAT(scene.next_frame().began, ElementsAre(BodyPair{floor, box}));
  EXPECT_THAT(scene.next_frame().stayed, ElementsAre(BodyPair{floor, box}));
  scene.remove(box);
  const SceneEvents events = scene.next_frame();
  EXPECT_THAT(events.ended, ElementsAre(BodyPair{floor, box}));
  EXPECT_EQ(scene.name(events.ended[0].b), "box");
  scene.next_frame();
  EXPECT_THROW(scene.name(box), Error);
}

TEST(Scene, RefreshesItsBoxesAfterATeleportAndAChangeOfPadding) {
  Scene scene;
  const BodyId a = scene.add("a", cube), b = scene.add("b", cube, Placement::translation({1000, 0, 0}));
  EXPECT_THAT(scene.touching(), IsEmpty());
  scene.set_options(a, {.padding = 999});
  EXPECT_THAT(scene.touching(), ElementsAre(BodyPair{a, b}));
  scene.set_options(a, {.padding = 998.875});
  EXPECT_THAT(scene.touching(), IsEmpty());
  scene.move(b, Placement::translation({1, 0, 0}));
  EXPECT_THAT(scene.touching(), ElementsAre(BodyPair{a, b}));
}

TEST(Scene, IsAValueWhoseCopiesAreSnapshots) {
  Scene scene;
  const BodyId a = scene.add("a", cube), b = scene.add("b", cube);
  const Scene before = scene;
  scene.move(b, Placement::translation({5, 0, 0}));
  scene.remove(a);
  EXPECT_THAT(before.touching(), ElementsAre(BodyPair{a, b}));
  EXPECT_EQ(before.size(), 2u);
  EXPECT_EQ(scene.size(), 1u);
  EXPECT_THAT(scene.touching(), IsEmpty());
}

TEST(Scene, CarriesWhatIsAttachedAlong) {
  Scene scene;
  const BodyId hand = scene.add("hand", cube), part = scene.add("part", cube, Placement::translation({1, 0, 0}));
  const BodyId wall = scene.add("wall", cube, Placement::translation({4, 0, 0}));
  EXPECT_THAT(scene.touching(), ElementsAre(BodyPair{hand, part}));
  EXPECT_FALSE(scene.attachment(part));
  scene.attach(part, hand);
  EXPECT_EQ(scene.attachment(part)->to, hand);
  EXPECT_EQ(scene.attachment(part)->at, scene.placement(part));
  EXPECT_THAT(scene.touching(), IsEmpty());
  scene.move(hand, Placement::translation({2, 0, 0}));
  EXPECT_EQ(scene.placement(part).shift, (Vec3{3, 0, 0}));
  EXPECT_THAT(scene.touching(), ElementsAre(BodyPair{part, wall}));
  scene.detach(part);
  EXPECT_THAT(scene.touching(), ElementsAre(BodyPair{hand, part}, BodyPair{part, wall}));
  scene.allow("ha*", "part");
  EXPECT_THAT(scene.touching(), ElementsAre(BodyPair{part, wall}));
  ASSERT_EQ(scene.allowed().size(), 1u);
  EXPECT_EQ(scene.allowed()[0].a, "ha*");
}

/// The message of the Error that a call throws; empty when it throws none.
template <class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Scene, SaysWhatIsWrongInOneSentenceAndChangesNothing) {
  Scene scene;
  const BodyId cup = scene.add("cup", cube), table = scene.add("table", Shape::sphere(1));
  EXPECT_EQ(error_of([&] { scene.add("cup", cube); }), "the scene has a body 'cup' already");
  const std::vector<NewBody> twins{{"x", cube}, {"x", cube}};
  EXPECT_EQ(error_of([&] { scene.add(twins); }), "the scene has a body 'x' already");
  EXPECT_EQ(error_of([&] { scene.find("pot"); }), "the scene has no body 'pot'");
  EXPECT_THAT(error_of([&] {
                scene.move(cup, Placement::translation({nan, 0, 0}));
              }),
              HasSubstr("body 'cup': the placement"));
  Placement scaled;
  scaled.linear = scaled.linear * 2;
  EXPECT_THAT(error_of([&] { scene.move(table, scaled); }), HasSubstr("body 'table': "));
  for (const double padding : {-1.0, nan, std::numeric_limits<double>::infinity()})
    EXPECT_EQ(error_of([&] { scene.set_options(cup, {.padding = padding}); }),
              "the padding of body 'cup' must be a number from 0 to 2^300");
  EXPECT_EQ(error_of([&] { scene.within(-1); }), "the distance must be a number from 0 to 2^300");
  EXPECT_EQ(error_of([&] { scene.touching({.threads = -1}); }), "the number of threads must not be negative");
  const std::vector<BodyId> both{cup, table};
  EXPECT_EQ(error_of([&] { scene.move(both, std::vector<Placement>(3)); }),
            "there are 2 bodies to move and 3 placements");
  scene.attach(cup, table);
  EXPECT_EQ(error_of([&] { scene.move(cup, {}); }),
            "body 'cup' is attached to 'table' and moves with it; detach it first");
  EXPECT_THAT(error_of([&] { scene.attach(table, cup); }), HasSubstr("cannot be attached to 'cup'"));
  EXPECT_THAT(error_of([&] { scene.attach(cup, table); }), HasSubstr("is attached already"));
  EXPECT_THAT(error_of([&] { scene.detach(table); }), HasSubstr("is not attached"));
  scene.remove(cup);
  EXPECT_EQ(error_of([&] { scene.move(cup, {}); }), "the scene has no body 0; was it removed?");
  const BodyId again = scene.add("cup", cube);
  EXPECT_NE(again, cup);
  EXPECT_EQ(scene.size(), 2u);
  EXPECT_THAT(scene.touching(), ElementsAre(BodyPair{std::min(again, table), std::max(again, table)}));
}

TEST(Scene, MovesAllBodiesOrNone) {
  Scene scene;
  const BodyId a = scene.add("a", cube), b = scene.add("b", cube);
  const std::vector<BodyId> bodies{a, b};
  const std::vector<Placement> at{Placement::translation({9, 0, 0}), Placement::translation({nan, 0, 0})};
  EXPECT_THROW(scene.move(bodies, at), Error);
  EXPECT_EQ(scene.placement(a), Placement{});
}

}  // namespace
}  // namespace abut
