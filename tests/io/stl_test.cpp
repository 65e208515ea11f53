#include "io/stl.h"

#include "reading.h"

#include <bit>
#include <limits>

namespace abut {
namespace {

using testing::ElementsAre;

constexpr float infinity = std::numeric_limits<float>::infinity();

Mesh read(std::string_view text) { return read_stl(bytes_of(text), "bracket.stl"); }
std::string message(std::string_view text) {
  return message_of([&] { read(text); });
}

void append(std::string& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift);
}

/// A binary file that says `count` triangles and holds those of the corners, nine floats each.
std::string binary(std::uint32_t count, const std::vector<std::array<float, 9>>& triangles,
                   std::string header = "from a test") {
  header.resize(80, ' ');
  append(header, count);
  for (const auto& corners : triangles) {
    for (int i = 0; i < 3; ++i) append(header, std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN()));
    for (float value : corners) append(header, std::bit_cast<std::uint32_t>(value));
    header += "ab";
  }
  return header;
}

constexpr std::array<float, 9> first = {0, 0, 0, 1, 0, 0, 0, 1.5f, 0};
constexpr std::array<float, 9> second = {1, 0, 0, -0.0f, 1.5f, 0, 1, 1, 0.1f};

const std::string ascii =
    "solid bracket of steel\n"
    " facet normal 0 0 1\n"
    "  outer loop\n"
    "   vertex 0 0 0\n"
    "   vertex +1e0 0 0\n"
    "   vertex 0 .5 0\n"
    "  endloop\n"
    " endfacet\n"
    "endsolid bracket of steel\n";

TEST(BinaryStl, BecomesPointsAndTrianglesWithEqualCornersShared) {
  const Mesh mesh = read(binary(2, {first, second}));
  EXPECT_THAT(mesh.points,
              ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1.5, 0}, Vec3{1, 1, static_cast<double>(0.1f)}));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{1, 2, 3}));
  EXPECT_TRUE(mesh.parts.empty());
}

TEST(BinaryStl, MayBeginWithTheWordSolid) {
  EXPECT_EQ(read(binary(1, {first}, "solid bracket")).triangles.size(), 1u);
  EXPECT_EQ(message(binary(2, {first}, "solid bracket")),
            "bracket.stl: the file says 2 triangles and ends after 1 (byte 134 of 184). Was the download cut off?");
}

TEST(BinaryStl, SharesPointsOfManyTriangles) {
  // A fan strip of 10000 triangles over 10002 different points, more than the reader expects at first.
  std::vector<std::array<float, 9>> triangles;
  const auto point = [](std::size_t i) {
    return std::array<float, 3>{static_cast<float>(i), static_cast<float>(i % 7), 0};
  };
  for (std::size_t i = 0; i < 10000; ++i) {
    const auto a = point(i), b = point(i + 1), c = point(i + 2);
    triangles.push_back({a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]});
  }
  const Mesh mesh = read(binary(10000, triangles));
  ASSERT_EQ(mesh.points.size(), 10002u);
  for (std::uint32_t i = 0; i < 10000; ++i) EXPECT_EQ(mesh.triangles[i], (Triangle{i, i + 1, i + 2}));
}

TEST(BinaryStl, ThatIsCutOffNamesTheByte) {
  const std::string whole = binary(1000, {first});
  EXPECT_EQ(
      message(whole),
      "bracket.stl: the file says 1000 triangles and ends after 1 (byte 134 of 50084). Was the download cut off?");
  EXPECT_EQ(message(binary(1, {first}).substr(0, 133)),
            "bracket.stl: the file says 1 triangle and ends after 0 (byte 133 of 134). Was the download cut off?");
  EXPECT_EQ(
      message(whole.substr(0, 60)),
      "bracket.stl: is not an STL file: it does not begin with 'solid', and its 60 bytes are fewer than the 84 of a "
      "binary header.");
}

TEST(BinaryStl, WhoseCountLiesAsksForNoMemory) {
  EXPECT_EQ(message(binary(0xffffffffu, {first})),
            "bracket.stl: the file says 4294967295 triangles and ends after 1 (byte 134 of 214748364834). Was the "
            "download cut off?");
  EXPECT_EQ(message(binary(1, {first, second})),
            "bracket.stl: the file says 1 triangle, enough for 134 bytes, but goes on to byte 184. Is its count wrong? "
            "Export the model again.");
}

TEST(BinaryStl, MayEndWithBytesThatHoldNoTriangle) {
  EXPECT_EQ(read(binary(1, {first}) + std::string(49, 'x')).triangles.size(), 1u);
}

TEST(BinaryStl, RefusesCoordinatesThatAreNotFinite) {
  std::array<float, 9> bad = second;
  bad[4] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(
      message(binary(2, {first, bad})),
      "bracket.stl: triangle 1, corner 1 (byte 162): y is not a number (NaN). Repair the model or export it again.");
  bad = second;
  bad[8] = -infinity;
  EXPECT_EQ(message(binary(2, {first, bad})),
            "bracket.stl: triangle 1, corner 2 (byte 178): z is infinite. Repair the model or export it again.");
}

