#include "math/random.h"
#include "robot/kinematics_oracle.h"
#include <abut/error.h>

#include <gmock/gmock.h>

namespace abut {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double pi = 3.14159265358979323846;

std::vector<Link> links(std::initializer_list<const char*> names) {
  std::vector<Link> result;
  for (const char* name : names) result.push_back({name});
  return result;
}

Joint turning(const char* name, const char* parent, const char* child, const Vec3& axis = {0, 0, 1}) {
  Joint joint;
  joint.name = name;
  joint.kind = JointKind::revolute;
  joint.parent = parent;
  joint.child = child;
  joint.axis = axis;
  joint.limits = {-2, 2};
  joint.origin.shift = {1, 0, 0};
  return joint;
}

std::string refusal(std::vector<Link> links, std::vector<Joint> joints) {
  try {
    Figure figure(std::move(links), std::move(joints));
  } catch (const Error& error) {
    return error.what();
  }
  return "taken";
}

std::string refusal(const Figure& figure, const std::vector<double>& configuration) {
  try {
    figure.place(configuration);
  } catch (const Error& error) {
    return error.what();
  }
  return "taken";
}

TEST(Figure, TurnsAndSlides) {
  Joint slide = turning("slide", "b", "c", {0, 0, 2});
  slide.kind = JointKind::prismatic;
  const Figure figure(links({"a", "b", "c"}), {turning("turn", "a", "b"), slide});
  const std::vector<Placement> at = figure.place(std::vector{pi / 2, 0.5});
  EXPECT_EQ(at[0], Placement());
  EXPECT_EQ(at[1].shift, (Vec3{1, 0, 0}));
  EXPECT_NEAR(at[2].shift.x, 1, 1e-15);
  EXPECT_NEAR(at[2].shift.y, 1, 1e-15);
  EXPECT_EQ(at[2].shift.z, 0.5);
}

// A chain and branches with every kind of joint, in an order that is not that of the tree.
struct RandomFigure {
  std::vector<Link> links;
  std::vector<Joint> joints;
};

RandomFigure random_figure(Random& random, std::size_t count) {
  RandomFigure made;
  for (std::size_t i = 0; i < count; ++i) made.links.push_back({"link" + std::to_string(i)});
  for (std::size_t i = 1; i < count; ++i) {
    Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.kind = all_joint_kinds[random.below(all_joint_kinds.size())];
    joint.parent = made.links[random.below(i)].name;
    joint.child = made.links[i].name;
    joint.axis = {random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)};
    if (joint.kind == JointKind::planar) joint.axis = {0, 0, random.between(0.1, 2)};
    joint.origin = Placement::rotation(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), 1,
                                       {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)});
    made.joints.push_back(joint);
  }
  for (Joint& joint : made.joints) {
    const Joint& leader = made.joints[random.below(made.joints.size())];
    const bool both = numbers_of(joint.kind) == 1 && numbers_of(leader.kind) == 1;
    if (both && &leader < &joint && random.below(3) == 0)
      joint.mimic = Mimic{leader.name, random.between(-2, 2), random.between(-1, 1)};
  }
  for (std::size_t i = made.joints.size(); i > 1; --i) std::swap(made.joints[i - 1], made.joints[random.below(i)]);
  for (std::size_t i = made.links.size(); i > 1; --i) std::swap(made.links[i - 1], made.links[random.below(i)]);
  return made;
}

std::vector<double> random_configuration(const Figure& figure, Random& random) {
  std::vector<double> q;
  for (const JointNumber& number : figure.numbers()) {
    q.push_back(random.between(-7, 7));
    if (!number.name.ends_with("/rot_w")) continue;
    double* r = &q[q.size() - 4];
    const double norm = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    for (int i = 0; i < 4; ++i) r[i] /= norm;
  }
  return q;
}

TEST(Figure, PlacesLinksWhereProductsOfRodriguesFormulaInLongDoubleDo) {
  Random random(181);
  for (int round = 0; round < 300; ++round) {
    const RandomFigure made = random_figure(random, 2 + random.below(20));
    const Figure figure(made.links, made.joints);
    const Placement base = Placement::rotation(1, random.between(-1, 1), 0.3, -0.2, {random.between(-5, 5), 1, 2});
    for (int i = 0; i < 5; ++i) {
      const std::vector<double> q = random_configuration(figure, random);
      const std::vector<Placement> at = figure.place(q, base);
      for (std::size_t link = 0; link < at.size(); ++link) {
        // Numbers up to 15, twenty joints in a row: some 500 roundings of numbers below 300.
        const LongPlacement expected = long_link(made.joints, made.links[link].name, q, base);
        EXPECT_LT(largest_difference(expected, at[link]), 2e-12);
        EXPECT_TRUE(is_rigid(at[link]));
      }
    }
  }
}

