// Placements that scale and shear (van den Bergen 1998, section 6), against CGAL on the exact images.

#include "math/random.h"
#include "support/cgal_oracle.h"
#include "support/effort.h"
#include "support/possible.h"
#include "support/scenes.h"
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut::any {
namespace {

/// A rotation of a shear of a scale from 1e-3 to 1e3 on each axis, each decade as likely as another.
Matrix3 stretched(Random& random) {
  Matrix3 m;
  for (int i = 0; i < 3; ++i) {
    const double decades[] = {1e-3, 1e-2, 1e-1, 1, 1e1, 1e2};
    m(i, i) = decades[random.below(6)] * random.between(1, 10);
  }
  m(0, 1) = m(1, 1) * random.between(-1, 1);
  m(0, 2) = m(2, 2) * random.between(-1, 1);
  m(1, 2) = m(2, 2) * random.between(-1, 1);
  return random.rotation().linear * m;
}

Mesh small_body(Random& random) {
  switch (random.below(3)) {
    case 0:
      return shapes::torus(1, 0.3, 12, 8);
    case 1:
      return shapes::random_soup(180, 0.6, random.bits());
    default:
      return shapes::sphere(1, 3);
  }
}

/// Bodies whose images meet: a point of B's surface lies on a point of A's.
PlacedMeshes stretched_scene(Random& random) {
  PlacedMeshes scene{"", small_body(random), small_body(random), {}, {}};
  scene.at_a = {stretched(random), random.in_cube(10)};
  scene.at_b.linear = stretched(random);
  const Vec3 on_a = scene.a.points[random.below(scene.a.points.size())];
  const Vec3 on_b = scene.b.points[random.below(scene.b.points.size())];
  scene.at_b.shift = scene.at_a * on_a - scene.at_b.linear * on_b;
  return scene;
}

std::vector<Contact> exact_contacts(const PlacedMeshes& scene) {
  std::vector<Contact> contacts;
  for (std::uint32_t i = 0; i < scene.a.triangles.size(); ++i)
    for (std::uint32_t j = 0; j < scene.b.triangles.size(); ++j)
      if (cgal_touch(scene.a.corners(i), scene.at_a, scene.b.corners(j), scene.at_b)) contacts.push_back({i, j});
  return contacts;
}

TEST(AffinePlacement, OfScale1000AndShearGivesTheContactsOfTheExactImages) {
  Random random(17);
  std::size_t found = 0;
  for (int i = 0; i < tries(12); ++i) {
    const PlacedMeshes scene = stretched_scene(random);
    const std::vector<Contact> truth = exact_contacts(scene);
    found += truth.size();
    for (VolumeKind kind : all_volume_kinds)
      for (Storage storage : all_storages)
        for (Sat sat : {Sat::full, Sat::lite}) {
          const ModelOptions options = possible({.volume = kind, .split = Split::middle, .storage = storage});
          const Model a(scene.a, options), b(scene.b, options);
          EXPECT_EQ(collide(a, scene.at_a, b, scene.at_b, {}, {.sat = possible(kind, sat)}).pairs, truth)
              << i << ' ' << name_of(kind);
        }
  }
  EXPECT_GT(found, static_cast<std::size_t>(tries(500)));
}

TEST(AffinePlacement, NeedsNoRefitAndStillPrunes) {
  // One model, scaled two ways at once: no tree is touched, and boxes keep most pairs of triangles apart.
  const Model model(shapes::torus(1, 0.25, 50, 20), {.volume = VolumeKind::aabb});
  const Placement wide{{{3, 0.5, 0, 0, 1, 0, 0, 0, 0.25}}, {}}, tall{{{0.5, 0, 0, 0, 0.5, 1, 0, 0, 8}}, {2, 0, 0}};
  const Contacts contacts = collide(model, wide, model, tall);
  EXPECT_EQ(contacts.pairs, brute_force({"", model.mesh(), model.mesh(), wide, tall}));
  EXPECT_GT(contacts.pairs.size(), 10u);
  EXPECT_LT(contacts.counters.triangle_tests, 2000u * 2000u / 50);
  EXPECT_EQ(model.generation(), 0u);
}

TEST(AffinePlacement, ActsOnARefittedModelToo) {
  Random random(18);
  for (int i = 0; i < tries(6); ++i) {
    PlacedMeshes scene = stretched_scene(random);
    Model a(scene.a, {.volume = VolumeKind::aabb}), b(scene.b, {.volume = VolumeKind::aabb});
    scene.a.points = shapes::twisted(scene.a.points, 0.4);
    scene.b.points = shapes::blown_up(scene.b.points, 3);
    a.refit(scene.a.points);
    b.refit(scene.b.points);
    EXPECT_EQ(collide(a, scene.at_a, b, scene.at_b).pairs, exact_contacts(scene)) << i;
  }
}

}  // namespace
}  // namespace abut::any
