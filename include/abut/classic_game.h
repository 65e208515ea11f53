#pragma once

#include <abut/classic.h>
#include <abut/function.h>
#include <abut/motion.h>

#include <limits>
#include <string>
#include <vector>

/// The sphere/OBB trees of a game ("Collision and Interference Detection using Dynamic Hierarchical Bounding Volumes",
/// Team Chicken Bomb, 2001): its build, its layout and file, its queries as its pseudo code has them, and these
/// repaired. For comparing; the engine's queries are faster and exact.
namespace abut {
namespace ABUT_API classic {
namespace game {

/// A node: a box in the model's frame and the sphere around it. Children are neighbours: the right one follows the
/// left.
template <class Real>
struct Node {
  /// The 3x4 matrix model <- box, row by row: its columns are the box's axes and its centre.
  Real matrix[12];
  Real half[3];
  Real radius;                         ///< from the centre to a corner of the box
  std::uint32_t left = 0;              ///< 0 for a leaf
  std::uint32_t parent = 0;            ///< the root's is itself
  std::uint32_t first = 0, count = 0;  ///< of the triangles below it, in the pool of buckets

  bool is_leaf() const { return left == 0; }
  std::uint32_t right() const { return left + 1; }
  Vec3 centre() const { return {matrix[3], matrix[7], matrix[11]}; }
  Matrix3 axes() const {
    return {{matrix[0], matrix[1], matrix[2], matrix[4], matrix[5], matrix[6], matrix[8], matrix[9], matrix[10]}};
  }
  Vec3 half_extents() const { return {half[0], half[1], half[2]}; }
};
static_assert(sizeof(Node<double>) == 144 && sizeof(Node<float>) == 80);

/// A triangle of a leaf: its vertices in the model, and its id.
struct Bucket {
  std::uint32_t vertex[3];
  std::uint32_t triangle;
};

/// What the tree's head has around the whole model.
enum class TopSphere {
  minimum,  ///< the smallest sphere around the model's points, up to rounding
  maximum,  ///< the sphere around the root's box
};

/// The first lines of the tree, as in its file. The root is the first node.
struct Head {
  std::uint32_t nodes = 0, triangles = 0, depth = 0;
  std::uint32_t top = 0;  ///< TopSphere
  double centre[3] = {};
  double radius = 0;
};

/// A tree over a model's triangles: boxes along the axes of the area-weighted covariance, split at the area's centroid
/// along the longest axis, else the next, else a leaf. Two allocations: nodes and buckets. Real is float or double;
/// whatever it is, every volume holds the triangles below it.
template <class Real>
class Tree {
 public:
  explicit Tree(const abut::Model& model, TopSphere top = TopSphere::minimum);

  const abut::Model& model() const { return model_; }
  const Head& head() const { return head_; }
  std::span<const Node<Real>> nodes() const { return nodes_; }
  std::span<const Bucket> buckets() const { return buckets_; }
  int depth() const { return static_cast<int>(head_.depth); }
  /// Head, nodes and buckets; not the model.
  std::size_t bytes() const;

  /// The file: a mark, the head, the nodes, the buckets, a checksum.
  void save(const std::string& file) const;
  /// Of the same model. Throws Error for a file that is damaged, truncated, of another kind or of another model: links,
  /// runs and buckets are checked, and that every volume holds its triangles.
  static Tree open(const std::string& file, const abut::Model& model);

 private:
  Tree() = default;
  void check(const std::string& file) const;