TEST(Figure, AtZeroHasTheOriginsExactly) {
  Random random(182);
  for (int round = 0; round < 100; ++round) {
    Joint joint = turning("joint", "a", "b", {random.between(-1, 1), random.between(-1, 1), 0.1});
    joint.origin = Placement::rotation(1, random.between(-1, 1), random.between(-1, 1), 1, {1, 2, 3});
    EXPECT_EQ(Figure(links({"a", "b"}), {joint}).place(std::vector{0.0})[1], joint.origin);
  }
}

// The plane's x and y are square to the axis and to each other, whatever the axis.
TEST(Figure, MovesPlanarJointsAcrossTheirAxis) {
  Random random(183);
  for (const Vec3& axis :
       {Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{1, 1, 1}, Vec3{-1, 1e-9, 0},
        Vec3{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}}) {
    Joint joint = turning("joint", "a", "b", axis);
    joint.kind = JointKind::planar;
    joint.origin = {};
    const Figure figure(links({"a", "b"}), {joint});
    const Vec3 x = figure.place(std::vector{1.0, 0.0, 0.0})[1].shift,
               y = figure.place(std::vector{0.0, 1.0, 0.0})[1].shift;
    const Vec3 unit = axis * (1 / length(axis));
    EXPECT_NEAR(length(x), 1, 1e-15);
    EXPECT_NEAR(length(cross(x, y) - unit), 0, 1e-15);
    EXPECT_NEAR(length(figure.place(std::vector{0.0, 0.0, 1.0})[1].linear * unit - unit), 0, 1e-15);
  }
  Joint flat = turning("joint", "a", "b");
  flat.kind = JointKind::planar;
  const Figure figure(links({"a", "b"}), {flat});
  EXPECT_EQ(figure.place(std::vector{1.0, 2.0, 0.0})[1].shift, (Vec3{2, 2, 0}));
  EXPECT_EQ(figure.numbers()[2].name, "joint/theta");
}

TEST(Figure, TakesItsNumbersInTheOrderOfTheJoints) {
  Joint far = turning("far", "b", "c"), near = turning("near", "a", "b"), stuck = turning("stuck", "c", "d");
  stuck.kind = JointKind::fixed;
  const Figure figure(links({"d", "c", "b", "a"}), {far, stuck, near});
  EXPECT_EQ(figure.dof(), 2u);
  EXPECT_EQ(figure.numbers()[0].name, "far");
  EXPECT_EQ(figure.numbers()[1].name, "near");
  EXPECT_EQ(figure.root(), 3u);
  EXPECT_THAT(figure.order(), ElementsAre(2, 0, 1));
  EXPECT_EQ(figure.joint_of(2), std::optional<std::size_t>(2));
  EXPECT_EQ(figure.joint_of(3), std::nullopt);
  EXPECT_EQ(figure.joint_places()[0].parent, 2u);
  EXPECT_EQ(figure.find_link("c"), std::optional<std::size_t>(1));
  EXPECT_EQ(figure.find_joint("c"), std::nullopt);
}

TEST(Figure, FollowsFollowersToTheJointThatDecides) {
  Joint first = turning("first", "a", "b"), second = turning("second", "b", "c"), third = turning("third", "c", "d");
  second.mimic = Mimic{"first", 2, 0.25};
  third.mimic = Mimic{"second", -3, 1};
  const Figure figure(links({"a", "b", "c", "d"}), {third, second, first});
  EXPECT_EQ(figure.dof(), 1u);
  EXPECT_EQ(figure.joints()[0].mimic->joint, "first");
  EXPECT_EQ(figure.joints()[0].mimic->multiplier, -6);
  EXPECT_EQ(figure.joints()[0].mimic->offset, 0.25);
  EXPECT_EQ(figure.joint_places()[0].multiplier, -6);
}

TEST(Figure, WithoutLinksHasNothingToPlace) {
  EXPECT_TRUE(Figure().place(std::vector<double>()).empty());
  EXPECT_THROW(Figure().root(), Error);
  EXPECT_EQ(Figure(links({"alone"}), {}).place(std::vector<double>(), Placement::translation({1, 2, 3}))[0].shift,
            (Vec3{1, 2, 3}));
}

