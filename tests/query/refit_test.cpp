#include "classic/all_volumes.h"
#include "classic/kind_tree.h"
#include "classic/model_data.h"
#include "leaf/triangle_triangle.h"
#include "math/inner_frame.h"
#include "math/random.h"
#include "support/effort.h"
#include "support/possible.h"
#include "support/scenes.h"
#include <abut/error.h>
#include <abut/shapes.h>

#include <cstring>

#include <gtest/gtest.h>

namespace abut::any {
namespace {

struct Deformed {
  std::string name;
  Mesh before;
  std::vector<Vec3> after;
};

std::vector<Vec3> moved(std::vector<Vec3> points, const Placement& by) {
  for (Vec3& p : points) p = by * p;
  return points;
}

std::vector<Deformed> deformations() {
  const Mesh torus = shapes::torus(1, 0.25, 24, 12), loose = shapes::unwelded(torus);
  const Mesh soup = shapes::random_soup(400, 0.3, 8), plate = shapes::plate(2, 2, 12, 12);
  std::vector<Deformed> all;
  all.push_back({"twisted torus", torus, shapes::twisted(torus.points, 0.75)});
  all.push_back({"blown up torus", torus, shapes::blown_up(torus.points, 6)});
  all.push_back({"torn torus", loose, shapes::torn(loose, 0.3, 3)});
  all.push_back({"torn soup", soup, shapes::torn(soup, 0.5, 4)});
  all.push_back({"plate rolled up tightly", plate, shapes::twisted(plate.points, 3)});
  all.push_back({"torus collapsed to a point", torus, std::vector<Vec3>(torus.points.size(), Vec3{0.75, 0.5, 0.125})});
  all.push_back({"torus moved far away", torus, moved(torus.points, Placement::translation({0x1p30, -0x1p31, 3}))});
  all.push_back({"torus made tiny", torus, moved(torus.points, {Matrix3{} * 0x1p-200, {}})});
  all.push_back({"torus made huge", torus, moved(torus.points, {Matrix3{} * 0x1p200, {}})});
  return all;
}

std::vector<ModelOptions> refitted_model_options() {
  std::vector<ModelOptions> result;
  for (VolumeKind volume : all_volume_kinds)
    for (Storage storage : all_storages) {
      if (sanitized && storage == Storage::float32) continue;
      result.push_back(possible({.volume = volume, .storage = storage}));
      result.push_back(possible({.volume = volume, .split = Split::middle, .storage = storage, .leaf_size = 6}));
    }
  return result;
}

/// Something rigid to meet the deformed model: it reaches across the model's box as it is now, or has a corner there
/// when that is a single point.
PlacedMeshes meeting(const Deformed& deformed) {
  PlacedMeshes scene{deformed.name, {deformed.after, deformed.before.triangles, {}}, shapes::sphere(0.75, 5), {}, {}};
  const Bounds bounds = bounds_of(deformed.after);
  const double size = largest(bounds.high - bounds.low);
  if (size > 0)
    scene.at_b = {Placement::rotation(0.8, 0.1, 0.5, 0.3).linear * (size / 2),
                  (bounds.low + bounds.high) * 0.5 + Vec3{0.25, 0, 0} * size};
  else
    scene.at_b.shift = bounds.low - scene.b.points[7];
  return scene;
}

TEST(Refit, GivesTheContactsThatBruteForceFinds) {
  for (const Deformed& deformed : deformations()) {
    const PlacedMeshes scene = meeting(deformed);
    const std::vector<Contact> truth = brute_force(scene);
    EXPECT_GT(truth.size(), 10u) << deformed.name;
    for (const ModelOptions& options : refitted_model_options()) {
      Model model(deformed.before, options);
      model.refit(deformed.after);
      const Model rigid(scene.b, options);
      for (Sat sat : {Sat::full, Sat::lite})
        EXPECT_EQ(collide(model, {}, rigid, scene.at_b, {}, {.sat = possible(options.volume, sat)}).pairs, truth)
            << deformed.name << ": " << describe(options);
    }
  }
}

TEST(Refit, FindsTheContactsOfAModelWithItsOwnDeformedCopy) {
  for (const Deformed& deformed : deformations()) {
    const Mesh now{deformed.after, deformed.before.triangles, {}};
    const PlacedMeshes scene{deformed.name, now, now, {}, {}};
    const std::vector<Contact> truth = brute_force(scene);
    for (VolumeKind kind : all_volume_kinds) {
      Model model(deformed.before, {.volume = kind});
      model.refit(deformed.after);
      EXPECT_EQ(collide(model, {}, Model(now, {.volume = kind}), {}).pairs, truth) << deformed.name;
    }
  }
}

TEST(Refit, MixesRigidAndDeformingModelsOfAnyKindInOneQuery) {
  const Mesh torus = shapes::torus(1, 0.25, 24, 12), sphere = shapes::sphere(0.8, 4);
  Random random(5);
  constexpr int steps = sanitized ? 1 : 4;
  for (VolumeKind deforming : all_volume_kinds)
    for (VolumeKind rigid : all_volume_kinds) {
      Model a(torus, {.volume = deforming}), b(sphere, {.volume = rigid}), c(torus, {.volume = deforming});
      for (int step = 1; step <= steps; ++step) {
        a.refit(shapes::twisted(torus.points, 0.2 * step));
        c.refit(shapes::blown_up(torus.points, 1 + step));
        const Placement at = random.rotation(random.in_cube(0.8));
        EXPECT_EQ(collide(a, {}, b, at).pairs, brute_force({"", a.mesh(), sphere, {}, at}));
        EXPECT_EQ(collide(a, {}, c, at).pairs, brute_force({"", a.mesh(), c.mesh(), {}, at}));
      }
      EXPECT_EQ(a.generation(), static_cast<std::uint64_t>(steps));
      EXPECT_EQ(b.generation(), 0u);
    }
}

bool same_mesh_data(const MeshData& a, const MeshData& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size_bytes()) == 0);
  };
  const LeafGeometry ga = a.leaf_geometry(), gb = b.leaf_geometry();
  return same(ga.points, gb.points) && same(ga.forms, gb.forms) && a.frame.centre == b.frame.centre &&
         a.frame.unit == b.frame.unit;
}

