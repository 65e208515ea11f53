#include "io/file.h"

#include <abut/classic_game.h>
#include <abut/error.h>

#include <bit>
#include <cstring>

namespace abut::classic::game {

namespace {

static_assert(std::endian::native == std::endian::little, "the file is little-endian");

struct Mark {
  char name[8] = {'a', 'b', 'u', 't', 'g', 'a', 'm', 'e'};
  std::uint32_t version = 1, real_bytes = 0;
};

/// FNV-1a, 64 bits.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return sum;
}

template <class Plain>
void append(std::string& to, const Plain* items, std::size_t count) {
  if (count > 0) to.append(reinterpret_cast<const char*>(items), count * sizeof(Plain));
}

/// What is left to read.
class Reader {
 public:
  Reader(const std::string& file, std::span<const std::byte> bytes) : file_(file), bytes_(bytes) {}

  template <class Plain>
  void take(Plain* items, std::size_t count) {
    if (bytes_.size() / sizeof(Plain) < count)
      throw Error(file_ + ": the file ends before the tree does. Was it copied whole?");
    if (count > 0) std::memcpy(items, bytes_.data(), count * sizeof(Plain));
    bytes_ = bytes_.subspan(count * sizeof(Plain));
  }
  std::size_t left() const { return bytes_.size(); }

 private:
  const std::string& file_;
  std::span<const std::byte> bytes_;
};

}  // namespace

template <class Real>
void Tree<Real>::save(const std::string& file) const {
  std::string bytes;
  const Mark mark{.real_bytes = sizeof(Real)};
  append(bytes, &mark, 1);
  append(bytes, &head_, 1);
  append(bytes, nodes_.data(), head_.nodes);
  append(bytes, buckets_.data(), head_.triangles);
  const std::uint64_t sum = checksum(bytes);
  append(bytes, &sum, 1);
  OutputFile output(file);
  output.write(bytes);
  output.finish();
}

template <class Real>
Tree<Real> Tree<Real>::open(const std::string& file, const abut::Model& model) {
  const Pages pages = InputFile(file).read_all();
  const std::span<const std::byte> bytes = pages.bytes();
  Reader reader(file, bytes);
  Mark mark;
  reader.take(&mark, 1);
  if (std::memcmp(mark.name, Mark().name, sizeof mark.name) != 0)
    throw Error(file + ": this is no file of a sphere/OBB tree.");
  if (mark.version != 1) throw Error(file + ": the file is of a newer version of abut.");
  if (mark.real_bytes != sizeof(Real))
    throw Error(file + ": the tree is stored in numbers of " + std::to_string(mark.real_bytes) + " bytes, not " +
                std::to_string(sizeof(Real)) + ".");
  Tree tree;
  tree.model_ = model;
  reader.take(&tree.head_, 1);
  const std::size_t wanted = std::size_t{tree.head_.nodes} * sizeof(Node<Real>) +
                             std::size_t{tree.head_.triangles} * sizeof(Bucket) + sizeof(std::uint64_t);
  if (reader.left() != wanted)
    throw Error(file + ": the head asks for " + std::to_string(wanted) + " bytes after it, and there are " +
                std::to_string(reader.left()) + ".");
  tree.nodes_.resize(tree.head_.nodes);
  tree.buckets_.resize(tree.head_.triangles);
  reader.take(tree.nodes_.data(), tree.head_.nodes);
  reader.take(tree.buckets_.data(), tree.head_.triangles);
  std::uint64_t sum = 0;
  reader.take(&sum, 1);
  if (sum != checksum({reinterpret_cast<const char*>(bytes.data()), bytes.size() - sizeof sum}))
    throw Error(file + ": the checksum is wrong; the file is damaged.");
  tree.check(file);
  return tree;
}

namespace {

/// Is the point within the box and the sphere of a node, but for the rounding of this test?
template <class Real>
bool holds(const Node<Real>& node, const Vec3& point) {
  const Vec3 from_centre = point - node.centre(), along = abs(transposed_times(node.axes(), from_centre));
  const double slack = 0x1p-45 * (largest(abs(point)) + largest(abs(node.centre())));
  for (int k = 0; k < 3; ++k)
    if (!(along[k] <= node.half[k] + slack)) return false;
  return length(from_centre) <= node.radius + slack;
}

}  // namespace

template <class Real>
void Tree<Real>::check(const std::string& file) const {
  const auto require = [&](bool good, const char* what) {
    if (!good) throw Error(file + ": " + what + "; the file is damaged or made by another program.");
  };
  const Mesh& mesh = model_.mesh();
  if (head_.triangles != mesh.triangles.size())
    throw Error(file + ": the tree has " + std::to_string(head_.triangles) + " triangles, the model " +
                std::to_string(mesh.triangles.size()) + ". Is it the tree of another model?");
  require(head_.nodes == 0 ? head_.triangles == 0 : head_.triangles > 0, "nodes and triangles do not belong together");
  require(head_.top <= 1, "the head names no sphere");
  if (head_.nodes == 0) return;
  std::vector<char> seen(head_.triangles, 0);
  for (const Bucket& bucket : buckets()) {
    require(bucket.triangle < head_.triangles && !seen[bucket.triangle], "a triangle is missing");
    seen[bucket.triangle] = 1;
    const Triangle& t = mesh.triangles[bucket.triangle];
    if (bucket.vertex[0] != t[0] || bucket.vertex[1] != t[1] || bucket.vertex[2] != t[2])
      throw Error(file + ": a triangle has other vertices than the model's. Is it the tree of another model?");
  }
  // Children come after their parents, so that a walk in order ends, and levels are known in time.
  std::vector<std::uint32_t> level(head_.nodes, 0);
  std::uint32_t next = 1, depth = 0;
  require(nodes_[0].first == 0 && nodes_[0].count == head_.triangles && nodes_[0].parent == 0, "the root is wrong");
  for (std::uint32_t place = 0; place < head_.nodes; ++place) {
    const Node<Real>& node = nodes_[place];
    depth = std::max(depth, level[place]);
    if (!node.is_leaf()) {
      require(node.left == next && head_.nodes - next >= 2, "a link is wrong");
      next += 2;
      const Node<Real>&left = nodes_[node.left], &right = nodes_[node.right()];
      require(left.parent == place && right.parent == place && left.first == node.first && left.count > 0 &&
                  left.count < node.count && right.first == node.first + left.count &&
                  right.count == node.count - left.count,
              "a node's children are wrong");
      level[node.left] = level[node.right()] = level[place] + 1;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
      for (std::uint32_t vertex : buckets_[i].vertex)
        require(holds(node, mesh.points[vertex]), "a volume does not hold its triangles");
  }
  require(next == head_.nodes && depth == head_.depth, "the number of nodes or levels is wrong");
  for (const Triangle& t : mesh.triangles)
    for (std::uint32_t vertex : t)
      require(length(mesh.points[vertex] - Vec3{head_.centre[0], head_.centre[1], head_.centre[2]}) <=
                  head_.radius * (1 + 0x1p-45) + 0x1p-45 * largest(abs(mesh.points[vertex])),
              "the top sphere does not hold the model");
}

template void Tree<float>::save(const std::string&) const;
template void Tree<double>::save(const std::string&) const;
template Tree<float> Tree<float>::open(const std::string&, const abut::Model&);
template Tree<double> Tree<double>::open(const std::string&, const abut::Model&);
template void Tree<float>::check(const std::string&) const;
template void Tree<double>::check(const std::string&) const;

}  // namespace abut::classic::game
