#include "io/step.h"

#include "io/reading.h"
#include "math/random.h"
#include "modules/step_files.h"
#include <abut/assembly.h>
#include <abut/mesh.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRep_Builder.hxx>
#include <TopoDS_Compound.hxx>

namespace abut {

namespace {

constexpr double radius = pin_radius, height = pin_height;

std::vector<std::string> names_of(const MeshInstances& scene) {
  std::vector<std::string> names;
  for (const MeshInstance& part : scene.instances) names.push_back(part.name);
  return names;
}

TEST(Step, GivesProductsWhereTheAssemblyPutsThem) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.step"));
  const MeshInstances scene = read_step(folder.file("device.step"));
  ASSERT_THAT(names_of(scene), testing::ElementsAre("block", "pin", "pin"));
  EXPECT_EQ(scene.meshes.size(), 2u) << "the pins share a mesh";
  EXPECT_EQ(scene.instances[1].mesh, scene.instances[2].mesh);
  EXPECT_EQ(scene.instances[0].at, Placement());
  EXPECT_EQ(scene.instances[1].at, Placement::translation({100, 0, 0}));
  const Vec3 end = scene.instances[2].at * Vec3{0, 0, height};
  EXPECT_NEAR(end.x, height, 1e-9);
  EXPECT_NEAR(end.y, 200, 1e-9);
  EXPECT_NEAR(end.z, 0, 1e-9);
}

TEST(Step, GivesPartsOfAnAssemblyNamesOfTheirOwn) {
  const TemporaryDirectory folder;
  const std::vector<std::string> files{folder.file("device.STEP")};
  write_assembly(files[0]);
  const Assembly assembly = load_assembly(files);
  ASSERT_EQ(assembly.parts().size(), 3u);
  EXPECT_EQ(assembly.parts()[2].name, "pin #2");
}

TEST(Step, GivesClosedMeshesThatFaceOutwardAndKeepToTheDeflection) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.stp"));
  std::size_t last = 0;
  for (double deflection : {0.1, 0.01, 0.001}) {
    const MeshInstances scene = read_step(folder.file("device.stp"), {.deflection = deflection});
    EXPECT_EQ(scene.meshes[0].points.size(), 8u) << "faces of a box share its corners";
    const Mesh& pin = scene.meshes[1];
    EXPECT_GT(pin.triangles.size(), last);
    last = pin.triangles.size();
    EXPECT_TRUE(closedness_of(pin).is_closed());
    double volume = 0;
    for (const Triangle& t : pin.triangles)
      volume += dot(pin.points[t[0]], cross(pin.points[t[1]], pin.points[t[2]])) / 6;
    EXPECT_GT(volume, 0.8 * std::acos(-1) * radius * radius * height);
    EXPECT_LT(volume, std::acos(-1) * radius * radius * height);
    for (const Triangle& t : pin.triangles) {
      const Vec3 middle = (pin.points[t[0]] + pin.points[t[1]] + pin.points[t[2]]) * (1.0 / 3);
      if (middle.z < 1e-9 || middle.z > height - 1e-9) continue;
      EXPECT_GT(std::hypot(middle.x, middle.y), radius - 1.01 * deflection);
    }
  }
}

/// The farthest that points of a triangle are from a surface, looked for at many of them.
template <class GapOf>
double farthest(const Mesh& mesh, std::uint32_t triangle, GapOf&& gap_of) {
  const auto [a, b, c] = mesh.corners(triangle);
  double most = 0;
  constexpr int n = 40;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; i + j <= n; ++j)
      most = std::max(most, std::abs(gap_of(a + (b - a) * (double(i) / n) + (c - a) * (double(j) / n))));
  return most;
}

struct RoundPart {
  const char* name;
  TopoDS_Shape shape;
  double (*gap)(const Vec3&);  ///< of the curved face
  bool (*is_flat)(const Vec3&);
  /// How much farther the rim of a flat face is from the triangles than the curved face: beyond the wide end of the
  /// cone it is as far as the sagitta, of which the wall strays by 0.8.
  double at_rim = 1;
};