TEST(BinaryStl, WithoutTrianglesIsRefused) {
  EXPECT_EQ(message(binary(0, {})), "bracket.stl: has no triangles: its header counts 0. Was the export empty?");
}

TEST(Stl, GarbageIsRefused) {
  EXPECT_EQ(message(std::string(200, '\x7f')),
            "bracket.stl: the file says 2139062143 triangles and ends after 2 (byte 200 of 106953107234). Was the "
            "download cut off?");
  EXPECT_EQ(
      message("\x01\x02\x03"),
      "bracket.stl: is not an STL file: it does not begin with 'solid', and its 3 bytes are fewer than the 84 of a "
      "binary header.");
}

TEST(Stl, ThatIsAWebPageInsteadIsRefused) {
  EXPECT_EQ(message("<!DOCTYPE html>\r\n<title>Sign in</title>\r\n" + std::string(100, ' ')),
            "bracket.stl: is not an STL file: it is text, but does not begin with 'solid'. Was the right thing saved?");
}

TEST(AsciiStl, BecomesPointsTrianglesAndANamedPart) {
  const Mesh mesh = read(ascii);
  EXPECT_THAT(mesh.points, ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 0.5, 0}));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}));
  EXPECT_THAT(mesh.parts, ElementsAre(Part{"bracket of steel", 0, 1}));
}

TEST(AsciiStl, MayHaveAnyWhitespaceAndAnyCase) {
  EXPECT_EQ(read(with_crlf(ascii)), read(ascii));
  EXPECT_EQ(read(ascii.substr(0, ascii.size() - 1)), read(ascii));
  EXPECT_EQ(read("\n\t " + ascii + "\n \n"), read(ascii));
  EXPECT_EQ(
      read("SOLID bracket of steel\nFACET NORMAL nan nan nan Outer\tLoop Vertex 0\n0\n0 VERTEX 1 0 0 vertex 0 0.5 0 "
           "EndLoop\fEndFacet EndSolid"),
      read(ascii));
}

TEST(AsciiStl, WithSeveralSolidsHasSeveralParts) {
  const std::string unnamed = replaced(ascii, "solid bracket of steel", "solid");
  const Mesh mesh = read(ascii + unnamed + "solid empty\nendsolid empty\n" + ascii);
  EXPECT_EQ(mesh.points.size(), 3u);
  EXPECT_THAT(mesh.parts, ElementsAre(Part{"bracket of steel", 0, 1}, Part{"", 1, 1}, Part{"bracket of steel", 2, 1}));
  EXPECT_TRUE(read(unnamed).parts.empty());
}

TEST(AsciiStl, WithLargerLoopsBecomesFans) {
  const Mesh mesh = read(replaced(ascii, "  endloop", "vertex -1 -1 0\n  endloop"));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
  EXPECT_EQ(message(replaced(ascii, "   vertex 0 0 0\n", "")),
            "bracket.stl: line 3: the loop has 2 vertices; a facet needs three.");
}

TEST(AsciiStl, WithLargerLoopsThatCrossIsRefused) {
  const auto loop = [](const std::string& corners) {
    return "solid a\nfacet normal 0 0 1\nouter loop\n" + corners + "endloop\nendfacet\nendsolid a\n";
  };
  EXPECT_EQ(
      message(loop("vertex 0 0 0\nvertex 1 1 0\nvertex 1 0 0\nvertex 0 1 0\n")),
      "bracket.stl: line 3: the loop crosses itself, so that it bounds no surface. Repair it, or export the model "
      "as triangles.");
  EXPECT_THAT(read(loop("vertex 0 4 0\nvertex 3 3 0\nvertex 4 0 0\nvertex 4 4 0\n")).triangles,
              ElementsAre(Triangle{0, 1, 3}, Triangle{1, 2, 3}));
}

TEST(AsciiStl, MayBeginWithAByteOrderMark) {
  EXPECT_TRUE(looks_like_stl(bytes_of("\xef\xbb\xbf" + ascii)));
  EXPECT_EQ(read("\xef\xbb\xbf" + ascii), read(ascii));
}

TEST(AsciiStl, ThatIsCutOffNamesTheLine) {
  EXPECT_EQ(message(ascii.substr(0, ascii.find("endsolid"))),
            "bracket.stl: line 9: the file ends inside a solid, before its 'endsolid'. Was the download cut off?");
  EXPECT_EQ(message(ascii.substr(0, ascii.find("endloop"))),
            "bracket.stl: line 7: the file ends inside a solid, before its 'endsolid'. Was the download cut off?");
  EXPECT_EQ(message(ascii.substr(0, ascii.find(" 0 0\n   vertex 0"))),
            "bracket.stl: line 5: the vertex ends before its y.");
}

