#pragma once

#include "engine/tree.h"
#include <abut/mesh.h>

#include <array>
#include <span>

namespace abut {

/// Where coordinates are measured that boxes of moving points store as floats: within [-1, 1] for all of a query.
struct SweptFrame {
  Vec3 centre;
  double scale = 1;  ///< a power of two

  /// Around all these points.
  static SweptFrame around(std::span<const std::span<const Vec3>> all);
};

/// A box that moves: it holds its points at time 0, at time 1, and, as all of them move straight, in between. For each
/// end and axis the negated low side and the high side, so that the larger of two numbers holds both.
struct SweptBox {
  static constexpr int sides = 12;
  static constexpr int low(int end, int axis) { return 3 * end + axis; }
  static constexpr int high(int end, int axis) { return 6 + 3 * end + axis; }

  std::array<float, sides> side;
};

/// Eight of them side by side.
struct alignas(32) SweptPacket {
  static constexpr int lanes = ObbPacket::lanes;
  float side[SweptBox::sides][lanes];

  SweptBox lane(int i) const {
    SweptBox box;
    for (int k = 0; k < SweptBox::sides; ++k) box.side[k] = side[k][i];
    return box;
  }
};

/// When two moving boxes may meet: not before `from` nor after `to`, nor at all if from > to.
struct SweptTimes {
  float from, to;
};
SweptTimes meeting_times(const SweptBox& a, const SweptBox& b);
/// The same for eight boxes; `from` of those that never meet is 2.
void meeting_times(const SweptBox& a, const SweptPacket& b, float from[SweptPacket::lanes]);

/// The boxes of a model's tree while its points move from old to new places: made in linear time. The tree's nodes say
/// what hangs below a lane.
class SweptTree {
 public:
  SweptTree(const WideTree& tree, std::span<const Triangle> triangles, std::span<const Vec3> from,
            std::span<const Vec3> to, const SweptFrame& frame);

  const WideTree& tree() const { return *tree_; }
  const SweptPacket& boxes(std::uint32_t node) const { return packets_[node]; }
  /// By place in the order of the leaves.
  const SweptBox& triangle(std::uint32_t place) const { return triangles_[place]; }

 private:
  const WideTree* tree_;
  std::vector<SweptPacket> packets_;
  std::vector<SweptBox> triangles_;
};

}  // namespace abut
