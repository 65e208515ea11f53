#include "io/ply.h"

#include "reading.h"

#include <bit>
#include <limits>

namespace abut {
namespace {

using testing::ElementsAre;

Mesh read(std::string_view text) { return read_ply(bytes_of(text), "scan.ply"); }
std::string message(std::string_view text) {
  return message_of([&] { read(text); });
}

const std::string ascii =
    "ply\n"
    "format ascii 1.0\n"
    "comment a square\n"
    "element vertex 4\n"
    "property float x\n"
    "property float y\n"
    "property float z\n"
    "element face 2\n"
    "property list uchar int vertex_indices\n"
    "end_header\n"
    "0 0 0\n"
    "1 0 0\n"
    "1 1 0\n"
    "0 1 0.5\n"
    "3 0 1 2\n"
    "3 0 2 3\n";

/// Appends a number's bytes in the order asked for.
template <class Number>
void append(std::string& bytes, Number value, bool big) {
  const auto raw = std::bit_cast<std::array<char, sizeof value>>(value);
  const bool reversed = big != (std::endian::native == std::endian::big);
  bytes.append(reversed ? std::string(raw.rbegin(), raw.rend()) : std::string(raw.begin(), raw.end()));
}

std::string header(const std::string& format, const std::string& elements) {
  return "ply\nformat " + format + " 1.0\n" + elements + "end_header\n";
}

/// The square above with every type, in an unusual order, between elements that abut does not know.
std::string rich(bool big) {
  std::string bytes =
      header(big ? "binary_big_endian" : "binary_little_endian",
             "element camera 1\nproperty list ushort double pose\nproperty char id\n"
             "element vertex 4\nproperty uchar red\nproperty double z\nproperty list int8 float32 weights\n"
             "property int16 x\nproperty float y\n"
             "element face 2\nproperty uint flags\nproperty list uint32 ushort vertex_index\n"
             "property list uchar float texcoord\nobj_info none\n"
             "element nothing 4000000000000000000\n"
             "element edge 1\nproperty int a\nproperty uint16 b\n");
  append(bytes, std::uint16_t{2}, big), append(bytes, 0.5, big), append(bytes, 0.25, big), bytes += '\7';
  const double points[4][3] = {{0, 0, 0}, {1, 0, 0}, {-300, 1, 0}, {0, 1, 0.5}};
  for (const auto& p : points) {
    bytes += '\x42', append(bytes, p[2], big), bytes += '\1', append(bytes, 1.f, big);
    append(bytes, static_cast<std::int16_t>(p[0]), big), append(bytes, static_cast<float>(p[1]), big);
  }
  for (const std::vector<std::uint16_t>& face : {std::vector<std::uint16_t>{0, 1, 2, 3}, {3, 1, 0}}) {
    append(bytes, 9u, big), append(bytes, static_cast<std::uint32_t>(face.size()), big);
    for (std::uint16_t corner : face) append(bytes, corner, big);
    bytes += '\2', append(bytes, 1.f, big), append(bytes, 2.f, big);
  }
  append(bytes, 1, big), append(bytes, std::uint16_t{2}, big);
  return bytes;
}

std::string binary_triangle(double y, std::uint32_t last_corner, std::uint8_t corners = 3) {
  std::string bytes = header("binary_little_endian",
                             "element vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
                             "element face 1\nproperty list uchar uint vertex_indices\n");
  for (double value : {0., 0., 0., 1., y, 0., 0., 1., 0.}) append(bytes, value, false);
  bytes += static_cast<char>(corners);
  for (std::uint32_t corner : {0u, 1u, last_corner}) append(bytes, corner, false);
  return bytes;
}

TEST(AsciiPly, BecomesPointsAndTriangles) {
  const Mesh mesh = read(ascii);
  EXPECT_THAT(mesh.points, ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 1, 0.5}));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
}

TEST(AsciiPly, MayHaveCarriageReturnsBlankLinesAndNoLastLineBreak) {
  EXPECT_EQ(read(with_crlf(ascii)), read(ascii));
  EXPECT_EQ(read(ascii.substr(0, ascii.size() - 1)), read(ascii));
  EXPECT_EQ(read(replaced(ascii, "1 0 0\n", "\n \t1\t+1e-400 0 \n\n") + "\n\n"), read(ascii));
}

