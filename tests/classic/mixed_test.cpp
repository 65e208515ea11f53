// Volumes of different kinds, measured as what they are.

#include "classic/volume/mixed.h"

#include "random_volumes.h"
#include "support/effort.h"
#include <abut/shapes.h>

#include <memory>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

struct Held {
  std::string name;
  std::shared_ptr<const void> volume;  // which the view reads
  VolumeView view;
};

/// The volume of every kind and storage around a run.
std::vector<Held> all_around(TriangleRun run) {
  std::vector<Held> result;
  for_every_kind([&]<class V>(const V*) {
    const auto volume = std::make_shared<V>(V::around(run, Fit::surface));
    result.push_back({std::string(name_of(V::kind)) + " " + std::to_string(sizeof(V)), volume, view_of(*volume)});
  });
  return result;
}

constexpr double worst_defect = ObbQuaternion::In<float>::axes_defect;

TEST(MixedVolumes, AreNeverFartherApartThanThePointsInThem) {
  for (bool affine : {false, true}) {
    Random random(affine ? 41 : 42);
    for (int i = 0; i < tries(300); ++i) {
      const Setting s = random_setting(random, affine);
      const auto a = random_run(random), b = random_run(random);
      const Fifty truth = least_distance(s, a, b);
      const MixedTest test(s.b_in_a, Sat::full, worst_defect);
      RelativePlacement near = s.b_in_a;
      near.margin = static_cast<double>(truth) * (1 + 1e-15);
      const MixedTest within(near, Sat::full, worst_defect);
      const std::vector<Held> all_a = all_around(a), all_b = all_around(b);
      for (const Held& of_a : all_a)
        for (const Held& of_b : all_b) {
          const double below = test.distance_below(of_a.view, of_b.view);
          ASSERT_GE(below, 0);
          ASSERT_LE(Fifty(below), truth) << of_a.name << ", " << of_b.name << ", setting " << i;
          ASSERT_TRUE(within.may_overlap(of_a.view, of_b.view)) << of_a.name << ", " << of_b.name << ", setting " << i;
          ASSERT_TRUE(affine || below <= 1e-4 * std::max(1.0, s.b_in_a.scale) ||
                      !test.may_overlap(of_a.view, of_b.view))
              << of_a.name << ", " << of_b.name << ", setting " << i;
        }
    }
  }
}

TEST(MixedVolumes, OfOneKindAreAsFarApartAsByTheKindsOwnTest) {
  Random random(43);
  for (int i = 0; i < tries(1000); ++i) {
    const Setting s = random_setting(random, false);
    const auto a = random_run(random), b = random_run(random);
    const MixedTest mixed(s.b_in_a, Sat::full, worst_defect);
    const auto expect_same = [&]<class V>(const V*) {
      const V va = V::around(a, Fit::surface), vb = V::around(b, Fit::surface);
      const double own = typename V::Test(s.b_in_a, Sat::full, V::axes_defect).distance_below(va, vb);
      const double size = own + std::max(1.0, s.b_in_a.scale);
      ASSERT_NEAR(mixed.distance_below(view_of(va), view_of(vb)), own, 1e-9 * size) << name_of(V::kind);
    };
    expect_same(static_cast<const Sphere*>(nullptr));
    expect_same(static_cast<const Lss*>(nullptr));
    expect_same(static_cast<const Rss*>(nullptr));
    expect_same(static_cast<const Hybrid*>(nullptr));
    expect_same(static_cast<const Obb*>(nullptr));
  }
}

// Boxes around balls and swept spheres have corners that are nobody's.
TEST(MixedVolumes, AreFartherApartThanTheirBoxes) {
  Random random(44);
  int separated = 0, farther = 0;
  for (int i = 0; i < 300; ++i) {
    const Setting s = random_setting(random, false);
    const auto a = random_run(random), b = random_run(random);
    const MixedTest test(s.b_in_a, Sat::full, worst_defect);
    const Sphere ball = Sphere::around(a, Fit::surface);
    const Rss swept = Rss::around(b, Fit::surface);
    const KDop<26> dop = KDop<26>::around(a, Fit::surface);
    const auto compare = [&](const VolumeView& view, const BoxView& box) {
      const double as_they_are = test.distance_below(view, view_of(swept));
      const double as_boxes = test.distance_below(view_of(box), view_of(swept.box()));
      ASSERT_GE(as_they_are, as_boxes * (1 - 1e-9));
      separated += as_they_are > 0;
      farther += as_they_are > as_boxes * 1.001;
    };
    compare(view_of(ball), ball.box());
    compare(view_of(dop), dop.box());
  }
  EXPECT_GT(separated, 200);
  EXPECT_GT(farther, separated / 4);
}

TEST(MixedVolumes, SayMaybeWhenABoundCannotBeGiven) {
  const std::vector<BuildTriangle> run{{{Vec3{0, 0, 0}, Vec3{0.1, 0, 0}, Vec3{0, 0.1, 0}}, 0}};
  RelativePlacement unknown, nothing;
  unknown.shift = nothing.shift = {100, 0, 0};
  unknown.margin = std::numeric_limits<double>::infinity();
  nothing.shift = {std::nan(""), std::nan(""), std::nan("")};
  const std::vector<Held> all = all_around(run);
  for (const RelativePlacement& p : {unknown, nothing}) {
    const MixedTest test(p, Sat::full, worst_defect);
    for (const Held& a : all)
      for (const Held& b : all) {
        EXPECT_TRUE(test.may_overlap(a.view, b.view)) << a.name << ", " << b.name;
        EXPECT_EQ(test.distance_below(a.view, b.view), 0) << a.name << ", " << b.name;
      }
  }
}

TEST(MixedTrees, GiveTheContactsAndDistancesOfEveryPairOfKinds) {
  const Mesh torus = shapes::torus(1, 0.3, 20, 12), soup = shapes::random_soup(150, 0.4, 5);
  const Placement touching = Placement::rotation(0.8, 0.3, 0.4, 0.1, {0.5, 0.2, 0.1});
  const Placement apart = Placement::rotation(0.8, 0.3, 0.4, 0.1, {3, 0.2, 0.1});
  const Model first(torus), second(soup);
  const Contacts contacts = collide(first, {}, second, touching);
  const Distance gap = distance(first, {}, second, apart);
  ASSERT_FALSE(contacts.pairs.empty());
  ASSERT_GT(gap.lower, 0);
  for (VolumeKind kind_a : all_volume_kinds)
    for (VolumeKind kind_b : all_volume_kinds)
      for (Storage storage : all_storages) {
        const Model a(torus, {.volume = kind_a}), b(soup, {.volume = kind_b, .storage = storage});
        EXPECT_EQ(collide(a, {}, b, touching).pairs, contacts.pairs) << name_of(kind_a) << " " << name_of(kind_b);
        EXPECT_EQ(distance(a, {}, b, apart).upper, gap.upper) << name_of(kind_a) << " " << name_of(kind_b);
      }
}

}  // namespace
}  // namespace abut::classic
