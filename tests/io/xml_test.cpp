#include "io/xml.h"

#include "math/random.h"
#include <abut/error.h>

#include <gmock/gmock.h>

namespace abut {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

XmlFile read(const std::string& text) { return {std::as_bytes(std::span(text)), "file.xml"}; }

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "taken";
}

TEST(Xml, ReadsElementsAttributesAndText) {
  const XmlFile file = read(
      "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- a <comment> -->\n<!DOCTYPE robot>\n"
      "<robot name='arm &quot;7&quot;'>\n  <link\n name = \"a&#65;&#x42;\"/>one<!-- no -->&lt;two<![CDATA[<&three>]]>\n"
      "  <link name='b'><visual/></link ></robot>\n<!-- end -->");
  const XmlElement& root = file.root();
  EXPECT_EQ(root.name, "robot");
  EXPECT_EQ(root.line, 4u);
  EXPECT_EQ(*root.attribute("name"), "arm \"7\"");
  EXPECT_EQ(root.attribute("no"), nullptr);
  ASSERT_EQ(root.children.size(), 2u);
  EXPECT_EQ(*root.children[0].attribute("name"), "aAB");
  EXPECT_EQ(root.children[0].line, 5u);
  EXPECT_EQ(root.children[1].line, 7u);
  EXPECT_EQ(root.text, "\n  one<two<&three>\n  ");
  EXPECT_NE(root.children[1].child("visual"), nullptr);
  EXPECT_EQ(root.child("visual"), nullptr);
}

TEST(Xml, ReadsNumbers) {
  const XmlFile file = read("<a xyz=' 1 -2.5e1\n+3 ' one='1e-3' none='' bad='1,2' nan='nan' inf='1e999' two='1 2'/>");
  EXPECT_EQ(file.vector(file.root(), "xyz"), (Vec3{1, -25, 3}));
  EXPECT_EQ(file.vector(file.root(), "rpy", Vec3{4, 5, 6}), (Vec3{4, 5, 6}));
  EXPECT_EQ(file.number(file.root(), "one"), 1e-3);
  EXPECT_EQ(file.number(file.root(), "other", 7.0), 7);
  EXPECT_THAT(file.indices(file.root(), " 0 12\n3 ", "<p>"), ElementsAre(0, 12, 3));
  const auto why = [&](const char* attribute) {
    try {
      file.number(file.root(), attribute);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  EXPECT_EQ(why("no"), "file.xml: line 1: <a> has no attribute 'no'.");
  EXPECT_THAT(why("none"), HasSubstr("is empty"));
  EXPECT_THAT(why("bad"), HasSubstr("attribute 'bad' of <a> holds '1,2', which is not a number."));
  EXPECT_THAT(why("nan"), HasSubstr("'nan', which is not a number."));
  EXPECT_THAT(why("inf"), HasSubstr("beyond 2^300"));
  EXPECT_THAT(why("two"), HasSubstr("has 2 numbers; it needs one."));
  EXPECT_THROW(file.vector(file.root(), "two"), Error);
  EXPECT_THROW(file.indices(file.root(), "-1", "<p>"), Error);
  EXPECT_THROW(file.indices(file.root(), "2147483648", "<p>"), Error);
}

TEST(Xml, RefusesWhatIsNotWellFormed) {
  EXPECT_THAT(refusal(""), HasSubstr("file.xml: line 1: this is not an XML file"));
  EXPECT_THAT(refusal("solid\n"), HasSubstr("not an XML file"));
  EXPECT_THAT(refusal("<a>\n<b>\n</a>"), HasSubstr("line 3: </a> ends <b> of line 2."));
  EXPECT_THAT(refusal("<a>\n<b/>"), HasSubstr("<a> of line 1 does not end"));
  EXPECT_THAT(refusal("<a b"), HasSubstr("has no '='"));
  EXPECT_THAT(refusal("<a b=c/>"), HasSubstr("not in quotes"));
  EXPECT_THAT(refusal("<a b='c/>"), HasSubstr("does not end"));
  EXPECT_THAT(refusal("<a b='1' b='2'/>"), HasSubstr("has the attribute 'b' twice"));
  EXPECT_THAT(refusal("<a"), HasSubstr("has no '>'"));
  EXPECT_THAT(refusal("<1/>"), HasSubstr("has no name"));
  EXPECT_THAT(refusal("<a/><b/>"), HasSubstr("something follows the end of <a>"));
  EXPECT_THAT(refusal("<a>&nbsp;</a>"), HasSubstr("the entity 'nbsp' is not known"));
  EXPECT_THAT(refusal("<a>&#0;</a>"), HasSubstr("not known"));
  EXPECT_THAT(refusal("<a>a & b</a>"), HasSubstr("Write &amp;"));
  EXPECT_THAT(refusal("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"), HasSubstr("defines things of its own"));
  EXPECT_THAT(refusal("\xff\xfe<"), HasSubstr("not UTF-8"));
  std::string deep, end;
  for (int i = 0; i < 201; ++i) deep += "<a>", end += "</a>";
  EXPECT_THAT(refusal(deep + end), HasSubstr("more than 200 deep"));
  EXPECT_EQ(refusal(deep.substr(3) + end.substr(4)), "taken");
}

/// Writes a random tree of elements and says what must be read.
void write_random(Random& random, XmlElement& element, int depth, std::string& text) {
  constexpr std::string_view pieces[] = {"a", " ", "\n", "&lt;", "&amp;", "&#33;", "0.5", "\xc3\xa4"};
  constexpr std::string_view read_as[] = {"a", " ", "\n", "<", "&", "!", "0.5", "\xc3\xa4"};
  const auto some = [&](std::string& value) {
    for (std::uint64_t n = random.below(5); n > 0; --n) {
      const std::size_t which = random.below(std::size(pieces));
      text += pieces[which];
      value += read_as[which];
    }
  };
  element.name = "e" + std::to_string(random.below(10));
  text += "<" + element.name;
  for (std::uint64_t i = random.below(3); i > 0; --i) {
    element.attributes.push_back({"a" + std::to_string(i), ""});
    text += "\n" + element.attributes.back().name + "=\"";
    some(element.attributes.back().value);
    text += "\"";
  }
  text += ">";
  for (std::uint64_t i = depth < 4 ? random.below(4) : 0; i > 0; --i) {
    some(element.text);
    if (random.chance(0.2)) text += "<!-- <e1> -->";
    write_random(random, element.children.emplace_back(), depth + 1, text);
  }
  some(element.text);
  text += "</" + element.name + ">";
}

void expect_same(const XmlElement& a, const XmlElement& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.text, b.text);
  ASSERT_EQ(a.attributes.size(), b.attributes.size());
  for (std::size_t i = 0; i < a.attributes.size(); ++i) EXPECT_EQ(a.attributes[i].value, b.attributes[i].value);
  ASSERT_EQ(a.children.size(), b.children.size());
  for (std::size_t i = 0; i < a.children.size(); ++i) expect_same(a.children[i], b.children[i]);
}

TEST(Xml, ReadsBackWhatWasWritten) {
  Random random(185);
  for (int i = 0; i < 500; ++i) {
    XmlElement expected;
    std::string text;
    write_random(random, expected, 0, text);
    expect_same(read(text).root(), expected);
    // Cut anywhere, it is refused.
    EXPECT_NE(refusal(text.substr(0, random.below(text.size()))), "taken");
  }
}

}  // namespace
}  // namespace abut