TEST(AsciiPly, SkipsWhatItDoesNotKnowAndFansPolygons) {
  const Mesh mesh = read(header("ascii",
                                "element label 1\nproperty list uchar char text\nelement face 1\n"
                                "property list uchar float uv\nproperty list int uint vertex_index\nproperty int id\n"
                                "element vertex 4\nproperty float nx\nproperty double y\nproperty double z\n"
                                "property double x\n") +
                         "2 65 66\n2 .5 nan 4 0 1 2 3 77\nnan 0 0 0\n0 0 0 1\n0 1 0 1\n0 1 0 0\n");
  EXPECT_THAT(mesh.points, ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 1, 0}));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
}

TEST(AsciiPly, RefusesPolygonsThatCrossThemselves) {
  const std::string head =
      "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
      "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
  EXPECT_THAT(read(head + "4 0 1 2 3\n").triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
  EXPECT_EQ(
      message(head + "4 0 2 1 3\n"),
      "scan.ply: line 14: the face crosses itself, so that it bounds no surface. Repair it, or export the model as "
      "triangles.");
}

TEST(AsciiPly, MayBeginWithAByteOrderMark) {
  EXPECT_TRUE(looks_like_ply(bytes_of("\xef\xbb\xbf" + ascii)));
  EXPECT_EQ(read("\xef\xbb\xbf" + ascii), read(ascii));
}

TEST(BinaryPly, MayBeginWithAByteOrderMark) { EXPECT_EQ(read("\xef\xbb\xbf" + rich(false)), read(rich(false))); }

TEST(BinaryPly, ReadsEveryTypeInBothByteOrders) {
  for (bool big : {false, true}) {
    const Mesh mesh = read(rich(big));
    EXPECT_THAT(mesh.points, ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{-300, 1, 0}, Vec3{0, 1, 0.5}));
    EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{3, 1, 0}));
  }
}

TEST(BinaryPly, CutOffAnywhereIsRefused) {
  const std::string whole = rich(true);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THAT(message(whole.substr(0, size)), testing::StartsWith("scan.ply: ")) << size;
}

TEST(BinaryPly, MayEndWithALineBreakButNotWithMoreRecords) {
  const std::string whole = binary_triangle(0, 2);
  EXPECT_EQ(read(whole + "\r\n"), read(whole));
  EXPECT_EQ(message(whole + std::string(13, '\3')),
            "scan.ply: all records that the header counts end at byte 258, but the file goes on to byte 271. Are the "
            "counts wrong?");
}

TEST(BinaryPly, ThatIsCutOffNamesTheRecord) {
  const std::string whole = binary_triangle(0, 2);
  EXPECT_EQ(message(whole.substr(0, whole.size() - 1)),
            "scan.ply: face 0 (byte 245) goes beyond the end of the file (byte 257). Was the download cut off?");
  EXPECT_EQ(message(whole.substr(0, whole.size() - 20)),
            "scan.ply: line 3: the header says 3 records of 'vertex' with 24 or more bytes each, but only 65 bytes are "
            "left. Was the download cut off?");
}

TEST(BinaryPly, WhoseCountsLieAsksForNoMemory) {
  EXPECT_EQ(message(replaced(binary_triangle(0, 2), "vertex 3", "vertex 4000000000")),
            "scan.ply: line 3: the header says 4000000000 records of 'vertex' with 24 or more bytes each, but only 85 "
            "bytes are left. Was the download cut off?");
  EXPECT_EQ(
      message(replaced(binary_triangle(0, 2), "face 1", "face 9000000000000000000")),
      "scan.ply: line 7: the header says 9000000000000000000 records of 'face' with 1 or more bytes each, but only "
      "13 bytes are left. Was the download cut off?");
  EXPECT_EQ(message(binary_triangle(0, 2, 255)),
            "scan.ply: face 0 (byte 245) goes beyond the end of the file (byte 258). Was the download cut off?");
}

TEST(BinaryPly, RefusesCoordinatesThatAreNotFiniteOrTooLarge) {
  EXPECT_EQ(message(binary_triangle(std::numeric_limits<double>::quiet_NaN(), 2)),
            "scan.ply: vertex 1 (byte 197): y is not a number (NaN). Repair the model or export it again.");
  EXPECT_EQ(message(binary_triangle(-std::numeric_limits<double>::infinity(), 2)),
            "scan.ply: vertex 1 (byte 197): y is infinite. Repair the model or export it again.");
  EXPECT_EQ(message(binary_triangle(0x1.0000000000001p300, 2)),
            "scan.ply: vertex 1 (byte 197): y is beyond 2^300, the largest coordinate that abut takes. Scale the model "
            "down.");
  EXPECT_EQ(message(binary_triangle(0x1p300, 2)), "");
}

