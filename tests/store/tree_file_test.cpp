#include "../io/reading.h"
#include "query/model_data.h"
#include "support/model_answers.h"
#include <abut/load.h>
#include <abut/shapes.h>
#include <abut/tree_file.h>

#include <atomic>

#include <sys/wait.h>

namespace abut {
namespace {

struct NamedModel {
  std::string name;
  Model model;
};

/// A triangle, a segment, a point, and a triangle whose corners are one.
Mesh degenerate_mesh() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {0.25, 0.25, 1}},
          {{0, 1, 2}, {0, 1, 3}, {4, 4, 4}, {0, 0, 1}, {2, 1, 0}},
          {{"flat", 0, 2}, {"", 2, 1}, {"none", 3, 0}, {"näh", 3, 2}}};
}

std::vector<NamedModel> models() {
  std::vector<NamedModel> all;
  all.push_back({"empty", Model()});
  all.push_back({"points without triangles", Model(Mesh{{{1, 2, 3}, {4, 5, 6}}, {}, {}})});
  all.push_back({"one triangle", Model(Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}}, {{0, 1, 2}}, {}})});
  all.push_back({"degenerate", Model(degenerate_mesh())});
  all.push_back({"awkward", Model(awkward_tetrahedron())});
  all.push_back({"box", Model(shapes::box({1, 1, 1}))});
  all.push_back({"soup", Model(shapes::random_soup(700, 0.4, 5))});
  all.push_back({"tiny", Model(transformed(shapes::torus(1, 0.3, 16, 8), {Matrix3{} * 0x1p-200, {}}))});
  Model refitted(shapes::torus(1, 0.3, 40, 20));
  refitted.refit(shapes::twisted(refitted.mesh().points, 0.75));
  all.push_back({"refitted", refitted});
  return all;
}

Placement somewhere() { return Placement::rotation(0.9, 0.1, 0.2, 0.3, {0.5, 0.25, -0.125}); }

/// The same answers, mesh, tree and spread; a stamp of its own.
void expect_same(const Model& found, const Model& saved, const std::string& what) {
  static const Model other(shapes::torus(1, 0.25, 24, 12));
  EXPECT_EQ(ModelAnswers(found, other, somewhere()), ModelAnswers(saved, other, somewhere())) << what;
  EXPECT_EQ(found.mesh(), saved.mesh()) << what;
  EXPECT_EQ(found.spread(), saved.spread()) << what;
  EXPECT_TRUE(saved_bytes(found) == saved_bytes(saved)) << what;
  EXPECT_EQ(found.tree_summary().nodes, saved.tree_summary().nodes) << what;
  EXPECT_EQ(found.tree_summary().depth, saved.tree_summary().depth) << what;
  EXPECT_NE(found.stamp(), saved.stamp()) << what;
}

TEST(TreeFile, GivesTheAnswersOfTheModelThatWasSaved) {
  const TemporaryDirectory folder;
  for (const auto& [name, model] : models()) {
    const std::string file = folder.file("a.abut");
    save(model, file);
    expect_same(open_model(file), model, name + ", opened");
    expect_same(open_model(file, {2}), model, name + ", opened by two threads");
    expect_same(map_model(file), model, name + ", mapped");
    expect_same(open_bytes(saved_bytes(model)), model, name + ", from bytes");
    EXPECT_TRUE(is_tree_file(file));
  }
}

TEST(TreeFile, GivesTheAnswersOfALargeModel) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("a.abut");
  const Model scan(shapes::bumpy_scan(70000, 3)), other(shapes::torus(1, 0.25, 60, 30));
  save(scan, file);
  const ModelAnswers expected(scan, other, somewhere());
  EXPECT_EQ(ModelAnswers(open_model(file, {0}), other, somewhere()), expected);
  EXPECT_EQ(ModelAnswers(map_model(file), other, somewhere()), expected);
}

