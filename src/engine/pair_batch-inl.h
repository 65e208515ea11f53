// Pairs of triangles on their way to a filter, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats.

#if defined(ABUT_ENGINE_PAIR_BATCH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_PAIR_BATCH_INL_H_
#undef ABUT_ENGINE_PAIR_BATCH_INL_H_
#else
#define ABUT_ENGINE_PAIR_BATCH_INL_H_
#endif

#include "engine/tree.h"

#include <algorithm>

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
  /// Those of them for which consider(a, b).
  template <class Consider>
  HWY_INLINE void add_if(WideChild of_a, WideChild of_b, const Consider& consider) {
    for (std::uint32_t a = of_a.first(); a < of_a.first() + of_a.count(); ++a)
      for (std::uint32_t b = of_b.first(); b < of_b.first() + of_b.count(); ++b)
        if (consider(a, b)) add(a, b);
  }

  /// take(a, b, count) of the first pairs, at most a full batch; they are gone then.
  template <class Take>
  HWY_INLINE void flush(const Take& take) {
    const int count = std::min(count_, most);
    take(a_, b_, count);
    count_ -= count;
    for (int i = 0; i < count_; ++i) a_[i] = a_[count + i], b_[i] = b_[count + i];
  }
  void clear() { count_ = 0; }

 private:
  // A full batch but for one, and what a pair of leaves may add.
  static constexpr int room = most + static_cast<int>(WideChild::largest_leaf * WideChild::largest_leaf);
  alignas(64) std::uint32_t a_[room];
  alignas(64) std::uint32_t b_[room];
  int count_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
