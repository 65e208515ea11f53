#include "io/gltf.h"

#include "io/reading.h"
#include "io/text.h"

#include <cstring>

namespace abut {

namespace {

template <class Number>
void append(std::string& bytes, Number number) {
  char piece[sizeof number];
  std::memcpy(piece, &number, sizeof number);
  bytes.append(piece, sizeof number);
}

/// Four points as floats, then two triangles as 16-bit indices: 60 bytes.
std::string square_buffer() {
  std::string bytes;
  for (float coordinate : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 1.f, 1.f, 0.f, 0.f, 1.f, 0.5f}) append(bytes, coordinate);
  for (int index : {0, 1, 2, 0, 2, 3}) append(bytes, static_cast<std::uint16_t>(index));
  return bytes;
}

std::string base64(const std::string& bytes) {
  const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j) text += i + j > bytes.size() ? '=' : digits[bits >> (18 - 6 * j) & 63];
  }
  return text;
}

const std::string two_nodes = R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[
  {"name":"frame","children":[1,2],"translation":[10,0,0]},
  {"name":"left","mesh":0,"translation":[0,1,0]},
  {"mesh":0,"rotation":[0,0,0.7071067811865476,0.7071067811865476],"scale":[2,2,2]}],)";

/// A file with a square; `uri` is the buffer's line, with a comma behind it, or nothing.
std::string square_json(const std::string& uri, const std::string& nodes = two_nodes) {
  return R"({"asset":{"version":"2.0"},)" + nodes + R"("meshes":[{"name":"square","primitives":[
  {"attributes":{"POSITION":0},"indices":1}]}],
  "buffers":[{)" +
         uri + R"("byteLength":60}],
  "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
  "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
  {"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}]})";
}

std::string embedded() { return "\"uri\":\"data:application/octet-stream;base64," + base64(square_buffer()) + "\","; }

std::string glb(std::string json, std::string binary) {
  while (json.size() % 4) json += ' ';
  while (binary.size() % 4) binary += '\0';
  std::string bytes = "glTF";
  append(bytes, std::uint32_t{2});
  append(bytes, static_cast<std::uint32_t>(28 + json.size() + binary.size()));
  append(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += "JSON" + json;
  append(bytes, static_cast<std::uint32_t>(binary.size()));
  bytes += "BIN" + std::string(1, '\0') + binary;
  return bytes;
}

MeshInstances read(const std::string& bytes) { return read_gltf(bytes_of(bytes), "file.gltf"); }
std::string complaint(const std::string& bytes) {
  return message_of([&] { read(bytes); });
}

void expect_squares(const MeshInstances& scene) {
  ASSERT_EQ(scene.meshes.size(), 1u);
  EXPECT_EQ(scene.meshes[0].points, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0.5}}));
  EXPECT_EQ(scene.meshes[0].triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
  ASSERT_EQ(scene.instances.size(), 2u);
  EXPECT_EQ(scene.instances[0].name, "left");
  EXPECT_EQ(scene.instances[0].mesh, 0u);
  EXPECT_EQ(scene.instances[0].at, Placement::translation({10, 1, 0}));
  EXPECT_EQ(scene.instances[1].name, "square");
  EXPECT_EQ(scene.instances[1].mesh, 0u);
  const Vec3 turned = scene.instances[1].at * Vec3{1, 0, 0};
  EXPECT_NEAR(turned.x, 10, 1e-15);
  EXPECT_NEAR(turned.y, 2, 1e-15);
}

}  // namespace

TEST(Gltf, ReadsNodesThatShareAMesh) { expect_squares(read(square_json(embedded()))); }

TEST(Gltf, ReadsBinaryFiles) {
  const std::string bytes = glb(square_json(""), square_buffer());
  EXPECT_TRUE(looks_like_glb(bytes_of(bytes)));
  EXPECT_FALSE(looks_like_glb(bytes_of(square_json(""))));
  expect_squares(read(bytes));
}

TEST(Gltf, ReadsBuffersBesideTheFile) {
  const TemporaryDirectory folder;
  folder.file("my data.bin", square_buffer());
  const std::string json = square_json("\"uri\":\"my%20data.bin\",");
  expect_squares(read_gltf(bytes_of(json), folder.file("scene.gltf")));
}

TEST(Gltf, MayBeginWithAByteOrderMark) { expect_squares(read("\xef\xbb\xbf" + square_json(embedded()))); }