/// False also for trees of another kind.
template <class V>
bool same_trees(const classic::AnyTree& a, const classic::AnyTree& b) {
  const auto *of_a = dynamic_cast<const classic::KindTree<V>*>(&a),
             *of_b = dynamic_cast<const classic::KindTree<V>*>(&b);
  if (!of_a || !of_b || of_a->tree.nodes.size() != of_b->tree.nodes.size()) return false;
  for (std::size_t i = 0; i < of_a->tree.nodes.size(); ++i)
    if (std::memcmp(&of_a->tree.nodes[i].volume, &of_b->tree.nodes[i].volume, sizeof(V)) != 0) return false;
  return of_a->tree.order == of_b->tree.order;
}
template <class... V>
bool same_trees_of(std::tuple<V...>*, const classic::AnyTree& a, const classic::AnyTree& b) {
  return (... || (same_trees<V>(a, b) || same_trees<typename V::template In<float>>(a, b)));
}

bool same_bytes(const Model& a, const Model& b) {
  if (!a.is_engine())
    return same_mesh_data(a.classic().data(), b.classic().data()) &&
           same_trees_of(static_cast<classic::AllVolumes*>(nullptr), *a.classic().data().tree,
                         *b.classic().data().tree);
  const WideTree &ta = a.engine().data().tree, &tb = b.engine().data().tree;
  return same_mesh_data(a.engine().data(), b.engine().data()) && ta.nodes.size() == tb.nodes.size() &&
         std::memcmp(ta.nodes.data(), tb.nodes.data(), ta.nodes.size() * sizeof(WideNode)) == 0 &&
         ta.points == tb.points && ta.triangles == tb.triangles && ta.order == tb.order;
}

