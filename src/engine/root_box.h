#pragma once

#include "engine/tree.h"
#include "math/inner_frame.h"

namespace abut {

/// Three numbers and one more that means nothing, in a vector register where the machine has one: g++ and clang know
/// such types for every machine.
using FourFloats = float __attribute__((vector_size(16)));

/// The box around a whole model, in the model's own frame: tells that placed models are far apart before their frames
/// are related. Every point of the model is centre + sum of w_i axis_i with |w_i| <= half_i, and lies within half_i of
/// the centre along axis_i.
struct RootBox {
  /// Of no model: never apart from another.
  RootBox() = default;
  RootBox(const WideTree& tree, const InnerFrame& frame);

  Vec3 centre;
  double radius = std::numeric_limits<double>::infinity();  ///< no point is farther from the centre
  double middle_half = 0;                                   ///< the second largest half extent
  double blur = 0;       ///< bounds what rounding takes from the centre's image under a rotation
  FourFloats axes[3]{};  ///< axes[c][i]: coordinate c of axis i
  FourFloats half{};     ///< rounded to nearest
};

/// A placed model's box. All of it must outlive it.
struct PlacedRoot {
  const RootBox& box;
  const Placement& at;
  double defect;  ///< rigidity_defect of the placement, which is valid
};

/// Is every point of one model's exact image farther than `margin` from every point of the other's? Yes only if that is
/// certain: balls around the boxes are apart, or the boxes on an axis of one of them or across an edge of each.
bool surely_apart(const PlacedRoot& a, const PlacedRoot& b, double margin);

}  // namespace abut