// A uri that was absolute, climbed, hid a zero byte or went through a link loaded any file of the machine.
TEST(Gltf, ReadsNoBufferOutsideOfItsFolderUnlessAsked) {
  const TemporaryDirectory above;
  const std::filesystem::path folder = above.file("folder");
  std::filesystem::create_directories(folder / "below");
  above.file("secret.bin", square_buffer());
  above.file("folder/below/data.bin", square_buffer());
  std::filesystem::create_symlink("../secret.bin", folder / "link.bin");
  std::filesystem::create_symlink("..", folder / "up");
  std::filesystem::create_symlink("below/data.bin", folder / "within.bin");
  const std::filesystem::path file = folder / "scene.gltf";
  const auto said = [&](const std::string& uri, const GltfOptions& options = {}) {
    const std::string json = square_json("\"uri\":\"" + uri + "\",");
    return message_of([&] { expect_squares(read_gltf(bytes_of(json), file, options)); });
  };
  for (const char* good : {"below/data.bin", "./below/data.bin", "below/../below/data.bin", "within.bin",
                           "below%2Fdata.bin", "../folder/below/data.bin"})
    EXPECT_EQ(said(good), "") << good;
  const std::string outside = above.file("secret.bin").string();
  for (const std::string& bad :
       {std::string("../secret.bin"), std::string("%2e%2e/secret.bin"), outside, std::string("..%2Fsecret.bin"),
        std::string("below/../../secret.bin"), std::string("link.bin"), std::string("up/secret.bin")}) {
    EXPECT_EQ(said(bad),
              file.string() + ": the buffer " + abut::in_quotes(bad) +
                  " is outside of the file's own folder, where a glTF file could read anything. Move it "
                  "beside the file; or, if you trust the file, allow files outside (--allow-outside-files).");
    EXPECT_EQ(said(bad, {.outside_files = true}), "") << bad;
  }
  EXPECT_THAT(said("../nowhere.bin"), testing::HasSubstr("is outside of the file's own folder"));
  for (const bool allowed : {false, true})
    EXPECT_EQ(said("../secret.bin%00.png", {.outside_files = allowed}),
              file.string() + ": the buffer '../secret.bin%00.png' is not a file: its name has a zero byte.");
  EXPECT_EQ(said("none.bin"), file.string() + ": the buffer 'none.bin' cannot be read: " + folder.string() +
                                  "/none.bin: there is no such file. Check the path.");
  EXPECT_THAT(said("below"), testing::HasSubstr("is a directory"));
}

TEST(Gltf, SharesMeshesOfTheSameNumbersAndLeavesOutUnusedPoints) {
  const std::string twice =
      replaced(square_json(embedded(), R"("nodes":[{"mesh":0},{"mesh":1},{"mesh":2}],)"), R"("meshes":[)",
               R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":6,"indices":2}]},
      {"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":7}]},)");
  const MeshInstances scene = read(
      replaced(twice, R"("type":"SCALAR"}])",
               R"("type":"SCALAR"},{"bufferView":1,"byteOffset":6,"componentType":5123,"count":3,"type":"SCALAR"}])"));
  ASSERT_EQ(scene.meshes.size(), 2u);
  EXPECT_EQ(scene.instances[1].mesh, scene.instances[2].mesh);
  EXPECT_EQ(scene.meshes[0].points, (std::vector<Vec3>{{0, 0, 0}, {1, 1, 0}, {0, 1, 0.5}}));
  EXPECT_EQ(scene.meshes[0].triangles, (std::vector<Triangle>{{0, 1, 2}}));
  EXPECT_EQ(scene.meshes[1].points.size(), 4u);
}

TEST(Gltf, TakesAllRootsWithoutAScene) {
  const std::string nodes = replaced(two_nodes, R"("scene":0,"scenes":[{"nodes":[0]}],)", "");
  expect_squares(read(square_json(embedded(), nodes)));
}

TEST(Gltf, ReadsMatricesColumnByColumn) {
  const MeshInstances scene =
      read(square_json(embedded(), R"("nodes":[{"mesh":0,"matrix":[0,1,0,0, -1,0,0,0, 0,0,1,0, 5,6,7,1]}],)"));
  EXPECT_EQ(scene.instances[0].at * (Vec3{1, 0, 0}), (Vec3{5, 7, 7}));
}

