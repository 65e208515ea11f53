#include "io/reading.h"
#include <abut/clash.h>
#include <abut/load.h>
#include <abut/shapes.h>

namespace abut {

namespace {

std::vector<std::string> names_of(const Assembly& assembly) {
  std::vector<std::string> names;
  for (const AssemblyPart& part : assembly.parts()) names.push_back(part.name);
  return names;
}

constexpr const char* two_groups =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nv 5 0 0\nv 6 0 0\nv 5 1 0\ng left\nf 1 2 3\ng right\nf 5 6 7\n";

Assembly two_boxes() {
  Assembly assembly;
  assembly.add("left", Model(shapes::box({1, 1, 1})));
  assembly.add("right one", Model(shapes::box({1, 1, 1})), Placement::translation({5, 0, 0}));
  return assembly;
}

/// What is wrong with a motion file of this text, without the file's name.
std::string complaint(const std::string& text) {
  const TemporaryDirectory folder;
  const auto file = folder.file("motion.txt", text);
  return message_of([&] { read_motion(file, two_boxes()); }).substr(file.string().size());
}

}  // namespace

TEST(Assembly, GivesEqualNamesAnOrdinal) {
  Assembly assembly;
  const Model box(shapes::box({1, 1, 1}));
  for (const char* name : {"bolt", "bolt #2", "bolt", "bolt", "nut", "bolt"}) assembly.add(name, box);
  EXPECT_THAT(names_of(assembly), testing::ElementsAre("bolt", "bolt #2", "bolt #3", "bolt #4", "nut", "bolt #5"));
  EXPECT_EQ(assembly.find("nut"), 4u);
  EXPECT_FALSE(assembly.find("bolt #6"));
}

TEST(Assembly, SplitsAFileIntoItsGroups) {
  const TemporaryDirectory folder;
  const std::string files[] = {folder.file("pair.obj", two_groups)};
  const Assembly assembly = load_assembly(files);
  EXPECT_THAT(names_of(assembly), testing::ElementsAre("left", "right"));
  const Mesh& right = assembly.parts()[1].model.mesh();
  EXPECT_EQ(right.points, (std::vector<Vec3>{{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}));
  EXPECT_EQ(right.triangles, (std::vector<Triangle>{{0, 1, 2}}));
}

TEST(Assembly, PutsRunsOfOneNameTogether) {
  const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                  {{0, 1, 2}, {1, 2, 3}, {0, 2, 3}, {3, 1, 0}},
                  {{"a", 0, 1}, {"", 1, 1}, {"a", 2, 1}, {"empty", 3, 0}, {"b", 3, 1}}};
  const std::vector<NamedMesh> parts = split_into_parts(mesh, "file");
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].name, "a");
  EXPECT_EQ(parts[0].mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(parts[1].name, "file");
  EXPECT_EQ(parts[1].mesh.points.size(), 3u);
  EXPECT_EQ(parts[2].name, "b");
}

TEST(Assembly, NamesPartsOfSeveralFilesAfterThem) {
  const TemporaryDirectory folder;
  save(shapes::box({1, 1, 1}), folder.file("block.stl"));
  const std::string files[] = {folder.file("pair.obj", two_groups), folder.file("block.stl"), folder.file("block.stl")};
  EXPECT_THAT(names_of(load_assembly(files)), testing::ElementsAre("pair/left", "pair/right", "block", "block #2"));
}

TEST(Assembly, IsTheSameForEveryNumberOfThreads) {
  const TemporaryDirectory folder;
  const std::string files[] = {folder.file("pair.obj", two_groups)};
  EXPECT_EQ(names_of(load_assembly(files, {}, 0)), names_of(load_assembly(files, {}, 1)));
}

TEST(Assembly, RefusesWhatHasASinglePart) {
  const TemporaryDirectory folder;
  save(shapes::box({1, 1, 1}), folder.file("block.stl"));
  const std::string files[] = {folder.file("block.stl")};
  EXPECT_THAT(message_of([&] { load_assembly(files); }), testing::HasSubstr("block.stl: has only one part"));
  EXPECT_THAT(message_of([&] { load_assembly({}); }), testing::HasSubstr("has no parts"));
}

TEST(SizeCheck, RefusesPartsAMillionTimesAsLargeAsOthers) {
  Assembly assembly;
  assembly.add("frame", Model(shapes::box({1e4, 1e4, 1e4})));
  assembly.add("bolt", Model(shapes::box({0.02, 0.02, 0.02})));
  require_sane_sizes(assembly, 1);
  assembly.add("nut", Model(shapes::box({0.005, 0.005, 0.005})));
  EXPECT_EQ(message_of([&] { require_sane_sizes(assembly, 1); }),
            "'frame' is 3.46e+04 large and 'nut' is 0.0173, which differ by more than a million. Are all parts in the "
            "same unit?");
}

