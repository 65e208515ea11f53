#include "assembly/oriented_box.h"

#include "math/random.h"
#include <abut/distance.h>
#include <abut/shapes.h>

#include <functional>

#include <gtest/gtest.h>

namespace abut {

namespace {

/// A box as a mesh, whose exact distances say how far apart two of them are unless one holds the other.
Model model_of(const Bounds& box) {
  Mesh mesh = shapes::box(0.5 * box.high - 0.5 * box.low);
  for (Vec3& point : mesh.points)
    for (int axis = 0; axis < 3; ++axis) point[axis] = point[axis] < 0 ? box.low[axis] : box.high[axis];
  return Model(std::move(mesh));
}

/// Is the middle of the inner box in the outer one? For boxes whose surfaces do not meet: is all of it?
bool holds_middle(const Bounds& outer, const Placement& at_outer, const Bounds& inner, const Placement& at_inner) {
  const Vec3 middle = inverse(at_outer) * (at_inner * (0.5 * (inner.low + inner.high)));
  bool holds = true;
  for (int axis = 0; axis < 3; ++axis) holds &= outer.low[axis] < middle[axis] && middle[axis] < outer.high[axis];
  return holds;
}

Bounds random_box(Random& random, double size) {
  const Vec3 low = random.in_cube(1);
  return {low, low + Vec3{random.between(0, size), random.between(0, size), random.between(0, size)}};
}

struct ShiftedFamily {
  std::string name;
  std::function<Placement(Random&, const Vec3& shift)> make;
};
std::vector<ShiftedFamily> shifted_families() {
  const auto scaled = [](const Placement& at, double x, double y, double z) {
    return Placement{at.linear * Matrix3{{x, 0, 0, 0, y, 0, 0, 0, z}}, at.shift};
  };
  return {{"shifted", [](Random&, const Vec3& shift) { return Placement::translation(shift); }},
          {"rotated", [](Random& random, const Vec3& shift) { return random.rotation(shift); }},
          {"mirrored", [=](Random& random, const Vec3& shift) { return scaled(random.rotation(shift), 1, -1, 1); }},
          {"sheared", [=](Random& random, const Vec3& shift) {
             Placement at = scaled(random.rotation(shift), 2, 0.5, 1);
             at.linear = random.rotation({}).linear * at.linear;
             return at;
           }}};
}

}  // namespace

TEST(OrientedBox, IsApartOnlyFromWhatIsFarther) {
  int apart = 0, near = 0;
  for (const ShiftedFamily& family : shifted_families()) {
    Random random(5);
    for (int i = 0; i < 1500; ++i) {
      const Bounds box_a = random_box(random, 2), box_b = random_box(random, i % 3 == 0 ? 0.05 : 2);
      const Placement at_a = family.make(random, random.in_cube(2)), at_b = family.make(random, random.in_cube(3));
      const Distance gap = distance(model_of(box_a), at_a, model_of(box_b), at_b);
      const OrientedBox a(box_a, at_a), b(box_b, at_b);
      for (double reach : {0.0, 0.3, gap.lower * (1 - 1e-9), gap.upper, gap.upper * (1 + 1e-9)}) {
        const bool said = surely_apart(a, b, reach);
        if (said) {
          EXPECT_GT(gap.upper, reach) << family.name << " " << i;
        }
        EXPECT_EQ(said, surely_apart(b, a, reach)) << family.name << " " << i;
        ++(said ? apart : near);
      }
      // Boxes that do not meet are separated by one of the axes, whatever their edges.
      const bool nested = holds_middle(box_a, at_a, box_b, at_b) || holds_middle(box_b, at_b, box_a, at_a);
      EXPECT_EQ(surely_apart(a, b, 0), gap.lower > 1e-12 && !nested) << family.name << " " << i;
    }
  }
  EXPECT_GT(apart, 1000);
  EXPECT_GT(near, 1000);
}

TEST(OrientedBox, TellsParallelRodsApartWhoseBoxesOverlap) {
  const Placement diagonal = Placement::rotation(0.88, 0.28, -0.36, 0.1);
  const Bounds rod{{-50, -0.1, -0.1}, {50, 0.1, 0.1}};
  const OrientedBox one(rod, diagonal);
  const Vec3 side = diagonal.linear.column(1);
  EXPECT_TRUE(surely_apart(one, OrientedBox(rod, {diagonal.linear, side * 0.3}), 0));
  EXPECT_TRUE(surely_apart(one, OrientedBox(rod, {diagonal.linear, side * 0.3}), 0.05));
  EXPECT_FALSE(surely_apart(one, OrientedBox(rod, {diagonal.linear, side * 0.3}), 0.15));
  EXPECT_FALSE(surely_apart(one, OrientedBox(rod, {diagonal.linear, side * 0.15}), 0));
}

TEST(OrientedBox, IsNeverApartFromWhatItTouches) {
  Random random(9);
  for (int i = 0; i < 2000; ++i) {
    // They share a face, up to the rounding of the shift, which is exact here.
    const Placement at{random.rotation({}).linear, {}};
    const Bounds left{{-1, -1, -1}, {0, 1, 1}}, right{{0, -0.5, -0.5}, {3, 0.5, 0.5}};
    EXPECT_FALSE(surely_apart(OrientedBox(left, at), OrientedBox(right, at), 0)) << i;
  }
}

TEST(OrientedBox, SaysMaybeAtTheEndsOfTheRange) {
  const Matrix3 tiny{{0x1p-300, 0, 0, 0, 0x1p-300, 0, 0, 0, 0x1p-300}},
      huge{{0x1p300, 0, 0, 0, 0x1p300, 0, 0, 0, 0x1p300}};
  const Bounds small{{0, 0, 0}, {0x1p-1074, 0x1p-1074, 0x1p-1074}}, unit{{0, 0, 0}, {1, 1, 1}};
  // The image of the first is [0, 2^-774]^3, that of the second begins there.
  EXPECT_FALSE(surely_apart(OrientedBox(small, {huge, {}}), OrientedBox(unit, {tiny, {0x1p-774, 0, 0}}), 0));
  EXPECT_FALSE(surely_apart(OrientedBox(unit, {huge, {}}), OrientedBox(unit, {huge, {0x1p300, 0, 0}}), 0));
  EXPECT_FALSE(surely_apart(OrientedBox(unit, {tiny, {}}), OrientedBox(unit, {tiny, {0x1p-299, 0, 0}}), 1));
  EXPECT_TRUE(surely_apart(OrientedBox(unit, {}), OrientedBox(unit, Placement::translation({0x1p290, 0, 0})), 0x1p280));
}

}  // namespace abut
