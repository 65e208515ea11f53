#pragma once

#include "engine/swept_box.h"
#include "engine/tree.h"
#include <abut/mesh.h>

#include <span>

namespace abut {

/// Where coordinates are measured that boxes of moving points store as floats: within [-1, 1] for all of a query.
struct SweptFrame {
  Vec3 centre;
  double scale = 1;  ///< a power of two

  /// Around all these points.
  static SweptFrame around(std::span<const std::span<const Vec3>> all);
};

/// The boxes of a model's tree while its points move from old to new places, and what its leaves look like: made in
/// linear time. The tree's nodes say what hangs below a lane.
class SweptTree {
 public:
  static constexpr std::uint32_t lanes = SweptPacket::lanes;

  /// The tree and the triangles outlive it.
  SweptTree(const WideTree& tree, std::span<const Triangle> triangles, std::span<const Vec3> from,
            std::span<const Vec3> to, const SweptFrame& frame);

  const WideTree& tree() const { return *tree_; }
  const SweptPacket& boxes(std::uint32_t node) const { return packets_[node]; }
  /// Of a lane that is a leaf.
  const SweptLeaf& leaf(std::uint32_t node, std::uint32_t lane) const { return leaves_[leaf_of_[node * lanes + lane]]; }
  /// The box of a triangle, by its place in the order of the leaves.
  SweptBox triangle(std::uint32_t place) const;

 private:
  SweptBox add_leaf(WideChild child);

  const WideTree* tree_;
  std::span<const Triangle> triangles_;
  std::vector<SweptBox> points_;  // of no extent, that is, without what rounding took
  std::vector<SweptPacket> packets_;
  std::vector<std::uint32_t> leaf_of_;  // by node and lane
  std::vector<SweptLeaf> leaves_;
};

}  // namespace abut