TEST(SizeCheck, RefusesAClearanceLargerThanAllParts) {
  const Assembly assembly = two_boxes();
  require_sane_sizes(assembly, 7);
  EXPECT_THAT(message_of([&] { require_sane_sizes(assembly, 8); }),
              testing::HasSubstr("the clearance of 8 is larger than the whole assembly (7.55 from corner to corner)"));
}

TEST(Motion, PlacesPartsAndLetsOthersStay) {
  const TemporaryDirectory folder;
  const auto file =
      folder.file("motion.txt",
                  "# two steps\ntime crank angle [deg]  # what it is\nstep -1\n\"right one\" 1 0 0 7 0 1 0 "
                  "0 0 0 1 0\nstep 2.5e0\nleft 1 0 0 1 0 1 0 2 0 0 1 3\n");
  const AssemblyMotion motion = read_motion(file, two_boxes());
  EXPECT_EQ(motion.times, (std::vector<double>{-1, 2.5}));
  EXPECT_EQ(motion.time_name, "crank angle [deg]");
  EXPECT_EQ(motion.at_step(0)[0], Placement::identity());
  EXPECT_EQ(motion.at_step(0)[1], Placement::translation({7, 0, 0}));
  EXPECT_EQ(motion.at_step(1)[0], Placement::translation({1, 2, 3}));
  EXPECT_EQ(motion.at_step(1)[1], Placement::translation({7, 0, 0}));
}

TEST(Motion, KeepsChangesOnly) {
  const Placement right = Placement::translation({7, 0, 0});
  const TemporaryDirectory folder;
  std::string text;
  for (int step = 0; step < 1000; ++step) {
    text += "step " + std::to_string(step) + "\n";
    if (step % 100 > 49) text += "\"right one\" 1 0 0 7 0 1 0 0 0 0 1 0\n";
    if (step == 700) text += "left 1 0 0 7 0 1 0 0 0 0 1 0\n";
  }
  const AssemblyMotion motion = read_motion(folder.file("motion.txt", text), two_boxes());
  EXPECT_EQ(motion.steps(), 1000u);
  ASSERT_EQ(motion.tracks[0].size(), 2u);
  ASSERT_EQ(motion.tracks[1].size(), 2u);
  EXPECT_EQ(motion.tracks[1][1].step, 50u);
  EXPECT_EQ(motion.at(49, 1), two_boxes().parts()[1].at);
  for (std::size_t step : {50, 51, 999}) EXPECT_EQ(motion.at(step, 1), right);
  EXPECT_EQ(motion.at(699, 0), Placement::identity());
  EXPECT_EQ(motion.at(700, 0), right);
}

TEST(Motion, TakesThePlacementsOfAllStepsAndGivesThemBack) {
  const Placement x = Placement::translation({1, 0, 0}), y = Placement::translation({0, 1, 0});
  const std::vector<Placement> dense{x, y, x, x, y, x};  // three steps of two parts
  const AssemblyMotion motion = motion_from({0, 1, 2}, dense, "time");
  for (std::size_t step = 0; step < 3; ++step)
    EXPECT_EQ(motion.at_step(step), (std::vector<Placement>{dense[2 * step], dense[2 * step + 1]}));
  EXPECT_EQ(motion.tracks[0].size() + motion.tracks[1].size(), 4u);
  EXPECT_EQ(message_of([&] {
              motion_from({0, 1, 2, 3}, dense);
            }),
            "the motion has 6 placements for 4 steps; there must be one for each part in each step.");
}

// There was no way to write a quote.
TEST(Motion, NamesPartsWithQuotesAndBackslashes) {
  const std::string at = " 1 0 0 7 0 1 0 0 0 0 1 0\n";
  Assembly assembly;
  for (const char* name : {"1\" bolt M6", "a\\b", "c\\", "d\\n"}) assembly.add(name, Model(shapes::box({1, 1, 1})));
  const TemporaryDirectory folder;
  const AssemblyMotion motion =
      read_motion(folder.file("motion.txt", "time \"2\\\" way\" [mm]\nstep 0\n\"1\\\" bolt M6\"" + at + "\"a\\\\b\"" +
                                                at + "\"c\\\\\"" + at + "\"d\\n\"" + at),
                  assembly);
  EXPECT_EQ(motion.time_name, "2\" way [mm]");
  for (std::size_t part = 0; part < 4; ++part) EXPECT_EQ(motion.at(0, part), Placement::translation({7, 0, 0})) << part;
  EXPECT_EQ(complaint("step 0\n\"left\\\" 1 0\n"), ": line 2: a quote is opened and not closed.");
}