TEST(Refit, GivesTheSameBytesOnEveryNumberOfThreads) {
  const Mesh scan = shapes::bumpy_scan(20000, 3);
  const std::vector<Vec3> after = shapes::twisted(scan.points, 0.3);
  for (VolumeKind kind : all_volume_kinds) {
    Model alone(scan, possible({.volume = kind, .split = Split::middle}));
    alone.refit(after);
    for (int threads : {0, 2, 3, 7}) {
      Model model(scan, possible({.volume = kind, .split = Split::middle}));
      model.refit(after, threads);
      EXPECT_TRUE(same_bytes(model, alone)) << name_of(kind) << " on " << threads;
    }
  }
}

TEST(Refit, ThereAndBackAgainRestoresAnAxisAlignedTree) {
  const Mesh torus = shapes::torus(1, 0.25, 24, 12);
  const Model built(torus, {.volume = VolumeKind::aabb});
  Model model = built;
  for (const Deformed& deformed : deformations())
    if (deformed.after.size() == torus.points.size()) model.refit(deformed.after);
  model.refit(torus.points);
  EXPECT_TRUE(same_bytes(model, built));
  EXPECT_EQ(model.spread(), 1);
}

TEST(Refit, LeavesCopiesOfTheModelAsTheyWere) {
  const Mesh torus = shapes::torus(1, 0.25, 24, 12);
  const Placement near = Placement::translation({0.25, 0, 0});
  Model model(torus);
  const Model copy = model;
  const std::vector<Contact> before = collide(copy, {}, copy, near).pairs;
  model.refit(shapes::twisted(torus.points, 0.5));
  EXPECT_EQ(collide(copy, {}, copy, near).pairs, before);
  EXPECT_EQ(copy.mesh().points, torus.points);
  EXPECT_EQ(copy.generation(), 0u);
  EXPECT_EQ(model.generation(), 1u);
  const Model later = model;
  model.refit(model.mesh().points);
  EXPECT_EQ(later.mesh().points, model.mesh().points);
  EXPECT_TRUE(same_bytes(later, model));
}

TEST(Refit, KnowsWhenATriangleBecomesASegmentOrAPointAndBack) {
  const Mesh one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}};
  // A needle through the middle of the long side.
  const Model needle(Mesh{{{0.5, 0.5, -1}, {0.5, 0.5, 1}}, {{0, 1, 1}}, {}});
  Model model(one);
  const auto hit = [&] { return touches(model, {}, needle, {}); };
  EXPECT_TRUE(hit());
  model.refit(std::vector<Vec3>{{0, 0, 0}, {1, 1, 0}, {0.25, 0.25, 0}});
  EXPECT_TRUE(hit());
  model.refit(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0.25, 0, 0}});
  EXPECT_FALSE(hit());
  model.refit(std::vector<Vec3>(3, Vec3{0.5, 0.5, 0.25}));
  EXPECT_TRUE(hit());
  model.refit(one.points);
  EXPECT_TRUE(hit());
  EXPECT_EQ(model.generation(), 4u);
}

TEST(Refit, RefusesBadPointsAndLeavesTheModelUnchanged) {
  const Mesh scan = shapes::bumpy_scan(12000, 3);
  Model model(scan);
  const Model before = model;
  const auto expect_refused = [&](std::size_t point, double value, const std::string& message) {
    for (int threads : {1, 2}) {
      std::vector<Vec3> points = shapes::twisted(scan.points, 0.1);
      points[point].y = points[point + 100].z = value;
      try {
        model.refit(points, threads);
        FAIL() << "took " << value;
      } catch (const Error& error) {
        EXPECT_EQ(error.what(), "point " + std::to_string(point) + ": y " + message);
      }
    }
  };
  expect_refused(5500, std::nan(""), "is not a number.");
  expect_refused(0, std::numeric_limits<double>::infinity(), "is infinite.");
  expect_refused(7, -0x1.1p300, "is beyond 2^300, the largest coordinate that abut takes.");
  std::vector<Vec3> fewer(scan.points.begin(), scan.points.end() - 1);
  try {
    model.refit(fewer);
    FAIL() << "took too few points";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), "a refit moves all points of the model: it has " + std::to_string(scan.points.size()) +
                                ", " + std::to_string(fewer.size()) + " were given.");
  }
  EXPECT_TRUE(same_bytes(model, before));
  EXPECT_EQ(model.generation(), 0u);
}

