#include "assembly/glob.h"
#include "assembly/pair_table.h"
#include "io/reading.h"
#include "math/random.h"
#include <abut/shapes.h>

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

// '?' matched one byte, so the two of an umlaut took two of them.
TEST(Glob, TakesCharactersNotBytes) {
  for (const auto& [pattern, text] :
       std::vector<std::pair<std::string, std::string>>{{"M?tter", "M\u00fctter"},  // two bytes
                                                        {"? 20", "\u2300 20"},      // three
                                                        {"?", "\U0001f529"},        // four
                                                        {"*?", "\u00fc"},
                                                        {"a*?b", "a\u00fc\u00fcb"},
                                                        {"\u00fc*\u00fc", "\u00fc \u00fc"},
                                                        {"\\\u00fc", "\u00fc"},
                                                        {"??", "\xc3("},  // not UTF-8: a byte is a character
                                                        {"?", "\xff"},
                                                        {"???",
                                                         "\xe2\x8c"
                                                         "x"},                          // cut short
                                                        {"??", "\xc0\x80"},             // longer than needed
                                                        {"???", "\xed\xa0\x80"},        // half of a pair of UTF-16
                                                        {"????", "\xf4\x90\x80\x80"}})  // beyond U+10FFFF
    EXPECT_TRUE(matches_glob(pattern, text)) << pattern << " " << text;
  for (const auto& [pattern, text] : std::vector<std::pair<std::string, std::string>>{
           {"M??tter", "M\u00fctter"}, {"??", "\u00fc"}, {"*??", "\u00fc"}, {"???", "\u2300"}, {"a*??", "a\u2300"}})
    EXPECT_FALSE(matches_glob(pattern, text)) << pattern << " " << text;
}

TEST(Glob, KnowsWhatItsTextsBeginWith) {
  const GlobStart word = start_of_glob("a\\*b"), star = start_of_glob("a?b*"), end = start_of_glob("a**");
  EXPECT_EQ(word.text, "a*b");
  EXPECT_TRUE(word.is_all && !word.star_ends);
  EXPECT_EQ(star.text, "a");
  EXPECT_FALSE(star.is_all || star.star_ends);
  EXPECT_EQ(end.text, "a");
  EXPECT_TRUE(end.star_ends && !end.is_all);
  EXPECT_EQ(start_of_glob("a\\").text, "a\\");
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

TEST(PairRules, SayWhatASearchThroughAllRulesSays) {
  Random random(11);
  const auto any_of = [&](const std::vector<std::string>& words) {
    return words[static_cast<std::size_t>(random.between(0, static_cast<double>(words.size())))];
  };
  std::vector<std::string> names;
  for (int i = 0; i < 90; ++i)
    names.push_back(any_of({"bolt", "nut", "plate", "\u00fcber"}) + any_of({" ", ":", "*"}) + std::to_string(i));
  const std::vector<std::string> patterns{"*",      "**",    "bolt*",  "n?t*",   "*1*",
                                          "*\\*3*", "?ber*", "nobody", names[5], "plate*7"};
  const Assembly assembly = named_boxes(names);
  const auto covers = [&](const PairPattern& pattern, std::size_t a, std::size_t b) {
    return (matches_glob(pattern.a, names[a]) && matches_glob(pattern.b, names[b])) ||
           (matches_glob(pattern.a, names[b]) && matches_glob(pattern.b, names[a]));
  };
  for (int round = 0; round < 40; ++round) {
    PairRules rules;
    rules.clearance = 1;
    const auto some = [&](int most, const auto& add) {
      for (int i = static_cast<int>(random.between(0, most)); i-- > 0;)
        add(PairPattern{any_of(patterns), any_of(patterns)});
    };
    // More than 64 of them at times.
    some(round % 4 == 0 ? 150 : 6, [&](const PairPattern& pair) { rules.ignore.push_back(pair); });
    if (round % 2) some(4, [&](const PairPattern& pair) { rules.only.push_back(pair); });
    some(round % 4 == 1 ? 150 : 6, [&](const PairPattern& pair) { rules.clearances.push_back({pair, random.unit()}); });
    if (round % 3 == 0)
      std::erase_if(rules.ignore, [](const PairPattern& pair) { return pair.a[0] == '*' && pair.b[0] == '*'; });
    const PairTable table(rules, assembly);
    std::uint64_t count = 0;
    for (std::size_t a = 0; a < names.size(); ++a)
      for (std::size_t b = a + 1; b < names.size(); ++b) {
        bool checked = rules.only.empty();
        for (const PairPattern& pattern : rules.only) checked |= covers(pattern, a, b);
        for (const PairPattern& pattern : rules.ignore) checked &= !covers(pattern, a, b);
        double clearance = rules.clearance;
        for (const PairClearance& rule : rules.clearances)
          if (covers(rule.pairs, a, b)) clearance = rule.clearance;
        count += checked;
        EXPECT_EQ(table.is_checked(a, b), checked);
        EXPECT_EQ(table.is_checked(b, a), checked);
        EXPECT_EQ(table.clearance(a, b), clearance);
        std::size_t groups = 0;
        for (const PairTable::Group& group : table.groups()) {
          if (!table.is_in(group, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b))) continue;
          ++groups;
          EXPECT_EQ(group.clearance, clearance);
        }
        EXPECT_EQ(groups, checked ? 1u : 0u);
      }
    EXPECT_EQ(table.checked_pairs(), count) << round;
  }
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

TEST(PairRules, ReadNamesWithQuotes) {
  const TemporaryDirectory folder;
  const std::vector<PairPattern> read =
      read_pairs(folder.file("pairs", "\"1\\\" bolt M6\" 2\"*\n\"a\\\\b\" \"c\\d\\*\"\n"));
  ASSERT_EQ(read.size(), 2u);
  EXPECT_TRUE(matches_glob(read[0].a, "1\" bolt M6"));
  EXPECT_TRUE(matches_glob(read[0].b, "2\" nut"));
  EXPECT_TRUE(matches_glob(read[1].a, "a\\b"));
  EXPECT_TRUE(matches_glob(read[1].b, "cd*"));
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