  abut::Model model_;
  Head head_;
  std::vector<Node<Real>> nodes_;
  std::vector<Bucket> buckets_;
};
extern template class Tree<float>;
extern template class Tree<double>;

struct Options {
  /// From 0 to 1, times a tree's depth: the level whose volumes count as the model. At 1 triangles decide.
  double accuracy = 1;
  /// Nodes above this level are spheres, the others boxes.
  int switch_level = 3;
};

/// What a query cost. The stack of a pair of trees never holds more than the sum of their depths + 1.
struct Effort {
  std::uint64_t sphere_tests = 0, box_tests = 0, triangle_tests = 0;
  std::uint32_t deepest_stack = 0;
};

struct Contact {
  bool found = false;
  /// Was the answer decided on triangles, without approximation? Otherwise a contact may be one of volumes only.
  bool exact = false;
  double time = 0;                               ///< from 0 to 1
  Vec3 point;                                    ///< in the world: of triangles, or of spheres or boxes
  std::uint32_t triangle_a = 0, triangle_b = 0;  ///< ids, if accuracy is 1; a bullet meets triangle_a
  Effort effort;
};

/// Do two placed models touch? At accuracy 1 exactly; below, contact is said too often rather than too seldom.
/// Placements are world <- model and rigid; Error otherwise.
template <class Real>
Contact touch(const Tree<Real>& a, const Placement& at_a, const Tree<Real>& b, const Placement& at_b,
              const Options& options = {});

/// Where a model is at a time from 0 to 1.
using Path = Function<Placement(double)>;

/// The switch level is for Target::repaired: the others test spheres alone above the lowest level, as the paper does.
struct MovingOptions : Options {
  /// How close to the bullet's point at T1 the hit of a triangle must be (the paper's "close enough"); for
  /// Target::literal only.
  double close_enough = std::numeric_limits<double>::infinity();
  /// Literal only: neither the placement at T1 nor the test of point and box, or of two boxes.
  bool cheap = false;
  /// Repaired only: bounds how far the real motion is from the straight one between its ends, in a model's frame.
  double deviation = 0;
  /// Repaired only, two trees: times closer than this count as one.
  double time_tolerance = 0x1p-20;
};

/// A moving model that bullets are shot at: its placements are kept for all of them. A bullet flies straight in the
/// world, from `start` at time 0 to `end` at time 1.
template <class Real>
class Target {
 public:
  /// Error when a placement is not rigid. The tree must live longer.
  Target(const Tree<Real>& tree, Path path);

  /// The paper's pseudo code as it stands: the first hit found, with the time T1 of the node's sphere. Misses hits: at
  /// T1 the bullet is on a sphere and mostly outside of its box.
  Contact literal(const Vec3& start, const Vec3& end, const MovingOptions& options = {}) const;
  /// The earliest contact with the straight path in the model's frame, from the bullet's image at time 0 to that at 1:
  /// never late and none missed for paths within `deviation` of it. Exact when accuracy is 1 and the deviation is 0.
  Contact repaired(const Vec3& start, const Vec3& end, const MovingOptions& options = {}) const;

 private:
  const Tree<Real>& tree_;
  Path path_;
  Placement back_0_, back_1_;  // model <- world at both ends
};

/// Two moving models, by the pseudo code: spheres swept in a's frame, at the first T1 found boxes and triangles.
template <class Real>
Contact literal_contact(const Tree<Real>& a, const Path& path_a, const Tree<Real>& b, const Path& path_b,
                        const MovingOptions& options = {});
/// The same repaired: the earliest contact when every point of b moves straight in a's frame between its places at both
/// ends; none missed for motions within `deviation` of that, and never late by more than the tolerance.
template <class Real>
Contact repaired_contact(const Tree<Real>& a, const Path& path_a, const Tree<Real>& b, const Path& path_b,
                         const MovingOptions& options = {});

/// repaired_contact() along two motions, whose time is cut into short steps; how far each is from a straight one is
/// bounded by enclosures. Says contact too often rather than too seldom: if none is found there is none, and `exact` is
/// true; one that is found may be of volumes alone, and is told no later than the first real one, but for 2^-20 of a
/// step. `time` is the motions'. Error when they have no time in common, and for placements that are not rigid.
template <class Real>
Contact contact_along(const Tree<Real>& a, const Motion& motion_a, const Tree<Real>& b, const Motion& motion_b,
                      const Options& options = {});

}  // namespace game
}  // namespace classic
}  // namespace abut
