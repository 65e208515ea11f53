// Pairs of triangles that a search for the closest ones comes upon, compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_NEAREST_TRIANGLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_NEAREST_TRIANGLES_INL_H_
#undef ABUT_ENGINE_NEAREST_TRIANGLES_INL_H_
#else
#define ABUT_ENGINE_NEAREST_TRIANGLES_INL_H_
#endif

#include "engine/nearest_limits-inl.h"
#include "engine/pair_batch-inl.h"
#include "math/rounding.h"

#include <algorithm>
#include <bit>
#include <optional>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Pairs of triangles, and what their distances are at least.
struct BoundedPairs {
  static constexpr int most = 256;
  int count = 0;
  std::uint32_t a[most], b[most];
  double below[most];

  HWY_INLINE void add(std::uint32_t of_a, std::uint32_t of_b, double bound) {
    a[count] = of_a, b[count] = of_b, below[count++] = bound;
  }
};

/// Bounds the distances of pairs of triangles, and measures those that may be the closest ones.
template <class Kernels>
class NearestTriangles : protected NearestLimits<Kernels> {
  using Limits = NearestLimits<Kernels>;

 protected:
  using Limits::b_in_a_, Limits::cutoff_, Limits::leave_out_at, Limits::limit_, Limits::no_limit, Limits::search_,
      Limits::set_limit, Limits::trees_;
  using PlaneNumbers = typename Kernels::PlaneNumbers;

  NearestTriangles(const TreePair& pair, const NearestSearch& search, NearestSink& sink)
      : Limits(pair, search), sink_(sink) {}

  HWY_INLINE void add_pairs(WideChild of_a, WideChild of_b) {
    batch_.add(of_a, of_b);
    if (batch_.size() >= DistanceFilter::batch) flush();
  }

  /// Measures those of the pairs that wait which the filter cannot leave out, likely close ones first.
  HWY_NOINLINE void flush() {
    batch_.flush([&](std::uint32_t* a, std::uint32_t* b, int count) HWY_ATTR {
      bound_distances(a, b, count, [&](std::uint32_t rest, const auto* below) HWY_ATTR {
        // Some of those that wait are likely spared by others.
        constexpr int some = 32;
        if (measures_later_)
          add_found(a, b, count, rest, below, some);
        else
          measure_nearest_first(a, b, rest, below);
      });
    });
  }
  /// Pairs of which bounds are known wait until there are so many.
  template <class Value>
  HWY_INLINE void add_found(const std::uint32_t* a, const std::uint32_t* b, int count, std::uint32_t rest,
                            const Value* below, int most) {
    if (found_.count + count > most) measure_nearest_first(found_);
    for (; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      found_.add(a[i], b[i], static_cast<double>(below[i]));
    }
  }
  /// Measures all that wait.
  void finish() {
    while (go_on_ && batch_.size() > 0) flush();
    measure_nearest_first(found_);
  }

  /// take(pairs within the limit as bits, bounds of their distances in its frame) of some pairs.
  template <class Take>
  HWY_INLINE void bound_distances(std::uint32_t* a, std::uint32_t* b, int count, const Take& take) {
    if (!search_.frame && !filter_) filter_.emplace(trees_.corners(0), trees_.corners(1), b_in_a_);
    // Pairs at the limit are within it.
    if (search_.frame)
      filter(world_filter(), a, b, count, next_up(cutoff_), take);
    else
      filter(*filter_, a, b, count, next_up(float_up(cutoff_)), take);
  }
  const WorldFilter& world_filter() {
    if (!world_filter_)
      world_filter_.emplace(*search_.frame, search_.geometry[0], trees_.tree[0]->order.data(), search_.geometry[1],
                            trees_.tree[1]->order.data(), trees_.reach);
    return *world_filter_;
  }

  void measure(const std::uint32_t* a, const std::uint32_t* b, int count) {
    if (count > 0) set_measured(count == 1 ? sink_.measure(*a, *b) : sink_.measure(search_.simd, a, b, count));
  }

  NearestSink& sink_;
  // Are pairs measured when many of them wait, or at the end? Bounds from both sides tell which may be the closest.
  const bool measures_later_ = Kernels::is_free && search_.exact && !search_.any_within && !search_.frame &&
                               !search_.front && search_.limit == no_limit;
  double upper_ = no_limit;  // a pair that was bounded from above is not farther apart, in the world
  BoundedPairs found_;
  PairBatch<DistanceFilter::batch> batch_;
  bool go_on_ = true, keeps_front_ = false;
  NearestVisited visited_;

 private:
  /// Where the search may depend on the instruction set.
  static constexpr bool measures_together = Kernels::is_free;