TEST(Gltf, ReadsStripsAndFansAndLeavesLinesAlone) {
  const auto with_mode = [](const std::string& mode) {
    return replaced(square_json(embedded()), "\"indices\":1", "\"mode\":" + mode);
  };
  EXPECT_EQ(read(with_mode("5")).meshes[0].triangles, (std::vector<Triangle>{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_EQ(read(with_mode("6")).meshes[0].triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(read(with_mode("4")).meshes[0].triangles, (std::vector<Triangle>{{0, 1, 2}}));
  EXPECT_EQ(complaint(with_mode("1")), "file.gltf: has no triangles: no node of its scene has a mesh with any.");
}

TEST(Gltf, SaysWhatIsWrong) {
  const std::string good = square_json(embedded());
  const auto wrong = [&](const std::string& what, const std::string& by) {
    return complaint(replaced(good, what, by));
  };
  EXPECT_EQ(complaint("{"), "file.gltf: is a damaged glTF file: its JSON is broken at byte 2.");
  EXPECT_EQ(complaint("[]"), "file.gltf: is not a glTF file: its JSON is not an object.");
  EXPECT_EQ(complaint("{}"), "file.gltf: is not a glTF file: it does not say its version.");
  EXPECT_EQ(wrong("2.0", "1.0"), "file.gltf: is glTF 1.0, but abut reads glTF 2. Export it as glTF 2.");
  EXPECT_EQ(wrong("\"count\":4", "\"count\":5"),
            "file.gltf: is a damaged glTF file: number 0 of its accessors reaches beyond the end of its buffer view.");
  EXPECT_EQ(wrong("\"count\":4", "\"count\":3"),
            "file.gltf: is a damaged glTF file: a triangle names point 3, but there are 3 points (counted from 0).");
  EXPECT_EQ(wrong("\"count\":4", "\"count\":-1"),
            "file.gltf: is a damaged glTF file: a 'count' is -1, not a whole number.");
  EXPECT_EQ(wrong("\"count\":4,", ""), "file.gltf: is a damaged glTF file: a 'count' is missing.");
  EXPECT_EQ(wrong("\"byteLength\":60", "\"byteLength\":61"),
            "file.gltf: number 0 of its buffers should have 61 bytes and has 60. Was the download cut off?");
  EXPECT_EQ(wrong("\"byteOffset\":48", "\"byteOffset\":49"),
            "file.gltf: is a damaged glTF file: a buffer view reaches beyond the end of its buffer.");
  EXPECT_EQ(
      wrong("5126", "5127"),
      "file.gltf: is a damaged glTF file: number 0 of its accessors has a component type that glTF does not have.");
  EXPECT_EQ(wrong("5123", "5122"),
            "file.gltf: is a damaged glTF file: the indices in accessor 1 are not whole numbers.");
  EXPECT_EQ(wrong("\"POSITION\":0", "\"POSITION\":2"),
            "file.gltf: is a damaged glTF file: it refers to number 2 of its accessors, but has 2 (counted from 0).");
  EXPECT_EQ(wrong(";base64,", ";base64,!"), "file.gltf: is a damaged glTF file: a buffer's data is not base64.");
  EXPECT_EQ(wrong("\"children\":[1,2]", "\"children\":[1,1]"),
            "file.gltf: is a damaged glTF file: node 1 is below two others, or below itself.");
  EXPECT_EQ(wrong("\"children\":[1,2]", "\"children\":[0]"),
            "file.gltf: is a damaged glTF file: node 0 is below two others, or below itself.");
  EXPECT_EQ(wrong("[0,1,0]", "[0,1]"),
            "file.gltf: is a damaged glTF file: the translation of node 1 is not 3 numbers.");
  EXPECT_THAT(wrong("[2,2,2]", "[2,0,2]"), testing::StartsWith("file.gltf: the placement of 'square' is singular"));
  EXPECT_EQ(wrong("\"scene\":0", "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"scene\":0"),
            "file.gltf: needs the extension 'KHR_draco_mesh_compression', which abut does not read. Export it without "
            "that.");
  EXPECT_EQ(
      complaint(square_json("\"uri\":\"https://somewhere/a.bin\",")),
      "file.gltf: a buffer is at 'https://somewhere/a.bin', and abut does not load from a network. Save it beside "
      "the file.");
  EXPECT_EQ(complaint(square_json("")), "file.gltf: is a damaged glTF file: number 0 of its buffers has no data.");
}

TEST(Gltf, RefusesEveryFileThatIsCutOff) {
  const std::string whole = glb(square_json(""), square_buffer());
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_NE(complaint(whole.substr(0, size)), "") << size;
}

TEST(Gltf, NeverReadsBeyondItsBuffersWhateverIsDamaged) {
  const std::string whole = glb(square_json(""), square_buffer());
  // Any byte may become anything: the answer is a scene or an Error.
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (char damage : {'\0', '9', '-', '}', '\xff'}) {
      std::string bytes = whole;
      bytes[at] = damage;
      const std::string said = complaint(bytes);
      EXPECT_TRUE(said.empty() || said.starts_with("file.gltf: ")) << said;
    }
}

}  // namespace abut
