#pragma once

// What the tests of the wide tree share: meshes of every sort, and a check of everything the layout promises.

#include "engine/obb_packet_axes.h"
#include "engine/tree.h"
#include "math/inner_frame.h"
#include "math/random.h"
#include <abut/shapes.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>

#include <gtest/gtest.h>
#include <hwy/highway.h>

namespace abut {

inline std::vector<Vec3> inner_points(const Mesh& mesh) {
  const InnerFrame frame = InnerFrame::around(mesh.points);
  std::vector<Vec3> result;
  for (const Vec3& point : mesh.points) result.push_back(frame.inner(point));
  return result;
}

/// Makes the library use one instruction set while it lives.
struct ForcedTarget {
  explicit ForcedTarget(std::int64_t target) { hwy::SetSupportedTargetsForTest(target); }
  ~ForcedTarget() { hwy::SetSupportedTargetsForTest(0); }
};

/// Triangles whose sizes and places shrink by the factor each time.
inline Mesh shrinking_triangles(int count, double factor) {
  Mesh mesh;
  double size = 1;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i, size *= factor) {
    for (const Vec3& corner : {Vec3{1, 0, 0.1}, Vec3{0.5, 0.5, 0}, Vec3{0.7, -0.2, 0.3}})
      mesh.points.push_back(corner * size);
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

/// Needles with a third corner off the long edge by next to nothing.
inline Mesh slivers(int count) {
  Random random(5);
  Mesh mesh;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i) {
    const Vec3 a = random.in_cube(1), b = random.in_cube(1);
    mesh.points.insert(mesh.points.end(), {a, b, a * 0.3 + b * 0.7 + random.direction() * 3e-13});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

inline std::vector<std::pair<std::string, Mesh>> wide_tree_meshes() {
  const Mesh ball = shapes::sphere(1, 6), one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}};
  Mesh dots{{{1, 2, 3}, {4, 5, 6}}, {}, {}}, segments = shapes::space_curve(300), stack = one;
  for (std::uint32_t i = 0; i < 100; ++i) dots.triangles.push_back({i % 2, i % 2, i % 2});
  for (Triangle& t : segments.triangles) t[2] = t[0];
  stack.triangles.resize(333, {0, 1, 2});
  return {{"torus", shapes::torus(1, 0.25, 20, 15)},
          {"soup", shapes::random_soup(700, 0.4, 3)},
          {"scan", shapes::bumpy_scan(3000, 1)},
          {"teapot", shapes::teapot()},
          {"plate", shapes::plate(3, 1, 20, 10)},
          {"curve", segments},
          {"slivers", slivers(200)},
          {"copies of one triangle", stack},
          {"two dots", dots},
          {"one dot", {{{1, 2, 3}}, {{0, 0, 0}}, {}}},
          {"far away", transformed(ball, Placement::translation({1e9, -1e9, 1e9}))},
          {"as small as can be", transformed(ball, {Matrix3{} * 0x1p-1070, {}})},
          {"shrinking by half", shrinking_triangles(2000, 0.5)},
          {"shrinking slowly", shrinking_triangles(3000, 0.97)},
          {"one triangle", one},
          {"two triangles", {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {1, 2, 3}}, {}}},
          {"three triangles", shapes::random_soup(3, 0.4, 3)},
          {"nothing", {}}};
}

/// Does the lane's box hold every point that rounds to the given one? In long double: 2^-60 covers its rounding.
inline bool holds(const ObbPacket& boxes, int lane, const Vec3& point) {
  for (int k = 0; k < 3; ++k) {
    long double along = 0, spread = 0;
    for (int c = 0; c < 3; ++c) {
      const long double axis = boxes.axes[k][c][lane];
      along += axis * (static_cast<long double>(point[c]) - boxes.centre[c][lane]);
      spread += std::abs(axis) * inner_error;
    }
    if (!(std::abs(along) + spread + 0x1p-60L <= boxes.half[k][lane])) return false;
  }
  return true;
}

inline double axes_defect(const ObbPacket& boxes, int lane) {
  double most = 0;
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 3; ++j) {
      double sum = k == j ? -1 : 0;
      for (int c = 0; c < 3; ++c) sum += double{boxes.axes[k][c][lane]} * boxes.axes[j][c][lane];
      most = std::max(most, std::abs(sum));
    }
  return most;
}

/// Checks everything that wide_tree.h promises of a tree.
class WideTreeCheck {
 public:
  WideTreeCheck(const std::string& what, const WideTree& tree, std::span<const Vec3> points,
                std::span<const Triangle> triangles)
      : what_(what), tree_(tree), points_(points), triangles_(triangles) {}

