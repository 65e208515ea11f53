#pragma once

#include "base/shared_data.h"
#include "scene/box_tree.h"
#include <abut/checker.h>

#include <atomic>
#include <mutex>

namespace abut {

class QuickLook;

/// How far rounding may carry at * point, for points no farther from the origin than `from` along each axis: three
/// products and three sums for each coordinate.
inline double placed_rounding(const Placement& at, const Vec3& from) {
  return 16 * unit_roundoff * (largest_magnitude(at.linear) * (from.x + from.y + from.z) + largest(abs(at.shift)));
}

/// A shape that a link carries, or that stands in the world.
struct CheckedShape {
  Shape shape;
  Placement at;                  ///< link <- shape, or world <- shape
  bool is_at_its_frame = false;  ///< is that the identity?
  std::uint32_t name = 0;
  std::uint32_t link = 0;    ///< among the links of all figures; of a mover
  std::uint32_t figure = 0;  ///< whose link that is
  double padding = 0;        ///< of a mover: against the world
  double self_padding = 0;
};

/// Two movers that may not touch.
struct MoverPair {
  std::uint32_t a = 0, b = 0;
  double reach = 0;  ///< what is at most this far apart touches: the paddings
};

/// Where the links and numbers of a figure stand among those of all.
struct FigurePart {
  Figure figure;
  Placement base;
  std::size_t first_link = 0, first_number = 0;
};

struct CheckerData : detail::SharedData {
  std::vector<FigurePart> figures;
  std::size_t links = 0, dof = 0;
  std::vector<std::string> names, open;
  std::size_t mover_names = 0;
  std::vector<char> allowed;  ///< [mover's name * names + other name]

  std::vector<CheckedShape> movers, bodies;
  std::vector<MoverPair> mover_pairs;
  FloatFrame frame;
  BoxTree body_boxes;                  ///< of bodies that have an end, with their paddings, in the frame
  std::vector<std::uint32_t> in_tree;  ///< these bodies, as the tree numbers them
  std::vector<std::uint32_t> giants;   ///< bodies without an end

  explicit CheckerData(const CheckerSetup& setup);
  ~CheckerData() override;

  /// Makes the quick look, unless it is there; any number of threads may call it.
  void prepare(int threads) const;
  /// Null until it is made.
  const QuickLook* quick_look() const { return quick_look_.load(std::memory_order_acquire); }

  /// The figure that a link, among those of all, belongs to.
  const FigurePart& figure_of(std::size_t link) const;
  bool may_touch(std::uint32_t mover_name, std::uint32_t name) const {
    return allowed[mover_name * names.size() + name] != 0;
  }

 private:
  mutable std::once_flag is_prepared_;
  mutable std::atomic<const QuickLook*> quick_look_{nullptr};
};

}  // namespace abut
