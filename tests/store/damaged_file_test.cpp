#include "../io/reading.h"
#include "engine/tree.h"
#include "leaf/degenerate.h"
#include "support/model_answers.h"
#include "support/sealed_bytes.h"
#include <abut/shapes.h>
#include <abut/tree_file.h>

namespace abut {
namespace {

using Bytes = std::vector<std::byte>;

Mesh small_mesh() {
  Mesh mesh = shapes::box({1, 1, 1});
  mesh.points.push_back({3, 0, 0});
  mesh.triangles.push_back({0, 8, 8});
  mesh.parts = {{"box", 0, 12}, {"whisker", 12, 1}};
  return mesh;
}
Bytes small_file() { return saved_bytes(Model(small_mesh())); }

std::string open_message(const Bytes& bytes) {
  return message_of([&] { open_bytes(bytes, {}, "a.abut"); });
}

/// Changes a copy of items of a section, in a file whose checksums are right again afterwards.
template <class T, class Change>
Bytes forged(TreeFileSection section, Change&& change) {
  Bytes bytes = small_file();
  TreeFileHead head;
  std::memcpy(&head, bytes.data(), sizeof(head));
  std::vector<T> items(head.place(section).size / sizeof(T));
  std::byte* at = bytes.data() + head.place(section).offset;
  std::memcpy(static_cast<void*>(items.data()), at, items.size() * sizeof(T));
  change(items);
  std::memcpy(at, static_cast<const void*>(items.data()), items.size() * sizeof(T));
  return sealed(bytes);
}
template <class Change>
Bytes forged_head(Change&& change) {
  Bytes bytes = small_file();
  TreeFileHead head;
  std::memcpy(&head, bytes.data(), sizeof(head));
  change(head);
  seal(head);
  std::memcpy(bytes.data(), &head, sizeof(head));
  return bytes;
}

TEST(DamagedTreeFile, IsRefusedWhicheverByteIsChanged) {
  const Bytes sound = small_file();
  ASSERT_EQ(open_message(sound), "");
  for (std::size_t i = 0; i < sound.size(); ++i)
    for (const int change : {0x01, 0x80, 0xff}) {
      Bytes bytes = sound;
      bytes[i] ^= static_cast<std::byte>(change);
      const std::string message = open_message(bytes);
      ASSERT_TRUE(message.starts_with("a.abut: ")) << i << ": " << message;
    }
}

TEST(DamagedTreeFile, IsRefusedWhereverItEnds) {
  const TemporaryDirectory folder;
  const Bytes sound = small_file();
  const std::string text(reinterpret_cast<const char*>(sound.data()), sound.size());
  for (std::size_t size = 0; size < sound.size(); ++size) {
    const std::string message = open_message(Bytes(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(size)));
    ASSERT_TRUE(message.starts_with("a.abut: ")) << size;
    if (size >= 5) {
      ASSERT_THAT(message, testing::HasSubstr("ends after " + std::to_string(size))) << size;
    }
    if (size % 97 != 0) continue;
    const std::string file = folder.file("a.abut", text.substr(0, size));
    ASSERT_TRUE(message_of([&] { open_model(file); }).starts_with(file + ": ")) << size;
    ASSERT_TRUE(message_of([&] { map_model(file); }).starts_with(file + ": ")) << size;
  }
  Bytes longer = sound;
  longer.push_back({});
  EXPECT_THAT(open_message(longer), testing::HasSubstr("bytes, but should have"));
}

TEST(DamagedTreeFile, IsRefusedWithItsReason) {
  const TemporaryDirectory folder;
  const std::string mesh = folder.file("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(message_of([&] { open_model(mesh); }),
            mesh + ": is not a tree file of abut. 'abut tree MODEL -o FILE' makes one from a mesh.");
  EXPECT_FALSE(is_tree_file(mesh));
  EXPECT_THAT(message_of([&] { map_model(folder.file("none.abut")); }), testing::HasSubstr("there is no such file"));

  EXPECT_THAT(open_message(forged_head([](TreeFileHead& head) { head.version = 3; })),
              testing::HasSubstr("is a tree file of version 3; this abut reads version 2. Update abut"));
  EXPECT_THAT(open_message(forged_head([](TreeFileHead& head) { head.version = 1; })),
              testing::HasSubstr("is a tree file of version 1, which an older abut wrote; this one reads version 2. "
                                 "Write it again from the mesh"));
  EXPECT_THAT(open_message(forged_head([](TreeFileHead& head) { head.byte_order = 0x04030201; })),
              testing::HasSubstr("is big-endian"));
  EXPECT_THAT(open_message(forged_head([](TreeFileHead& head) { head.magic[5] = '\n'; })),
              testing::HasSubstr("transfer as text"));
  EXPECT_THAT(open_message(forged_head([](TreeFileHead& head) { head.points = ~std::uint64_t{0}; })),
              testing::HasSubstr("contradict each other"));
  EXPECT_THAT(open_message(forged_head([](TreeFileHead& head) { head.places[3].offset += 64; })),
              testing::HasSubstr("contradict each other"));
  EXPECT_THAT(open_message(forged_head([](TreeFileHead& head) { ++head.depth; })), testing::HasSubstr("as deep as"));
  EXPECT_THAT(open_message(forged_head([](TreeFileHead& head) { head.unit *= 2; })), testing::HasSubstr("its frame"));
  EXPECT_THAT(open_message(forged_head([](TreeFileHead& head) { head.ratio_when_built = -1; })),
              testing::HasSubstr("ratio of surfaces"));
  Bytes bytes = small_file();
  bytes.back() ^= std::byte{1};
  EXPECT_THAT(open_message(bytes), testing::HasSubstr("its section 'names' is damaged: the checksum is wrong."));
}

/// The places of the children in a node.
WideChild& child_of(std::vector<WideNode>& nodes, std::size_t node, std::size_t lane) {
  return nodes[node].child[lane];
}

TEST(ForgedTreeFile, MayNotNameWhatIsNotThere) {
  const auto refusal = [](const auto& bytes) { return open_message(bytes); };
  using Section = TreeFileSection;
  EXPECT_THAT(refusal(forged<Triangle>(Section::triangles, [](auto& items) { items[3][1] = 9; })),
              testing::HasSubstr("'triangles' has numbers out of range"));
  EXPECT_THAT(refusal(forged<Triangle>(Section::leaf_triangles, [](auto& items) { items[3][1] = 9; })),
              testing::HasSubstr("its leaves have other triangles"));
  EXPECT_THAT(refusal(forged<Triangle>(Section::leaf_triangles, [](auto& items) { std::swap(items[3], items[4]); })),
              testing::HasSubstr("its leaves have other triangles"));
  EXPECT_THAT(refusal(forged<std::uint32_t>(Section::order, [](auto& items) { items[3] = 13; })),
              testing::HasSubstr("a triangle that does not exist"));
  EXPECT_THAT(refusal(forged<std::uint32_t>(Section::order, [](auto& items) { items[3] = items[4]; })),
              testing::HasSubstr("twice"));
  EXPECT_THAT(refusal(forged<TreeFilePart>(Section::parts, [](auto& items) { items[1].name_bytes += 9; })),
              testing::HasSubstr("part 1"));
  EXPECT_THAT(refusal(forged<TreeFilePart>(Section::parts, [](auto& items) { items[1].count += 1; })),
              testing::HasSubstr("do not cover"));
  EXPECT_THAT(refusal(forged<std::uint8_t>(Section::forms, [](auto& items) { items[0] = 7; })),
              testing::HasSubstr("forms"));
  EXPECT_THAT(refusal(forged<TriangleForm>(Section::forms, [](auto& items) { items[12] = TriangleForm::triangle; })),
              testing::HasSubstr("forms"));
}

TEST(ForgedTreeFile, MayNotHaveNumbersThatModelsDoNotHave) {
  using Section = TreeFileSection;
  for (const float odd : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -5.f, 5.f}) {
    for (const std::size_t at : {0u, 30u, 60u, 119u})
      EXPECT_THAT(open_message(forged<float>(Section::nodes, [&](auto& items) { items[128 + at] = odd; })),
                  testing::HasSubstr("'nodes' has numbers out of range"));
    EXPECT_THAT(open_message(forged<float>(Section::inner_points, [&](auto& items) { items.back() = odd; })),
                testing::HasSubstr("'inner points' has numbers out of range"));
  }
  for (const double odd : {std::numeric_limits<double>::quiet_NaN(), -0x1p301})
    EXPECT_THAT(open_message(forged<double>(Section::points, [&](auto& items) { items[7] = odd; })),
                testing::HasSubstr("'points' has numbers out of range"));
  EXPECT_THAT(open_message(forged<double>(Section::points, [&](auto& items) { items[24] = 4; })),
              testing::HasSubstr("its frame is not that of its points"));
}

TEST(ForgedTreeFile, MayNotHaveAnythingButATree) {
  const auto refusal = [](const auto& change) {
    return open_message(forged<WideNode>(TreeFileSection::nodes, change));
  };
  using Nodes = std::vector<WideNode>;
  EXPECT_NE(refusal([](Nodes& nodes) { child_of(nodes, 0, 0) = WideChild::node(0); }), "");
  EXPECT_NE(refusal([](Nodes& nodes) { child_of(nodes, 0, 0) = WideChild::leaf(0, 4); }), "");
  EXPECT_NE(refusal([](Nodes& nodes) { child_of(nodes, 0, 0) = WideChild(); }), "");
  EXPECT_NE(refusal([](Nodes& nodes) { child_of(nodes, 0, 1) = WideChild::node(1); }), "");
  EXPECT_NE(refusal([](Nodes& nodes) { child_of(nodes, 1, 0) = WideChild::node(1); }), "");
  EXPECT_NE(refusal([](Nodes& nodes) { child_of(nodes, 1, 0) = WideChild::node(0); }), "");
  EXPECT_NE(refusal([](Nodes& nodes) { child_of(nodes, 1, 0) = WideChild::node(0x7fffffff); }), "");
  EXPECT_NE(refusal([](Nodes& nodes) { child_of(nodes, 1, 0) = WideChild::leaf(0x1fffffff, 4); }), "");
  EXPECT_NE(refusal([](Nodes& nodes) { std::swap(child_of(nodes, 1, 0), child_of(nodes, 1, 1)); }), "");
  EXPECT_NE(refusal([](Nodes& nodes) { child_of(nodes, 1, 1) = child_of(nodes, 1, 0); }), "");
  EXPECT_NE(refusal([](Nodes& nodes) { child_of(nodes, 1, 0) = WideChild(); }), "");
  EXPECT_EQ(refusal([](Nodes&) {}), "");
}

// Whatever numbers a forged file has, queries end: some answers may be wrong.
TEST(ForgedTreeFile, IsRefusedOrCanBeAskedWhicheverBitIsChanged) {
  const Bytes sound = small_file();
  const Model other(shapes::icosahedron(1));
  std::size_t opened = 0;
  for (std::size_t i = sizeof(TreeFileHead); i < sound.size(); ++i) {
    Bytes bytes = sound;
    bytes[i] ^= static_cast<std::byte>(1 << i % 8);
    try {
      Model model = open_bytes(sealed(bytes));
      EXPECT_GT(ModelAnswers(model, other, {Matrix3{}, {0.5, 0.25, 0.125}}).size(), 0u);
      model.refit(model.mesh().points);
      ++opened;
    } catch (const Error&) {
    }
  }
  EXPECT_GT(opened, 100u);
}

}  // namespace
}  // namespace abut