TEST(BinaryPly, RefusesFacesThatAreNone) {
  EXPECT_EQ(message(binary_triangle(0, 3)),
            "scan.ply: face 0 (byte 245) names point 3, but there are 3 points (counted from 0).");
  EXPECT_EQ(message(binary_triangle(0, 0xffffffffu)),
            "scan.ply: face 0 (byte 245) names point 4294967295, but there are 3 points (counted from 0).");
  EXPECT_EQ(message(replaced(binary_triangle(0, 0xffffffffu), "uchar uint", "uchar int32")),
            "scan.ply: face 0 (byte 246) names point -1, but there are 3 points (counted from 0).");
  EXPECT_EQ(message(binary_triangle(0, 2, 2)), "scan.ply: face 0 (byte 245) has 2 corners; it needs three or more.");
  EXPECT_EQ(message(replaced(binary_triangle(0, 2, 255), "list uchar", "list char")),
            "scan.ply: face 0 (byte 244) has a list of -1 values.");
}

TEST(AsciiPly, RefusesCoordinatesThatAreNoNumbersNotFiniteOrTooLarge) {
  const auto with = [](const std::string& z) { return message(replaced(ascii, "1 0 0", "1 0 " + z)); };
  EXPECT_EQ(with("O"), "scan.ply: line 12: z is 'O', which is not a number.");
  EXPECT_EQ(with("nan"), "scan.ply: line 12: z is not a number (NaN). Repair the model or export it again.");
  EXPECT_EQ(with("inf"), "scan.ply: line 12: z is infinite. Repair the model or export it again.");
  EXPECT_EQ(with("1e99"),
            "scan.ply: line 12: z is beyond 2^300, the largest coordinate that abut takes. Scale the model down.");
  EXPECT_EQ(with(""), "scan.ply: line 12: the vertex ends before its z.");
  EXPECT_EQ(with("0 7"), "scan.ply: line 12: vertex 1 goes on with '7' behind its last value.");
}

TEST(AsciiPly, RefusesFacesThatAreNone) {
  const auto with = [](const std::string& face) { return message(replaced(ascii, "3 0 2 3", face)); };
  EXPECT_EQ(with("3 0 2 4"), "scan.ply: line 16: face 1 names point 4, but there are 4 points (counted from 0).");
  EXPECT_EQ(with("3 0 2 -1"), "scan.ply: line 16: face 1 names point -1, but there are 4 points (counted from 0).");
  EXPECT_EQ(with("2 0 2"), "scan.ply: line 16: face 1 has 2 corners; it needs three or more.");
  EXPECT_EQ(with("-3 0 2 3"), "scan.ply: line 16: face 1 has a list of -3 values.");
  EXPECT_EQ(with("9000000000 0 2 3"), "scan.ply: line 16: a corner is missing.");
  EXPECT_EQ(with("3 0 2 3.5"), "scan.ply: line 16: a corner goes on with '.5'.");
  EXPECT_EQ(with("3 0 2 three"), "scan.ply: line 16: a corner is 'three', which is not a whole number.");
}

TEST(AsciiPly, ThatIsCutOffNamesTheLine) {
  EXPECT_EQ(message(replaced(ascii, "3 0 2 3\n", "") + std::string(20, '\n')),
            "scan.ply: line 36: the file ends after 1 of 2 records of 'face'. Was the download cut off?");
  EXPECT_EQ(message(replaced(ascii, "vertex 4", "vertex 4000000000")),
            "scan.ply: line 4: the header says 4000000000 records of 'vertex' with 6 or more bytes each, but only 42 "
            "bytes are left. Was the download cut off?");
  EXPECT_EQ(message(ascii + "3 0 1 2\n"),
            "scan.ply: line 17: all records that the header counts are read, but the file goes on with '3'. Are the "
            "counts wrong?");
}