  template <class Filter, class Value, class Take>
  HWY_INLINE void filter(const Filter& by, std::uint32_t* a, std::uint32_t* b, int count, Value cutoff,
                         const Take& take) {
    Value below[DistanceFilter::batch];
    std::uint32_t rest;
    if constexpr (std::is_same_v<Filter, DistanceFilter>)
      rest = keeps_front_      ? part_and_keep(a, b, count, cutoff, below)
             : measures_later_ ? bound_both_ways(by, a, b, count, cutoff, below)
                               : Kernels::distances_below(by, a, b, count, cutoff, below);
    else
      rest = Kernels::distances_below(by, a, b, count, cutoff, below);
    visited_.triangle_tests += static_cast<std::uint64_t>(count);
    if (rest != (1u << count) - 1) leave_out_at(cutoff);
    take(rest, below);
  }

  HWY_INLINE std::uint32_t bound_both_ways(const DistanceFilter& by, std::uint32_t* a, std::uint32_t* b, int count,
                                           float cutoff, float* below) {
    if constexpr (Kernels::is_free) {
      float above;
      const std::uint32_t rest = Kernels::distances_about(by, a, b, count, cutoff, below, &above);
      const double upper = double{above} * search_.most_world * (1 + 0x1p-48);
      if (upper < upper_) upper_ = upper, set_limit(std::min(limit_, sink_.reach_of(upper)));
      return rest;
    }
    return Kernels::distances_below(by, a, b, count, cutoff, below);
  }

  /// Of pairs with bounds of their distances, those whose bits are set.
  template <class Value>
  HWY_INLINE void measure_nearest_first(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t rest,
                                        const Value* below) {
    while (rest != 0) {
      std::uint32_t chosen_a[NearestSink::most], chosen_b[NearestSink::most];
      int chosen = 0;
      int most = 1;
      while (rest != 0 && chosen < most) {
        const int nearest = nearest_of(rest, below);
        rest &= ~(1u << nearest);
        // Pairs that are all about as far apart as the closest one are measured together, some of them for nothing.
        if (chosen == 0 && measures_together && below[nearest] > 0.999 * cutoff_) most = NearestSink::most;
        if (go_on_ && below[nearest] <= cutoff_)
          chosen_a[chosen] = a[nearest], chosen_b[chosen++] = b[nearest];
        else
          leave_out_at(below[nearest]);
      }
      measure(chosen_a, chosen_b, chosen);
    }
  }

  /// Bounds the distances of pairs of triangles, and leaves them to the front.
  HWY_NOINLINE std::uint32_t part_and_keep(std::uint32_t* a, std::uint32_t* b, int count, float cutoff, float* below) {
    const int padded = (count + NearFront::lanes - 1) / NearFront::lanes * NearFront::lanes;
    for (int i = count; i < padded; ++i) a[i] = a[0], b[i] = b[0];
    std::uint32_t closer = 0;
    for (int i = 0; i < count; i += NearFront::lanes) {
      NearFront::Planes planes;
      NearFront::Names names;
      closer |= part_triangles<PlaneNumbers>(search_.front->here(), *filter_, a + i, b + i, cutoff, below + i, planes)
                << i;
      std::copy_n(a + i, NearFront::lanes, names.a);
      std::copy_n(b + i, NearFront::lanes, names.b);
      search_.front->triangles.add(planes, names, (1u << std::min(count - i, NearFront::lanes)) - 1);
    }
    keeps_front_ = !search_.front->is_full();
    return closer & ((1u << count) - 1);
  }

  /// The nearest one by itself: it may spare most of the others. Then none are left.
  void measure_nearest_first(BoundedPairs& pairs) {
    if (pairs.count == 0) return;
    const auto nearest = std::min_element(pairs.below, pairs.below + pairs.count) - pairs.below;
    if (pairs.below[nearest] <= 0.999 * cutoff_) {
      measure_nearest_first(pairs.a + nearest, pairs.b + nearest, 1, pairs.below + nearest);
      std::swap(pairs.a[nearest], pairs.a[pairs.count - 1]);
      std::swap(pairs.b[nearest], pairs.b[pairs.count - 1]);
      std::swap(pairs.below[nearest], pairs.below[--pairs.count]);
    }
    int left = 0;
    for (int i = 0; i < pairs.count; ++i) {
      if (!(pairs.below[i] <= cutoff_)) {
        leave_out_at(pairs.below[i]);
        continue;
      }
      pairs.a[left] = pairs.a[i], pairs.b[left] = pairs.b[i], pairs.below[left++] = pairs.below[i];
    }
    constexpr int some = 16;
    for (int i = 0; i < left; i += some)
      measure_nearest_first(pairs.a + i, pairs.b + i, (1u << std::min(some, left - i)) - 1, pairs.below + i);
    pairs.count = 0;
  }

  void set_measured(double found) {
    const double limit = std::min(found, limit_);
    go_on_ = !(limit < 0);
    if (limit != limit_) set_limit(limit);
  }

  std::optional<DistanceFilter> filter_;
  std::optional<WorldFilter> world_filter_;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