std::vector<RoundPart> round_parts() {
  return {{"cylinder", BRepPrimAPI_MakeCylinder(5, 40).Shape(), [](const Vec3& p) { return std::hypot(p.x, p.y) - 5; },
           [](const Vec3& p) { return std::abs(p.z) < 1e-9 || std::abs(p.z - 40) < 1e-9; }},
          {"cone", BRepPrimAPI_MakeCone(6, 3, 4).Shape(),
           [](const Vec3& p) { return (std::hypot(p.x, p.y) - 6) * 0.8 + p.z * 0.6; },
           [](const Vec3& p) { return std::abs(p.z) < 1e-9 || std::abs(p.z - 4) < 1e-9; }, 1 / 0.8},
          {"sphere", BRepPrimAPI_MakeSphere(7).Shape(), [](const Vec3& p) { return length(p) - 7; },
           [](const Vec3&) { return false; }},
          {"torus", BRepPrimAPI_MakeTorus(10, 3).Shape(),
           [](const Vec3& p) { return std::hypot(std::hypot(p.x, p.y) - 10, p.z) - 3; },
           [](const Vec3&) { return false; }}};
}

TEST(Step, BoundsHowFarTrianglesStrayFromRoundSurfaces) {
  const TemporaryDirectory folder;
  for (const RoundPart& part : round_parts())
    for (const double deflection : {0.5, 0.05, 0.005}) {
      StepWriter writer;
      writer.product(part.shape, part.name);
      writer.write(folder.file("part.step"));
      const MeshInstances scene = read_step(folder.file("part.step"), {.deflection = deflection});
      const Mesh& mesh = scene.meshes.at(0);
      const Stray& stray = scene.strays.at(0);
      EXPECT_EQ(stray.kind(), StrayKind::bounded) << part.name;
      double largest = 0;
      for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        const auto [a, b, c] = mesh.corners(i);
        if (part.is_flat(a) && part.is_flat(b) && part.is_flat(c) && std::abs(a.z - b.z) + std::abs(a.z - c.z) < 1e-9) {
          EXPECT_EQ(stray.of(i), 0) << part.name << " is flat there";
          continue;
        }
        const double truth = farthest(mesh, i, part.gap);
        largest = std::max(largest, truth);
        EXPECT_GE(stray.of(i), truth) << part.name << " at " << deflection;
        EXPECT_LE(stray.of(i), 1.25 * part.at_rim * truth + 1e-9) << part.name << " at " << deflection;
      }
      EXPECT_GT(largest, 0);
      EXPECT_LE(stray.largest(), 1.1 * part.at_rim * largest) << part.name << " at " << deflection;
      EXPECT_LE(stray.spacing(), 1e-6);
    }
}

TEST(Step, TakesTheSolidsOfASinglePartForParts) {
  const TemporaryDirectory folder;
  StepWriter writer;
  BRep_Builder builder;
  TopoDS_Compound both;
  builder.MakeCompound(both);
  builder.Add(both, BRepPrimAPI_MakeBox(1, 1, 1).Shape());
  builder.Add(both, BRepPrimAPI_MakeBox(1, 1, 1).Shape().Moved(moved(3, 0, 0)));
  writer.product(both, "pair");
  writer.write(folder.file("pair.step"));
  const MeshInstances scene = read_step(folder.file("pair.step"));
  EXPECT_EQ(scene.instances.size(), 2u);
}

TEST(Step, RefusesWhatIsNotAStepFileInASentence) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.step"));
  const std::string whole = content_of(folder.file("device.step"));
  EXPECT_TRUE(looks_like_step(bytes_of(whole)));
  EXPECT_FALSE(looks_like_step(bytes_of("solid x")));
  for (const auto& [name, content] :
       {std::pair{"half.step", whole.substr(0, whole.size() / 2)},
        std::pair{"head.step", std::string("ISO-10303-21;\n")}, std::pair{"garbage.step", std::string(500, '\xff')}}) {
    const std::filesystem::path file = folder.file(name, content);
    const std::string message = message_of([&] { read_step(file); });
    EXPECT_TRUE(message.starts_with(file.string() + ": ")) << name << ": " << message;
    EXPECT_TRUE(message.ends_with('.') || message.ends_with('?')) << message;
  }
  EXPECT_NE(message_of([&] { read_step(folder.file("none.step")); }), "");
  EXPECT_NE(message_of([&] { read_step(folder.file("device.step"), {.deflection = -1}); }), "");
}