TEST(AsciiStl, RefusesWordsThatDoNotBelong) {
  EXPECT_EQ(message(replaced(ascii, "outer loop", "other\x01loop")),
            "bracket.stl: line 3: expected 'outer', found 'other?loop'.");
  EXPECT_EQ(message(replaced(ascii, "facet normal", std::string(50, 'x'))),
            "bracket.stl: line 2: expected 'facet' or 'endsolid', found '" + std::string(40, 'x') + "...'.");
  EXPECT_EQ(message(replaced(ascii, "endloop", "end")),
            "bracket.stl: line 7: expected 'vertex' or 'endloop', found 'end'.");
  EXPECT_EQ(message(ascii + "facet"), "bracket.stl: line 10: expected 'solid', found 'facet'.");
}

TEST(AsciiStl, RefusesCoordinatesThatAreNoNumbersNotFiniteOrTooLarge) {
  const auto with = [](const std::string& z) { return message(replaced(ascii, "0 .5 0", "0 .5 " + z)); };
  EXPECT_EQ(with("1,5"), "bracket.stl: line 6: z is '1,5', which is not a number.");
  EXPECT_EQ(with("+-1"), "bracket.stl: line 6: z is '+-1', which is not a number.");
  EXPECT_EQ(with("0x1"), "bracket.stl: line 6: z is '0x1', which is not a number.");
  EXPECT_EQ(with("NaN"), "bracket.stl: line 6: z is not a number (NaN). Repair the model or export it again.");
  EXPECT_EQ(with("-inf"), "bracket.stl: line 6: z is infinite. Repair the model or export it again.");
  EXPECT_EQ(with("3e90"),
            "bracket.stl: line 6: z is beyond 2^300, the largest coordinate that abut takes. Scale the model down.");
  EXPECT_EQ(with("-1e999"),
            "bracket.stl: line 6: z is beyond 2^300, the largest coordinate that abut takes. Scale the model down.");
}

TEST(AsciiStl, RoundsNumbersCorrectlyHoweverSmall) {
  const auto with = [](const std::string& z) { return read(replaced(ascii, "0 .5 0", "0 .5 " + z)).points[2].z; };
  EXPECT_EQ(with("0.1"), 0.1);
  EXPECT_EQ(with("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(with("3e-324"), 5e-324);
  EXPECT_EQ(with("1e-400"), 0.0);
  EXPECT_EQ(with("-0.00000001e-99999999999999999999"), 0.0);
  EXPECT_EQ(with("0." + std::string(400, '0') + "1e+401"), 1.0);
}

TEST(AsciiStl, WithoutTrianglesIsRefused) {
  EXPECT_EQ(message("solid nothing\nendsolid nothing\n"),
            "bracket.stl: has no triangles: none of its solids has a facet. Was the export empty?");
}

TEST(Stl, ComesBackFromItsAsciiFormWithEveryDoubleAndPart) {
  Mesh mesh = awkward_tetrahedron();
  // The reader numbers points by their first appearance.
  std::swap(mesh.points[1], mesh.points[2]);
  for (Triangle& triangle : mesh.triangles)
    for (std::uint32_t& corner : triangle) corner = corner == 1 ? 2 : corner == 2 ? 1 : corner;
  EXPECT_EQ(read(write_stl(mesh, StlForm::ascii)), mesh);
}

TEST(Stl, ComesBackFromItsBinaryFormRoundedToFloats) {
  const Mesh mesh = {{{0.1, 0, 0}, {1, 2, 3}, {0, 1e-50, 5}}, {{0, 1, 2}, {2, 1, 0}, {1, 1, 1}}, {}};
  const std::string bytes = write_stl(mesh);
  EXPECT_EQ(bytes.size(), 84u + 3 * 50);
  const Mesh back = read(bytes);
  EXPECT_THAT(back.points, ElementsAre(Vec3{static_cast<double>(0.1f), 0, 0}, Vec3{1, 2, 3}, Vec3{0, 0, 5}));
  EXPECT_EQ(back.triangles, mesh.triangles);
}

TEST(Stl, WritesUnitNormalsAtEveryScaleAndZeroForDegenerateTriangles) {
  for (double size : {0x1p-1000, 1.0, 0x1p300}) {
    const Mesh mesh = {{{0, 0, 0}, {size, 0, 0}, {0, size, 0}}, {{0, 1, 2}, {0, 1, 1}}, {}};
    const std::string text = write_stl(mesh, StlForm::ascii);
    EXPECT_NE(text.find("facet normal 0 0 1\n"), text.npos) << text;
    EXPECT_NE(text.find("facet normal 0 0 0\n"), text.npos) << text;
  }
}

TEST(Stl, RefusesToWriteInBinaryWhatFloatsCannotHold) {
  EXPECT_EQ(message_of([] { write_stl(awkward_tetrahedron()); }),
            "point 1: x is beyond the floats of a binary STL file. Save as .ply or .obj, which hold doubles.");
}

TEST(Stl, NamesWithLineBreaksStayOnOneLine) {
  Mesh mesh = read(ascii);
  mesh.parts[0].name = "two\nlines\1";
  EXPECT_EQ(read(write_stl(mesh, StlForm::ascii)).parts[0].name, "two lines");
}

}  // namespace
}  // namespace abut