TEST(Motion, WarnsOfMirroredAndScaledParts) {
  const TemporaryDirectory folder;
  Assembly assembly;
  const Model box(shapes::box({1, 1, 1}));
  const Matrix3 thousandth{{0.001, 0, 0, 0, 0.001, 0, 0, 0, 0.001}}, mirror{{-1, 0, 0, 0, 1, 0, 0, 0, 1}};
  assembly.add("plain", box, Placement::rotation(1, 2, 3, 4));
  assembly.add("in mm", box, {thousandth, {}});
  assembly.add("left hand", box, {mirror, {}});
  const auto file = folder.file("motion.txt", "");
  const auto warnings = [&](const std::string& lines) {
    folder.file("motion.txt", "step 0\n" + lines);
    std::vector<std::string> texts = read_motion(file, assembly).warnings;
    for (std::string& text : texts) text = text.substr(file.string().size());
    return texts;
  };
  const std::string wrong = ", which a motion does not do; is the matrix right?";
  EXPECT_THAT(warnings("plain 0 -1 0 5 1 0 0 5 0 0 1 5\n\"in mm\" 0 -.001 0 5 .001 0 0 5 0 0 .001 5\n"
                       "\"left hand\" 0 -1 0 5 -1 0 0 5 0 0 1 5\nstep 1\nplain 0 -1.0004 0 5 1 0 0 5 0 0 1 5\n"),
              testing::IsEmpty());
  EXPECT_THAT(warnings("plain -1 0 0 0 0 1 0 0 0 0 1 0\n"),
              testing::ElementsAre(": line 2: the placement mirrors 'plain'" + wrong));
  EXPECT_THAT(warnings("plain 1 0 0 0 0 1 0 0 0 0 1 0\nstep 1\nplain 25.4 0 0 0 0 25.4 0 0 0 0 25.4 0\nstep 2\n"
                       "plain 2 0 0 0 0 2 0 0 0 0 2 0\n"),
              testing::ElementsAre(": line 4: the placement scales 'plain'" + wrong));
  EXPECT_THAT(warnings("\"in mm\" 1 0 0 0 0 1 0 0 0 0 1 0\n\"left hand\" 1 0 0 0 0 1 0 0 0 0 1 0\n"),
              testing::ElementsAre(": line 2: the placement scales 'in mm'" + wrong,
                                   ": line 3: the placement mirrors 'left hand'" + wrong));
  EXPECT_THAT(warnings("plain 1 0.01 0 0 0 1 0 0 0 0 1 0\n\"left hand\" 2 0 0 0 0 2 0 0 0 0 2 0\n"),
              testing::ElementsAre(": line 2: the placement scales or shears 'plain'" + wrong,
                                   ": line 3: the placement mirrors and scales 'left hand'" + wrong));
}

TEST(Motion, WarnsOfTenPartsAndCountsTheOthers) {
  Assembly assembly;
  std::string text = "step 0\n";
  for (int i = 0; i < 13; ++i) {
    const std::string name = "part" + std::to_string(i);
    assembly.add(name, Model(shapes::box({1, 1, 1})));
    text += name + " 1 0 0 0 0 1 0 0 0 0 -1 0\n";
  }
  const TemporaryDirectory folder;
  const auto file = folder.file("motion.txt", text);
  const std::vector<std::string> warnings = read_motion(file, assembly).warnings;
  ASSERT_EQ(warnings.size(), 11u);
  EXPECT_EQ(warnings[10], file.string() + ": mirrors, scales or shears 3 more parts.");
}

TEST(Motion, NamesTheLineThatIsWrong) {
  const std::string place = "left 1 0 0 0 0 1 0 0 0 0 1 0\n";
  EXPECT_EQ(complaint("# nothing\n"),
            ": has no step. Begin each with 'step TIME', followed by a line for each part that moves.");
  EXPECT_EQ(complaint(place), ": line 1: a part is placed before the first 'step TIME'.");
  EXPECT_EQ(complaint("step\n"), ": line 1: a step is the word 'step' and its time, such as 'step 0.5'.");
  EXPECT_EQ(complaint("step soon\n"), ": line 1: the step's time is 'soon', which is not a number.");
  EXPECT_EQ(complaint("step 1\nstep 1\n"),
            ": line 2: the step's time is '1', which is not later than that of the step before.");
  EXPECT_EQ(complaint("step 1\ntime t\n"),
            ": line 2: 'time' says what the times mean and must come before the first step.");
  EXPECT_EQ(complaint("step 0\nright 1 0 0 0 0 1 0 0 0 0 1 0\n"),
            ": line 2: no part of the assembly is called 'right'.");
  EXPECT_EQ(complaint("step 0\nleft 1 0 0\n"),
            ": line 2: has 3 values behind the part's name; a placement has 12: its 3x4 matrix row by row.");
  EXPECT_EQ(complaint("step 0\n" + place + place), ": line 3: the step places 'left' a second time.");
  EXPECT_EQ(complaint("step 0\nleft 1 0 0 x 0 1 0 0 0 0 1 0\n"), ": line 2: value 4 is 'x', which is not a number.");
  EXPECT_THAT(complaint("step 0\nleft 1 0 0 0 1 0 0 0 0 0 1 0\n"),
              testing::StartsWith(": line 2: the placement is singular"));
}

}  // namespace abut
