#pragma once

#include "engine/refit.h"
#include "engine/swept_box.h"

#include <deque>

namespace abut {

/// Where a query of moving points measures coordinates: within [-1, 1] for all of them.
struct SweptFrame {
  Vec3 centre;
  double unit = 1;  ///< a power of two

  /// Around the points of models that have these frames; at least one.
  static SweptFrame around(std::span<const InnerFrame> frames);
};

/// The boxes of a model's tree while its points move from old to new places, and what its leaves look like: the tree as
/// it is and a copy, refitted. Made in linear time.
class SweptTree {
 public:
  static constexpr std::uint32_t lanes = ObbPacket::lanes;

  /// The tree, which is in `from`, and what `moved` views outlive it.
  SweptTree(const WideTree& tree, const InnerFrame& from, const MovedMesh& moved, const SweptFrame& frame);
  // Packets point to its coordinates.
  SweptTree(const SweptTree&) = delete;
  SweptTree& operator=(const SweptTree&) = delete;

  const WideTree& tree() const { return *ends_[0]; }
  SweptPacket boxes(std::uint32_t node) const {
    return {{&ends_[0]->nodes[node].boxes, &ends_[1]->nodes[node].boxes}, {&coordinates_[0], &coordinates_[1]}};
  }
  /// Of a lane that is a leaf. Found out when it is first asked for.
  const SweptLeaf& leaf(std::uint32_t node, std::uint32_t lane) {
    const SweptLeaf*& leaf = leaf_of_[node * lanes + lane];
    if (leaf == nullptr) leaf = &leaves_.emplace_back(leaf_below(ends_[0]->nodes[node].child[lane]));
    return *leaf;
  }

 private:
  SweptLeaf leaf_below(WideChild child) const;

  WideTree refitted_;
  const WideTree* ends_[2];
  SweptCoordinates coordinates_[2];
  std::vector<const SweptLeaf*> leaf_of_;  // by node and lane; null: not known yet
  std::deque<SweptLeaf> leaves_;
};

}  // namespace abut
