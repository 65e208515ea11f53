// How far a search for closest triangles looks, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_NEAREST_LIMITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_NEAREST_LIMITS_INL_H_
#undef ABUT_ENGINE_NEAREST_LIMITS_INL_H_
#else
#define ABUT_ENGINE_NEAREST_LIMITS_INL_H_
#endif

#include "engine/gaps-inl.h"
#include "engine/nearest.h"
#include "engine/visit-inl.h"
#include "math/power_of_two.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The limit of a search, and the least of what it left out, in the frames and units that boxes and triangles are
/// compared in. Lengths are kept in a unit of the scene, a power of two that makes them neither large nor small.
template <class Kernels>
class NearestLimits {
 protected:
  NearestLimits(const TreePair& pair, const NearestSearch& search)
      : trees_(pair), b_in_a_(pair.b_in_a), search_(search), gaps_(b_in_a_, search.frame, trees_.reach) {
    set_sizes();
    const double shift = largest(abs(search.frame ? search.frame->sides[1].shift : b_in_a_.shift)) * unit_of(0);
    const double size = std::max(unit_of(0), unit_of(1));
    unit_ = power_of_two_at_least(std::isfinite(shift) ? std::max(size, shift) : size);
    // A length beside which the other is nothing says nothing: its squares would be subnormal, or 0.
    for (int side : {0, 1}) world_[side] = unit_of(side) >= 0x1p-400 * unit_ ? unit_of(side) / unit_ : 0;
    set_limit(search.limit);
  }

  static constexpr double no_limit = std::numeric_limits<double>::infinity();
  /// What bounded a distance, and therefore what slack it has: boxes of A or of B kept closed, boxes of which that is
  /// no longer known, or the triangles themselves.
  enum Bound { a_closed, b_closed, either, proved, bounds };

  void set_limit(double world_limit) {
    limit_ = world_limit;
    const double limit = world_limit / unit_;
    double most_slack = 0;
    for (int closed : {0, 1}) {
      gaps_.set_limit(closed, in_frame(limit, 1 - closed));
      slacks_[closed] = world_[1 - closed] > 0 ? gaps_.slack(closed) * world_[1 - closed] : no_limit;
      most_slack = std::max(most_slack, slacks_[closed]);
    }
    slacks_[either] = most_slack;
    cutoff_ = in_frame(limit, 0) * (1 + 0x1p-48);
    limit_square_ = (limit + most_slack) * (limit + most_slack) * (1 + 0x1p-48);
  }

  /// What so long a way of the world has at most where gaps from a tree's boxes are told: anything when nothing is
  /// known.
  double in_frame(double limit, int side) const { return world_[side] > 0 ? limit / world_[side] : no_limit; }

  /// How large boxes of the trees are beside each other: a factor of squares.
  double squared_size(int side) const { return sizes_[side]; }
  double squared_world(int side) const { return world_[side] * world_[side]; }

  /// Leaves out a pair of triangles that is so far apart in the filter's frame.
  HWY_INLINE void leave_out_at(double distance) { leave_out(distance * distance * squared_world(0), proved); }
  /// What is no finite number says nothing.
  HWY_INLINE void leave_out(double square, int by) {
    least_[by] = square < least_[by] ? square : square < no_limit ? least_[by] : 0;
  }
  /// The same of some lanes of a packet, as told from the opened tree; without branches.
  HWY_INLINE void leave_out(const double* squares, std::uint32_t some, int closed_side) {
    double least = no_limit, most = 0;
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      const bool is_left_out = (some >> lane & 1) != 0;
      const double square = squares[lane];
      least = is_left_out && square < least ? square : least;
      most = is_left_out && !(square < no_limit) ? no_limit : most;
    }
    if (some == 0) return;
    leave_out((most < no_limit ? least : no_limit) * squared_world(1 - closed_side), closed_side);
  }
  double lower() const {
    double least = std::numeric_limits<double>::infinity();
    for (int by = 0; by < bounds; ++by)
      if (!std::isinf(least_[by])) least = std::min(least, std::sqrt(least_[by]) * (1 - 0x1p-48) - slacks_[by]);
    // Among the subnormal numbers the product may be rounded up by half of the least one.
    return std::max(0.0, std::max(0.0, least) * unit_ - std::numeric_limits<double>::denorm_min());
  }

  ReachingTrees trees_;
  const RelativePlacement& b_in_a_;
  const NearestSearch& search_;
  WideGaps<Kernels> gaps_;
  double unit_ = 1, world_[2];
  double limit_ = 0, cutoff_ = 0, limit_square_ = 0;  // in the world, the filter's frame, and the scene's unit

 private:
  /// A length in the world that gaps from opened boxes of a tree are told in, or longer.
  double unit_of(int side) const { return search_.frame ? search_.frame->unit : search_.world[side]; }
  /// How large boxes of the trees are beside each other: squares, as factors.
  void set_sizes() {
    for (int side : {0, 1}) {
      double square = search_.world[side] * search_.world[side];
      if (search_.frame) {
        square = 0;
        for (double entry : search_.frame->sides[side].linear.entries) square += entry * entry;
      }
      sizes_[side] = square;
    }
  }

  double sizes_[2];
  double slacks_[bounds] = {0, 0, 0, 0};                             // in the scene's unit
  double least_[bounds] = {no_limit, no_limit, no_limit, no_limit};  // of the squares left out
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
