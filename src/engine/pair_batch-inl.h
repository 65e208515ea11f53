// Pairs of triangles on their way through a filter, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_PAIR_BATCH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_PAIR_BATCH_INL_H_
#undef ABUT_ENGINE_PAIR_BATCH_INL_H_
#else
#define ABUT_ENGINE_PAIR_BATCH_INL_H_
#endif

#include "engine/pairs.h"
#include "engine/tree.h"
#include "leaf/distance_packet-inl.h"
#include "leaf/triangle_packet-inl.h"
#include "math/rounding.h"

#include <algorithm>
#include <optional>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Pairs of triangles, by their places in leaf order, that wait until there are enough for a filter, which takes `most`
/// of them at a time.
template <int most>
class PairBatch {
 public:
  int size() const { return count_; }

  HWY_INLINE void add(std::uint32_t a, std::uint32_t b) {
    a_[count_] = a;
    b_[count_++] = b;
  }
  /// All pairs of two leaves; there must be less than a full batch before.
  HWY_INLINE void add(WideChild of_a, WideChild of_b) {
    for (std::uint32_t a = of_a.first(); a < of_a.first() + of_a.count(); ++a)
      for (std::uint32_t b = of_b.first(); b < of_b.first() + of_b.count(); ++b) add(a, b);
  }

  /// Leaves out the pairs for which not keep(a, b); asks once about each.
  template <class Keep>
  void keep_if(const Keep& keep) {
    const int end = count_;
    count_ = kept_;
    for (int i = kept_; i < end; ++i)
      if (keep(a_[i], b_[i])) add(a_[i], b_[i]);
    kept_ = count_;
  }

  /// take(a, b, count) of the first pairs, at most a full batch; they are gone then.
  template <class Take>
  HWY_INLINE void flush(const Take& take) {
    const int count = std::min(count_, most);
    take(a_, b_, count);
    count_ -= count;
    kept_ = std::max(0, kept_ - count);
    for (int i = 0; i < count_; ++i) a_[i] = a_[count + i], b_[i] = b_[count + i];
  }
  void clear() { count_ = kept_ = 0; }

 private:
  // A full batch but for one, and what a pair of leaves may add.
  static constexpr int room = most + static_cast<int>(WideChild::largest_leaf * WideChild::largest_leaf);
  alignas(64) std::uint32_t a_[room];
  alignas(64) std::uint32_t b_[room];
  int count_ = 0, kept_ = 0;  // of which the first were kept
};

/// Brings pairs of triangles through the triangle filter to the sink of a visit.
template <class Kernels>
class PairFilter {
 public:
  /// Two models' triangles, and how they stand to each other. All of it must outlive the filter.
  struct Models {
    TriangleFilter::Corners a, b;
    const RelativePlacement& b_in_a;
  };

  /// `asks`: whether the sink wants to be asked which pairs to consider. `few`: the visit likely ends with one of the
  /// first pairs. Without a sink no pair may come.
  PairFilter(const Models& models, PairSink* sink, bool asks, bool few)
      : models_(models), sink_(sink), asks_(asks), enough_(few ? 4 : TriangleFilter::batch) {}

  /// False once the sink has enough, or after end().
  bool goes_on() const { return goes_on_; }
  void end() { goes_on_ = false; }
  /// Pairs of triangles that were tested.
  std::uint64_t tests() const { return tests_; }

  /// Takes all pairs of two leaves.
  HWY_INLINE void meet(WideChild of_a, WideChild of_b) {
    batch_.add(of_a, of_b);
    if (batch_.size() >= enough_) flush();
  }
  /// Takes one pair.
  HWY_INLINE void meet(std::uint32_t a, std::uint32_t b) {
    batch_.add(a, b);
    if (batch_.size() >= enough_) flush();
  }
  /// Hands on what still waits.
  void finish() {
    if (goes_on_ && batch_.size() > 0) flush();
  }

  /// Looks whether any pair that look() comes upon counts, and hands none of them on.
  template <class Look>
  HWY_INLINE bool any_of(const Look& look) {
    finish();
    if (!goes_on_) return false;
    looking_ahead_ = true, found_ahead_ = false;
    look();
    finish();
    batch_.clear();
    looking_ahead_ = false;
    goes_on_ = goes_on_ || found_ahead_;
    return found_ahead_;
  }

 private:
  HWY_NOINLINE void flush() {
    if (asks_) {
      batch_.keep_if([&](std::uint32_t a, std::uint32_t b) { return sink_->considers(a, b); });
      if (batch_.size() == 0) return;
    }
    if (!filter_) filter_.emplace(models_.a, models_.b, models_.b_in_a);
    batch_.flush([&](std::uint32_t* a, std::uint32_t* b, int count) HWY_ATTR {
      PairVerdicts verdicts = Kernels::decided(*filter_, a, b, count);
      if (filter_->margin > 0 && verdicts.undecided != 0) verdicts.undecided &= within_margin(a, b, count);
      tests_ += static_cast<std::uint64_t>(count);
      if ((verdicts.touching | verdicts.undecided) != 0) hand_on(a, b, verdicts);
    });
    // The first contact was not around the corner.
    enough_ = std::min(2 * enough_, TriangleFilter::batch);
  }
  /// The planes of two triangles tell less about a margin than their sides do.
  HWY_NOINLINE std::uint32_t within_margin(std::uint32_t* a, std::uint32_t* b, int count) {
    if (!near_) near_.emplace(models_.a, models_.b, models_.b_in_a);
    float bounds[DistanceFilter::batch];
    // Pairs at the margin are within it.
    return Kernels::below(*near_, a, b, count, next_up(filter_->margin), bounds);
  }
  void hand_on(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) {
    if (!looking_ahead_)
      goes_on_ = sink_->take(a, b, verdicts);
    else if (sink_->any(a, b, verdicts))
      found_ahead_ = true, goes_on_ = false;
  }

  Models models_;
  PairSink* sink_;
  bool asks_;
  std::optional<TriangleFilter> filter_;
  std::optional<DistanceFilter> near_;  // only with a margin
  PairBatch<TriangleFilter::batch> batch_;
  int enough_;
  bool goes_on_ = true, looking_ahead_ = false, found_ahead_ = false;
  std::uint64_t tests_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
