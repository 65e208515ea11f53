// Recentring and scaling inside a model must not lose anything: twins whose coordinates are exact images of each other
// have the same contacts.

#include "math/random.h"
#include "support/effort.h"
#include "support/possible.h"
#include "support/scenes.h"
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut::any {
namespace {

/// Coordinates rounded to multiples of `step`, so that they can be shifted by large multiples of it exactly.
Mesh snapped(Mesh mesh, double step) {
  for (Vec3& p : mesh.points)
    for (int axis = 0; axis < 3; ++axis) p[axis] = step * std::nearbyint(p[axis] / step);
  return mesh;
}
Mesh shifted(Mesh mesh, const Vec3& by) {
  for (Vec3& p : mesh.points) p += by;
  return mesh;
}
Mesh scaled(Mesh mesh, double factor) {
  for (Vec3& p : mesh.points) p = p * factor;
  return mesh;
}

/// Quarter turns and dyadic shifts: exact in doubles at every scale used here.
std::vector<PlacementPair> exact_placements(double step) {
  const Matrix3 turns[] = {
      Matrix3{}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}, {{1, 0, 0, 0, 0, -1, 0, 1, 0}}, {{0, 0, 1, 1, 0, 0, 0, 1, 0}}};
  Random random(7);
  std::vector<PlacementPair> result;
  for (int i = 0; i < tries(40); ++i) {
    const Vec3 v = random.in_cube(1.2);
    const Vec3 shift{step * std::nearbyint(v.x / step), step * std::nearbyint(v.y / step),
                     step * std::nearbyint(v.z / step)};
    result.push_back({{turns[random.below(4)], {}}, {turns[random.below(4)], shift}});
  }
  return result;
}

std::vector<Contact> contacts(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b,
                              VolumeKind kind, Storage storage) {
  const ModelOptions options = possible({.volume = kind, .storage = storage});
  return collide(Model(a, options), at_a, Model(b, options), at_b).pairs;
}

constexpr double step = 0x1p-20;
const Mesh& torus() {
  static const Mesh mesh = snapped(shapes::torus(0.75, 0.2, 24, 12), step);
  return mesh;
}
const Mesh& soup() {
  static const Mesh mesh = snapped(shapes::random_soup(600, 0.3, 9), step);
  return mesh;
}

TEST(Collide, DoesNotMindAModelAHundredMillionSizesFromItsOwnOrigin) {
  // 2^27 is beyond 10^8; a multiple of 2^-20 up to 2^28 still fits a double.
  const Vec3 far{0x1p27, -0x1p27 * 0.75, 0x1p26};
  std::size_t found = 0;
  for (const PlacementPair& at : exact_placements(step)) {
    // The placement takes the far model back to where its centred twin stands.
    const Placement back{at.b.linear, at.b.shift - at.b.linear * far};
    const auto truth = brute_force({"", torus(), soup(), at.a, at.b});
    found += truth.size();
    for (VolumeKind kind : all_volume_kinds)
      for (Storage storage : all_storages) {
        EXPECT_EQ(contacts(torus(), at.a, soup(), at.b, kind, storage), truth);
        EXPECT_EQ(contacts(torus(), at.a, shifted(soup(), far), back, kind, storage), truth) << name_of(kind);
      }
  }
  EXPECT_GT(found, static_cast<std::size_t>(tries(1000)));
}

TEST(Collide, DoesNotMindAWorldFarFromItsOrigin) {
  const Vec3 far{-0x1p27, 0x1p25, 0x1p27};
  for (const PlacementPair& at : exact_placements(step)) {
    const auto truth = brute_force({"", torus(), soup(), at.a, at.b});
    EXPECT_EQ(contacts(torus(), {at.a.linear, at.a.shift + far}, soup(), {at.b.linear, at.b.shift + far},
                       VolumeKind::obb, Storage::float64),
              truth);
  }
}

TEST(Collide, DoesNotMindTinyAndHugeModels) {
  // About 1e-8 and 1e8, and the ends of the range.
  for (double factor : {0x1p-27, 0x1p27, 0x1p-290, 0x1p290, 0x1p-1000})
    for (const PlacementPair& at : exact_placements(step)) {
      const auto truth = brute_force({"", torus(), soup(), at.a, at.b});
      for (VolumeKind kind : all_volume_kinds)
        EXPECT_EQ(contacts(scaled(torus(), factor), {at.a.linear, at.a.shift * factor}, scaled(soup(), factor),
                           {at.b.linear, at.b.shift * factor}, kind, Storage::float32),
                  truth)
            << name_of(kind) << " at " << factor;
    }
}

TEST(Collide, KeepsPruningWhenModelsAreFarTinyOrHuge) {
  const Model centred(torus());
  const Placement beside{Placement::rotation(0.8, 0.1, 0.5, 0.3).linear, {0.5, 0.25, 0}};
  const std::uint64_t ordinary = collide(centred, {}, centred, beside).counters.volume_tests;
  const Vec3 far{0x1p27, 0, 0};
  const Model away(shifted(torus(), far));
  const auto tests_away = collide(away, {{}, -far}, centred, beside).counters;
  EXPECT_LT(tests_away.volume_tests, ordinary * 11 / 10);
  const Model tiny(scaled(torus(), 0x1p-290)), huge(scaled(torus(), 0x1p290));
  EXPECT_LT(collide(tiny, {}, tiny, {beside.linear, beside.shift * 0x1p-290}).counters.volume_tests,
            ordinary * 11 / 10);
  EXPECT_LT(collide(huge, {}, huge, {beside.linear, beside.shift * 0x1p290}).counters.volume_tests, ordinary * 11 / 10);
}

}  // namespace
}  // namespace abut::any