TEST(Refit, OfAnEmptyModelIsAllowed) {
  Model nothing;
  nothing.refit({});
  EXPECT_EQ(nothing.generation(), 1u);
  EXPECT_EQ(nothing.spread(), 1);
  EXPECT_FALSE(nothing.should_rebuild());
  Model points_alone(Mesh{{{1, 2, 3}}, {}, {}});
  points_alone.refit(std::vector<Vec3>{{4, 5, 6}});
  EXPECT_FALSE(touches(points_alone, {}, Model(shapes::icosahedron(100)), {}));
}

TEST(ShouldRebuild, AfterATearAndNotAfterATwistOrABlowUpOfAxisAlignedBoxes) {
  const Mesh torus = shapes::torus(1, 0.25, 50, 20), loose = shapes::unwelded(torus);
  Model model(torus, {.volume = VolumeKind::aabb}), torn(loose, {.volume = VolumeKind::aabb});
  EXPECT_FALSE(model.should_rebuild());
  for (double turns : {0.1, 0.5, 2.0}) {
    model.refit(shapes::twisted(torus.points, turns));
    EXPECT_FALSE(model.should_rebuild()) << turns << ": " << model.spread();
  }
  model.refit(shapes::blown_up(torus.points, 10));
  EXPECT_FALSE(model.should_rebuild());
  torn.refit(shapes::torn(loose, 0.005, 2));
  EXPECT_FALSE(torn.should_rebuild());
  torn.refit(shapes::torn(loose, 0.2, 2));
  EXPECT_TRUE(torn.should_rebuild());
  EXPECT_GT(torn.spread(), 4);
  torn.rebuild();
  EXPECT_FALSE(torn.should_rebuild());
  EXPECT_EQ(torn.spread(), 1);
  EXPECT_EQ(torn.generation(), 3u);
}

/// How many tests of volumes a model takes after a refit, over what it takes rebuilt.
double gain_of_a_rebuild(Model model) {
  const auto tests = [](const Model& of) {
    Random random(3);
    std::uint64_t sum = 0;
    for (int i = 0; i < 20; ++i) sum += collide(of, {}, of, random.rotation(random.in_cube(0.5))).counters.volume_tests;
    return static_cast<double>(sum);
  };
  const double refitted = tests(model);
  model.rebuild();
  return refitted / tests(model);
}

TEST(ShouldRebuild, PaysOffWhereItIsAdvisedWhateverTheKind) {
  const Mesh loose = shapes::unwelded(shapes::torus(1, 0.25, 50, 20));
  for (VolumeKind kind : all_volume_kinds) {
    Model model(loose, {.volume = kind});
    model.refit(shapes::torn(loose, 0.2, 2));
    EXPECT_TRUE(model.should_rebuild()) << name_of(kind) << ' ' << model.spread();
    EXPECT_GT(gain_of_a_rebuild(model), 1.4) << name_of(kind);
  }
  // Frozen axes make a twist costly for oriented boxes.
  Model boxes(loose, {.volume = VolumeKind::obb});
  boxes.refit(shapes::twisted(loose.points, 1));
  EXPECT_TRUE(boxes.should_rebuild());
  EXPECT_GT(gain_of_a_rebuild(boxes), 1.4);
}

TEST(ShouldRebuild, IsNotAdvisedWhereItWouldGainLittleWhateverTheKind) {
  const Mesh torus = shapes::torus(1, 0.25, 50, 20);
  for (VolumeKind kind : all_volume_kinds)
    for (const std::vector<Vec3>& after : {torus.points, shapes::blown_up(torus.points, 3)}) {
      Model model(torus, {.volume = kind});
      model.refit(after);
      EXPECT_FALSE(model.should_rebuild()) << name_of(kind) << ' ' << model.spread();
      EXPECT_LT(gain_of_a_rebuild(model), 1.4) << name_of(kind);
    }
}

}  // namespace
}  // namespace abut::any