TEST(Figure, RefusesWhatIsNoTree) {
  const Joint ab = turning("ab", "a", "b"), ba = turning("ba", "b", "a"), bc = turning("bc", "b", "c");
  EXPECT_THAT(refusal(links({"a", "b"}), {ab, ba}), HasSubstr("cycle through the links 'a', 'b'"));
  EXPECT_THAT(refusal(links({"root", "a", "b"}), {ab, ba}), HasSubstr("cycle"));
  EXPECT_THAT(refusal(links({"a", "b"}), {turning("loop", "b", "b")}), HasSubstr("cycle through the links 'b'"));
  EXPECT_THAT(refusal(links({"a", "b", "c"}), {ab}), HasSubstr("two roots: neither 'a' nor 'c'"));
  EXPECT_THAT(refusal(links({"a", "b", "c"}), {ab, bc, turning("ac", "a", "c")}),
              HasSubstr("'c' is the child of two joints, 'bc' and 'ac'"));
  EXPECT_THAT(refusal(links({"a", "b"}), {ab, turning("ab", "a", "b")}), HasSubstr("two joints are called 'ab'"));
  EXPECT_THAT(refusal(links({"a", "a"}), {}), HasSubstr("two links are called 'a'"));
  EXPECT_THAT(refusal(links({"a", ""}), {}), HasSubstr("link 2 has no name"));
  EXPECT_THAT(refusal(links({"a"}), {ab}), HasSubstr("joint 'ab': its child link 'b' does not exist"));
  EXPECT_THAT(refusal({}, {ab}), HasSubstr("has no links"));
}

TEST(Figure, RefusesJointsThatCannotBe) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto with = [](auto change) {
    Joint joint = turning("ab", "a", "b");
    change(joint);
    return refusal(links({"a", "b"}), {joint});
  };
  EXPECT_EQ(with([](Joint&) {}), "taken");
  EXPECT_THAT(with([](Joint& j) { j.axis = {0, 0, 0}; }), HasSubstr("joint 'ab': its axis is zero"));
  EXPECT_THAT(with([&](Joint& j) { j.axis.y = nan; }), HasSubstr("axis has a number that is not finite"));
  EXPECT_THAT(with([](Joint& j) { j.limits = {1, -1}; }), HasSubstr("lower limit 1 is above its upper limit -1"));
  EXPECT_THAT(with([&](Joint& j) { j.limits.upper = nan; }), HasSubstr("limit is not a number"));
  EXPECT_THAT(with([&](Joint& j) { j.origin.shift.x = nan; }),
              HasSubstr("its origin: row 1, column 4 is not a number"));
  EXPECT_THAT(with([](Joint& j) { j.origin.linear(0, 0) = 2; }), HasSubstr("not a rotation"));
  EXPECT_THAT(with([](Joint& j) { j.origin.linear(0, 0) = -1; }), HasSubstr("not a rotation"));
  EXPECT_THAT(with([](Joint& j) { j.mimic = Mimic{"ab"}; }), HasSubstr("follows itself"));
  EXPECT_THAT(with([](Joint& j) { j.mimic = Mimic{"no"}; }), HasSubstr("follows 'no', which does not exist"));
  EXPECT_THAT(with([&](Joint& j) { j.mimic = Mimic{"ab", nan}; }), HasSubstr("mimic has a number"));
  EXPECT_THAT(with([](Joint& j) {
                j.kind = JointKind::floating;
                j.mimic = Mimic{"ab"};
              }),
              HasSubstr("is floating: only"));
  EXPECT_EQ(with([](Joint& j) { j.axis = {0, 0x1p-1074, 0}; }), "taken");
}

TEST(Figure, RefusesConfigurationsThatCannotBe) {
  Joint free = turning("free", "b", "c");
  free.kind = JointKind::floating;
  Joint around = turning("around", "c", "d");
  around.kind = JointKind::continuous;
  const Figure figure(links({"a", "b", "c", "d"}), {turning("elbow", "a", "b"), free, around});
  const std::vector<double> good{0.5, 1, 2, 3, 0, 0, 0, 1, 100};
  EXPECT_EQ(refusal(figure, good), "taken");
  const auto with = [&](std::size_t place, double value) {
    std::vector<double> q = good;
    q[place] = value;
    return refusal(figure, q);
  };
  EXPECT_THAT(refusal(figure, {1, 2}), HasSubstr("the configuration has 2 numbers; the figure takes 9."));
  EXPECT_THAT(with(0, 2.5), HasSubstr("'elbow', is 2.5, above its limit 2."));
  EXPECT_THAT(with(0, -2.5), HasSubstr("'elbow', is -2.5, below its limit -2."));
  EXPECT_THAT(with(0, std::nan("")), HasSubstr("'elbow', is not a number."));
  EXPECT_THAT(with(1, HUGE_VAL), HasSubstr("'free/trans_x', is infinite"));
  EXPECT_THAT(with(7, 2), HasSubstr("the quaternion of joint 'free' has length 2, not 1"));
  EXPECT_THAT(with(8, 3e6), HasSubstr("'around', is 3e+06: abut takes no angles beyond 2^20"));
  EXPECT_EQ(refusal(figure.without_limits(), {2.5, 1, 2, 3, 0, 0, 0, 1, 100}), "taken");
  std::vector<Placement> few(3);
  EXPECT_THROW(figure.place(good, {}, few), Error);
  EXPECT_THROW(figure.place(good, {Matrix3{{0, 0, 0, 0, 0, 0, 0, 0, 0}}, {}}), Error);
}