TEST(TreeFile, LeavesRefitsAndRebuildsAsTheyAre) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("a.abut");
  for (const auto& [name, saved] : models()) {
    save(saved, file);
    std::vector<Vec3> moved = saved.mesh().points;
    for (Vec3& p : moved) p = p * 0.75 + Vec3{0.25, p.x * 0.125, 1};
    for (const bool maps : {false, true}) {
      Model expected = saved, found = maps ? map_model(file) : open_model(file);
      const Model copy = found;
      const std::string before = content_of(file);
      expected.refit(moved);
      found.refit(moved, 2);
      expect_same(found, expected, name + ", refitted");
      expected.refit(saved.mesh().points);
      found.refit(saved.mesh().points);
      expect_same(found, expected, name + ", refitted back");
      expected.rebuild();
      found.rebuild();
      expect_same(found, expected, name + ", rebuilt");
      expect_same(copy, saved, name + ", the copy of what was refitted");
      EXPECT_EQ(content_of(file), before) << name;
    }
  }
}

TEST(TreeFile, RefitsAMappedModelThatNobodyElseHas) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("a.abut");
  Model expected(shapes::torus(1, 0.3, 60, 30));
  save(expected, file);
  Model mapped = map_model(file);
  // The points that it is refitted to are its own.
  mapped.refit(mapped.mesh().points);
  std::filesystem::remove(file);
  expected.refit(expected.mesh().points);
  expect_same(mapped, expected, "refitted alone");
  EXPECT_FALSE(mapped.data().memory);
}

TEST(TreeFile, AModelOutlivesItsFile) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("a.abut");
  const Model saved(shapes::torus(1, 0.3, 40, 20)), another(shapes::box({1, 2, 3}));
  save(saved, file);
  const Model mapped = map_model(file), opened = open_model(file);
  // Replaced by a file with another content: those who had the old one keep it.
  save(another, file);
  expect_same(mapped, saved, "mapped");
  expect_same(map_model(file), another, "the new one");
  std::filesystem::remove(file);
  expect_same(mapped, saved, "mapped");
  expect_same(opened, saved, "opened");
  // A file may be saved over itself.
  save(mapped, file);
  Model again = map_model(file);
  save(again, file);
  expect_same(again, saved, "saved over itself");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(TreeFile, IsSharedByProcesses) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("a.abut");
  const Model saved(shapes::bumpy_scan(20000, 3)), other(shapes::torus(1, 0.25, 24, 12));
  save(saved, file);
  const ModelAnswers expected(saved, other, somewhere());
  std::vector<pid_t> children;
  for (int i = 0; i < 2; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      Model model = map_model(file);
      bool right = ModelAnswers(model, other, somewhere()) == expected;
      // What one of them changes the other does not see.
      std::vector<Vec3> moved = model.mesh().points;
      for (Vec3& p : moved) p = p * (i + 2.0);
      model.refit(moved);
      right = right && ModelAnswers(map_model(file), other, somewhere()) == expected;
      ::_exit(right ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}

TEST(TreeFile, KeepsWhatWasThereWhenItCannotBeWritten) {
  const TemporaryDirectory folder;
  const Model box(shapes::box({1, 1, 1}));
  EXPECT_THAT(message_of([&] { save(box, folder.file("no/a.abut")); }),
              testing::HasSubstr("a.abut: cannot be written"));
  EXPECT_THAT(message_of([&] { save(box, folder.path()); }), testing::HasSubstr("is a directory"));
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(TreeFile, IsAMeshToo) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("named otherwise.stl");
  save(Model(degenerate_mesh()), file);
  EXPECT_EQ(load(file), degenerate_mesh());
  save(Model(), file);
  EXPECT_THAT(message_of([&] { load(file); }), testing::HasSubstr("model without triangles"));
}

TEST(TreeFile, CopiesTheMeshOfAMappedModelOnDemandFromManyThreads) {
  const Model model = open_bytes(saved_bytes(Model(shapes::torus(1, 0.3, 80, 40))));
  std::vector<const Mesh*> seen(64);
  std::vector<PlacementPair> at(64);
  // Threads of a batch that all ask for the mesh.
  CollideOptions options;
  options.threads = 4;
  std::atomic<std::size_t> next{0};
  options.consider = [&](std::uint32_t, std::uint32_t) {
    const std::size_t i = next.fetch_add(1);
    if (i < seen.size()) seen[i] = &model.mesh();
    return i < seen.size();
  };
  collide(model, model, at, options);
  for (const Mesh* mesh : seen) EXPECT_EQ(mesh, seen[0]);
  EXPECT_EQ(*seen[0], shapes::torus(1, 0.3, 80, 40));
}

}  // namespace
}  // namespace abut