  void run() {
    std::vector<std::uint32_t> ids(tree_.order.begin(), tree_.order.end()), all(triangles_.size());
    std::sort(ids.begin(), ids.end());
    std::iota(all.begin(), all.end(), 0u);
    ASSERT_EQ(ids, all) << what_;
    ASSERT_EQ(tree_.points.size(), 3 * points_.size() + 1) << what_;
    ASSERT_EQ(tree_.triangles.size(), triangles_.size()) << what_;
    check_corners();
    ASSERT_EQ(tree_.nodes.empty(), triangles_.empty()) << what_;
    seen_.assign(triangles_.size(), 0);
    parents_.assign(tree_.nodes.size(), 0);
    if (!tree_.nodes.empty()) {
      EXPECT_TRUE(tree_.nodes[0].child[1].is_empty()) << what_ << ": the first node is the model's box alone";
      check_node(0, 0);
      EXPECT_EQ(parents_[0], 0) << what_;
    }
    for (std::size_t i = 1; i < parents_.size(); ++i) EXPECT_EQ(parents_[i], 1) << what_ << ", node " << i;
    EXPECT_EQ(std::count(seen_.begin(), seen_.end(), 1), std::ptrdiff_t(seen_.size())) << what_;
    EXPECT_EQ(deepest_, tree_.depth) << what_;
  }

 private:
  void check_corners() const {
    for (std::size_t i = 0; i < tree_.order.size(); ++i)
      for (int c = 0; c < 9; ++c)
        ASSERT_EQ(tree_.leaf_triangles().corner(i, c / 3)[c % 3],
                  static_cast<float>(points_[triangles_[tree_.order[i]][c / 3]][c % 3]))
            << what_;
    ASSERT_EQ(tree_.points.back(), 0) << what_;
  }

  /// Returns the run of triangles below the node, which must be one.
  std::pair<std::uint32_t, std::uint32_t> check_node(std::uint32_t index, int level) {
    const WideNode& node = tree_.nodes[index];
    deepest_ = std::max(deepest_, level);
    std::uint32_t first = ~0u, end = 0, sum = 0;
    bool ended = false;
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      const WideChild child = node.child[lane];
      if (child.is_empty()) {
        ended = true;
        continue;
      }
      EXPECT_FALSE(ended) << what_ << ": filled lanes come first";
      std::pair<std::uint32_t, std::uint32_t> run{child.first(), child.count()};
      if (child.is_node()) {
        EXPECT_GT(child.node(), index) << what_ << ": children come after their parents";
        ++parents_[child.node()];
        run = check_node(child.node(), level + 1);
      } else {
        for (std::uint32_t i = 0; i < child.count(); ++i) ++seen_[child.first() + i];
      }
      check_box(node.boxes, lane, run.first, run.second);
      first = std::min(first, run.first);
      end = std::max(end, run.first + run.second);
      sum += run.second;
    }
    EXPECT_EQ(sum, end - first) << what_ << ": triangles below a node are a run";
    EXPECT_GT(sum, 0u) << what_;
    return {first, sum};
  }

  void check_box(const ObbPacket& boxes, int lane, std::uint32_t first, std::uint32_t count) const {
    EXPECT_LE(axes_defect(boxes, lane), packet_axes_defect) << what_;
    for (std::uint32_t i = first; i < first + count; ++i)
      for (std::uint32_t corner : triangles_[tree_.order[i]])
        EXPECT_TRUE(holds(boxes, lane, points_[corner])) << what_ << ", triangle " << tree_.order[i];
  }

  std::string what_;
  const WideTree& tree_;
  std::span<const Vec3> points_;
  std::span<const Triangle> triangles_;
  std::vector<int> seen_, parents_;
  int deepest_ = 0;
};

inline void expect_sound(const std::string& what, const WideTree& tree, std::span<const Vec3> points,
                         std::span<const Triangle> triangles) {
  WideTreeCheck(what, tree, points, triangles).run();
}

inline bool same_bytes(const WideTree& a, const WideTree& b) {
  return a.order == b.order && a.depth == b.depth && a.triangles == b.triangles && a.nodes.size() == b.nodes.size() &&
         a.points.size() == b.points.size() &&
         std::memcmp(a.points.data(), b.points.data(), a.points.size() * sizeof(float)) == 0 &&
         (a.nodes.empty() || std::memcmp(a.nodes.data(), b.nodes.data(), a.nodes.size() * sizeof(WideNode)) == 0);
}

}  // namespace abut