TEST(Figure, GoesBetweenConfigurationsTheShortWay) {
  Joint free = turning("free", "b", "c");
  free.kind = JointKind::floating;
  Joint around = turning("around", "a", "b");
  around.kind = JointKind::continuous;
  const Figure figure(links({"a", "b", "c", "d"}), {around, free, turning("elbow", "c", "d")});
  const double h = std::sqrt(0.5);
  // From 0 to 90 degrees about z, its quaternion with the other sign; the continuous joint crosses a whole turn.
  const std::vector<double> from{3, 0, 0, 0, 0, 0, 0, 1, -1}, to{-3, 2, 4, 6, 0, 0, -h, -h, 1};
  const std::vector<double> half = figure.between(from, to, 0.5);
  EXPECT_NEAR(half[0], pi, 1e-15);
  EXPECT_EQ(half[1], 1);
  EXPECT_EQ(half[3], 3);
  EXPECT_NEAR(half[6], std::sin(pi / 8), 1e-15);
  EXPECT_NEAR(half[7], std::cos(pi / 8), 1e-15);
  EXPECT_EQ(half[8], 0);
  EXPECT_EQ(figure.between(from, to, 0), from);
  const std::vector<double> end = figure.between(from, to, 1);
  EXPECT_NEAR(end[0], 2 * pi - 3, 1e-15);
  EXPECT_EQ(end[7], -h);
  EXPECT_EQ(end[8], 1);
  EXPECT_EQ(figure.between(from, from, 0.3), from);
  EXPECT_THROW(figure.between(from, to, 1.5), Error);
  EXPECT_THROW(figure.between(from, std::vector{1.0}, 0.5), Error);
  // Half a turn goes forwards.
  std::vector<double> opposite = from;
  opposite[0] = 3 - pi;
  EXPECT_GT(figure.between(from, opposite, 0.5)[0], 3);
}

TEST(Figure, IsNeutralAtZeroOrAsCloseAsItsLimitsAllow) {
  Joint free = turning("free", "a", "b");
  free.kind = JointKind::floating;
  Joint bent = turning("bent/rot_w", "b", "c");
  bent.limits = {0.5, 2};
  const Figure figure(links({"a", "b", "c"}), {free, bent});
  EXPECT_THAT(figure.neutral(), ElementsAre(0, 0, 0, 0, 0, 0, 1, 0.5));
  figure.place(figure.neutral());
}

TEST(Figure, KeepsTheShapesOfItsLinks) {
  Link ball{"ball", {{Shape::sphere(0.5), Placement::translation({1, 2, 3})}, {Shape::box({1, 2, 3}), {}}}};
  EXPECT_EQ(Figure({ball}, {}).links()[0].shapes.size(), 2u);
  EXPECT_EQ(Figure({ball}, {}).links()[0].shapes[0].shape.radius(), 0.5);
  ball.shapes[1].at.linear = {{0, 0, 0, 0, 0, 0, 0, 0, 0}};
  EXPECT_THAT(refusal({ball}, {}), HasSubstr("link 'ball': the placement of a shape is singular"));
}

TEST(Figure, StaysWithinLimitsBetweenConfigurations) {
  Random random(184);
  for (int i = 0; i < 10000; ++i) {
    Joint joint = turning("joint", "a", "b");
    joint.limits.lower = random.between(-3, 3);
    joint.limits.upper = joint.limits.lower + random.between(0, 1);
    const Figure figure(links({"a", "b"}), {joint});
    const std::vector<double> low{joint.limits.lower}, high{joint.limits.upper};
    figure.require_valid(figure.between(low, high, 1 - 0x1p-53));
    figure.require_valid(figure.between(high, low, random.between(0, 1)));
  }
}

}  // namespace
}  // namespace abut