TEST(PlyHeader, ThatIsDamagedNamesTheLine) {
  const auto with = [](const std::string& what, const std::string& by) { return message(replaced(ascii, what, by)); };
  EXPECT_EQ(message("nonsense"), "scan.ply: is not a PLY file: its first line is not 'ply'.");
  EXPECT_EQ(message("ply\nformat ascii 1.0\nelement vertex 4"),
            "scan.ply: line 3: the header ends before its 'end_header'. Was the download cut off?");
  EXPECT_EQ(with("format ascii 1.0\n", ""),
            "scan.ply: line 9: the header ends without a 'format' line. Export the model again.");
  EXPECT_EQ(with("ascii", "text"),
            "scan.ply: line 2: the format is 'text', not ascii, binary_little_endian or binary_big_endian.");
  EXPECT_EQ(with("1.0", "2.0"), "scan.ply: line 2: the format's version is '2.0'; abut reads 1.0.");
  EXPECT_EQ(
      with("comment", "remark"),
      "scan.ply: line 3: the header has 'remark' where abut knows format, element, property, comment, obj_info and "
      "end_header.");
  EXPECT_EQ(with("comment a", "property float w\ncomment a"),
            "scan.ply: line 3: a property comes before the first element.");
  EXPECT_EQ(with("vertex 4", "vertex -4"),
            "scan.ply: line 4: the count of element 'vertex' is not a whole number of 0 or more.");
  EXPECT_EQ(with("vertex 4", "vertex"), "scan.ply: line 4: the element's count is missing.");
  EXPECT_EQ(with("face 2", "vertex 2"), "scan.ply: line 8: element 'vertex' was declared on line 4 already.");
  EXPECT_EQ(with("float x", "real x"), "scan.ply: line 5: the property's type is 'real', which PLY does not have.");
  EXPECT_EQ(with("float x", "float"), "scan.ply: line 5: the property has no name.");
  EXPECT_EQ(with("list uchar", "list float"), "scan.ply: line 9: a list's count must have a whole-number type.");
}

// A NUL in an element's name cut the message off in the middle.
TEST(PlyHeader, ShowsStrangeNamesSafely) {
  const std::string strange =
      replaced(ascii, "face 2", std::string("fa\0ce", 5) + std::string(50, '!') + " 1\nproperty int i\nelement face 2");
  EXPECT_EQ(message(replaced(strange, "3 0 1 2", "1 2\n3 0 1 2")),
            "scan.ply: line 17: fa?ce" + std::string(35, '!') + "... 0 goes on with '2' behind its last value.");
}

TEST(PlyHeader, MustDescribePointsAndFaces) {
  const auto with = [](const std::string& what, const std::string& by) { return message(replaced(ascii, what, by)); };
  EXPECT_EQ(with("element vertex", "element corner"),
            "scan.ply: the header has no 'vertex' element. Export the model again.");
  EXPECT_EQ(with("float z", "float w"),
            "scan.ply: line 4: element 'vertex' has no property 'z'. Export the model again.");
  EXPECT_EQ(with("float z", "float z\nproperty float z"),
            "scan.ply: line 4: element 'vertex' has several properties 'z'. Export the model again.");
  EXPECT_EQ(
      with("vertex_indices", "corners"),
      "scan.ply: line 8: element 'face' has no list 'vertex_indices' (or 'vertex_index'). Export the model again.");
  EXPECT_EQ(with("uchar int ", "uchar float "),
            "scan.ply: line 8: property 'vertex_indices' of element 'face' is not a list of whole numbers.");
  EXPECT_EQ(with("vertex 4", "vertex 5000000000"),
            "scan.ply: line 4: the header says 5000000000 vertices; abut takes at most 2^32 - 1.");
  EXPECT_EQ(with("element face 2", "element tristrips 2"),
            "scan.ply: line 8: the file holds triangle strips, which abut does not read. Export it with faces.");
}

TEST(Ply, WithoutTrianglesIsRefused) {
  EXPECT_EQ(message(replaced(ascii, "element face", "element edge")),
            "scan.ply: has no triangles: its header has no 'face' element. Is it a point cloud?");
  EXPECT_EQ(message(replaced(ascii, "face 2", "face 0")),
            "scan.ply: has no triangles: its header counts 0 faces. Is it a point cloud?");
}

TEST(Ply, ComesBackWithEveryDoubleFromEveryForm) {
  Mesh mesh = awkward_tetrahedron();
  for (PlyForm form : {PlyForm::ascii, PlyForm::little_endian, PlyForm::big_endian}) {
    const Mesh back = read(write_ply(mesh, form));
    EXPECT_EQ(back.points, mesh.points);
    EXPECT_EQ(back.triangles, mesh.triangles);
    EXPECT_TRUE(back.parts.empty());
  }
}

}  // namespace
}  // namespace abut