/// Nothing when the file is refused in a sentence that opens with its name.
std::optional<MeshInstances> scene_unless_refused(const std::filesystem::path& file) {
  try {
    return read_step(file);
  } catch (const Error& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with(file.string() + ": ")) << error.what();
    return std::nullopt;
  }
}

// A file without a line MANIFOLD_SOLID_BREP gave "nothing found; 3 parts".
TEST(Step, IsReadWholeOrRefusedWhenAnEntityIsMissing) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.step"));
  const std::string whole = content_of(folder.file("device.step"));
  const MeshInstances expected = read_step(folder.file("device.step"));
  std::set<std::string> kinds;
  std::size_t refused = 0;
  for (std::size_t begin = whole.find("\n#") + 1; whole[begin] == '#'; begin = whole.find(";\n", begin) + 2) {
    const std::size_t equals = whole.find('=', begin), end = whole.find(";\n", begin) + 2;
    if (!kinds.insert(whole.substr(equals, whole.find('(', equals + 3) - equals)).second) continue;
    const std::string without = whole.substr(0, begin) + whole.substr(end);
    const std::optional<MeshInstances> scene = scene_unless_refused(folder.file("without.step", without));
    refused += !scene;
    EXPECT_EQ(names_of(scene.value_or(expected)), names_of(expected)) << whole.substr(begin, end - begin);
  }
  EXPECT_GE(kinds.size(), 30u);
  EXPECT_GE(refused, 25u);
}

// 10 of 200 one-digit changes lost a part, and some crashed inside OpenCASCADE.
TEST(Step, LosesNoPartWhenADigitChanges) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.step"));
  const std::string whole = content_of(folder.file("device.step"));
  std::vector<std::size_t> digits;
  for (std::size_t i = whole.find("DATA;"); i < whole.size(); ++i)
    if (whole[i] >= '0' && whole[i] <= '9') digits.push_back(i);
  Random random(13);
  for (int i = 0; i < 60; ++i) {
    std::string changed = whole;
    char& digit = changed[digits[random.below(digits.size())]];
    digit = static_cast<char>('0' + (digit - '0' + 1 + random.below(9)) % 10);
    const std::optional<MeshInstances> scene = scene_unless_refused(folder.file("changed.step", changed));
    EXPECT_EQ(scene ? scene->instances.size() : 3u, 3u);
  }
}

/// A reader that does as the script says, in place of the real one.
std::string message_with_reader(const std::string& script) {
  const TemporaryDirectory folder;
  const std::filesystem::path reader = folder.file("abut-step-reader", "#!/bin/sh\n" + script + "\n");
  std::filesystem::permissions(reader, std::filesystem::perms::owner_all);
  const std::string real = std::getenv("ABUT_MODULES");
  ::setenv("ABUT_MODULES", reader.parent_path().c_str(), 1);
  const std::filesystem::path file = folder.file("any.step", "ISO-10303-21;");
  const std::string message = message_of([&] { read_step(file); });
  ::setenv("ABUT_MODULES", real.c_str(), 1);
  EXPECT_TRUE(message.starts_with(file.string() + ": ")) << message;
  return message.substr(std::min(message.size(), file.string().size() + 2));
}

TEST(Step, SurvivesAReaderThatDoesNot) {
  EXPECT_EQ(message_with_reader("kill -SEGV $$"),
            "is a damaged STEP file: OpenCASCADE crashes on it (signal 11). Was the download cut off?");
  EXPECT_EQ(message_with_reader("echo no libTKernel >&2; exit 127"),
            "STEP files cannot be read: their reader ended with status 127 and said 'no libTKernel'.");
  EXPECT_EQ(message_with_reader("printf autstep1"), "STEP files cannot be read: their reader ended with status 0.");
  // More than a pipe holds.
  EXPECT_EQ(message_with_reader("exec head -c 1000000 /dev/zero"),
            "is a damaged STEP file: OpenCASCADE crashes on it (signal 13). Was the download cut off?");
  EXPECT_EQ(message_with_reader("kill -XCPU $$"),
            "reading it took more than 60 s or too much memory. Is it damaged? If not, ask for a larger deflection.");
}

}  // namespace

}  // namespace abut
