#include "io/reading.h"
#include <abut/mesh/shapes.h>
#include <abut/scene/glob.h>
#include <abut/scene/pair_rules.h>

namespace abut {

namespace {

Assembly named_boxes(const std::vector<std::string>& names) {
  Assembly assembly;
  const Model box(shapes::box({1, 1, 1}));
  for (const std::string& name : names) assembly.add(name, box);
  return assembly;
}

}  // namespace

TEST(Glob, DescribesWholeNames) {
  for (const auto& [pattern, text] : std::vector<std::pair<std::string, std::string>>{{"bolt", "bolt"},
                                                                                      {"*", ""},
                                                                                      {"*", "anything at all"},
                                                                                      {"bolt*", "bolt"},
                                                                                      {"bolt*", "bolt #2"},
                                                                                      {"*bolt*", "M8 bolt, long"},
                                                                                      {"b?lt", "bolt"},
                                                                                      {"a*b*c", "a b b c"},
                                                                                      {"a\\*b", "a*b"},
                                                                                      {"*a*a*a", "aaa"},
                                                                                      {"\\\\", "\\"}})
    EXPECT_TRUE(matches_glob(pattern, text)) << pattern << " " << text;
  for (const auto& [pattern, text] : std::vector<std::pair<std::string, std::string>>{{"", "bolt"},
                                                                                      {"bolt", ""},
                                                                                      {"bolt", "bolts"},
                                                                                      {"Bolt", "bolt"},
                                                                                      {"b?lt", "blt"},
                                                                                      {"a*b", "ac"},
                                                                                      {"a\\*b", "axb"},
                                                                                      {"*a*a*a", "aa"}})
    EXPECT_FALSE(matches_glob(pattern, text)) << pattern << " " << text;
}

TEST(Glob, TakesNoLongerForManyStars) {
  std::string pattern, text(3000, 'a');
  for (int i = 0; i < 500; ++i) pattern += "a*";
  EXPECT_FALSE(matches_glob(pattern + "b", text));
}

TEST(PairRules, LeaveOutWhatIsIgnoredAndWhatOnlyDoesNotName) {
  const Assembly assembly = named_boxes({"bolt 1", "bolt 2", "plate", "frame"});
  PairRules rules;
  rules.ignore = {{"bolt*", "plate"}};
  const PairTable ignoring(rules, assembly);
  EXPECT_FALSE(ignoring.is_checked(0, 2));
  EXPECT_FALSE(ignoring.is_checked(2, 1));
  EXPECT_TRUE(ignoring.is_checked(0, 1));
  EXPECT_EQ(ignoring.checked_pairs(), 4u);
  rules.only = {{"*", "plate"}};
  const PairTable both(rules, assembly);
  EXPECT_EQ(both.checked_pairs(), 1u);
  EXPECT_TRUE(both.is_checked(2, 3));
}

TEST(PairRules, TakeTheLastClearanceThatMatches) {
  PairRules rules;
  rules.clearance = 1;
  rules.clearances = {{{"bolt*", "*"}, 2}, {{"frame", "bolt 2"}, 0.5}};
  const PairTable table(rules, named_boxes({"bolt 1", "bolt 2", "plate", "frame"}));
  EXPECT_EQ(table.clearance(2, 3), 1);
  EXPECT_EQ(table.clearance(0, 3), 2);
  EXPECT_EQ(table.clearance(1, 3), 0.5);
  EXPECT_EQ(table.clearance(3, 1), 0.5);
  EXPECT_EQ(table.largest_clearance(), 2);
}

TEST(PairRules, TellWhichPatternsMatchNoPair) {
  PairRules rules;
  rules.ignore = {{"bolt*", "plate"}, {"blot*", "plate"}, {"plate", "plate"}};
  const PairTable table(rules, named_boxes({"bolt 1", "plate"}));
  EXPECT_THAT(table.unmatched(), testing::ElementsAre("'blot*' and 'plate'", "'plate' and 'plate'"));
}

TEST(PairRules, ReadPatternsWithColonsOfTheirOwn) {
  const PairPattern pattern = PairPattern::from_text("a\\:b:c*");
  EXPECT_TRUE(matches_glob(pattern.a, "a:b"));
  EXPECT_EQ(pattern.b, "c*");
  for (const char* bad : {"", "a", ":", "a:", ":b", "a:b:c"})
    EXPECT_THAT(message_of([&] { PairPattern::from_text(bad); }), testing::HasSubstr("two patterns")) << bad;
}

TEST(PairRules, ReadTheirFiles) {
  const TemporaryDirectory folder;
  const auto pairs = folder.file("pairs", "# allowed\nbolt* plate\n\n\"piston 1\" \"valve *\"  # a comment\n");
  const std::vector<PairPattern> read = read_pairs(pairs);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[1].a, "piston 1");
  EXPECT_EQ(read[1].b, "valve *");
  const auto clearances = folder.file("clearances", "bolt* * 0.25\n");
  ASSERT_EQ(read_clearances(clearances).size(), 1u);
  EXPECT_EQ(read_clearances(clearances)[0].clearance, 0.25);
}

TEST(PairRules, NameTheLineThatIsWrong) {
  const auto complaint = [](const std::string& text, const auto& read) {
    const TemporaryDirectory folder;
    const auto file = folder.file("rules", text);
    return message_of([&] { read(file); }).substr(file.string().size());
  };
  EXPECT_EQ(complaint("a b\na b c\n", read_pairs),
            ": line 2: has 3 words; a pair is two names or patterns, in double quotes where they have blanks.");
  EXPECT_EQ(complaint("\"a b\n", read_pairs), ": line 1: a quote is opened and not closed.");
  EXPECT_EQ(complaint("a b\n", read_clearances),
            ": line 1: has 2 words; a clearance is two names or patterns, in double quotes where they have blanks, and "
            "a length.");
  EXPECT_EQ(complaint("#\na b x\n", read_clearances), ": line 2: the clearance is 'x', which is not a number.");
  EXPECT_EQ(complaint("a b -1\n", read_clearances), ": line 1: the clearance is '-1'; it cannot be less than 0.");
  EXPECT_EQ(complaint("a b nan\n", read_clearances),
            ": line 1: the clearance is 'nan', which is not a number from -2^300 to 2^300.");
}

}  // namespace abut
