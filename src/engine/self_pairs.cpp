#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/self_pairs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/self_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "engine/pair_batch-inl.h"
#include "engine/visit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Brings pairs of a model's own triangles to the sink. The triangle filter is not asked about those that may have a
/// corner in common.
template <class Kernels>
class SelfFilter {
 public:
  SelfFilter(const typename PairFilter<Kernels>::Models& models, PairSink& sink, bool asks)
      : corners_(models.a.leaves), sink_(sink), asks_(asks), others_(models, &sink, asks, false) {}

  bool goes_on() const { return others_.goes_on(); }
  void end() { others_.end(); }
  std::uint64_t tests() const { return others_.tests() + neighbour_tests_; }

  HWY_INLINE void meet(WideChild of_a, WideChild of_b) {
    for (std::uint32_t a = of_a.first(); a < of_a.first() + of_a.count(); ++a)
      for (std::uint32_t b = of_b.first(); b < of_b.first() + of_b.count(); ++b) meet(a, b);
  }
  void meet_itself(WideChild leaf) {
    for (std::uint32_t a = leaf.first() + 1; a < leaf.first() + leaf.count(); ++a)
      for (std::uint32_t b = leaf.first(); b < a; ++b) meet(a, b);
  }
  void finish() {
    others_.finish();
    if (goes_on() && neighbours_.size() > 0) flush();
  }

 private:
  static constexpr int most = 32;  // a bit each in the verdicts

  HWY_INLINE void meet(std::uint32_t a, std::uint32_t b) {
    if (!may_have_common_corners(a, b)) return others_.meet(a, b);
    neighbours_.add(a, b);
    if (neighbours_.size() == most) flush();
  }

  /// Corners at one position are at one position when rounded.
  HWY_INLINE bool may_have_common_corners(std::uint32_t a, std::uint32_t b) const {
    for (int i = 0; i < 3; ++i) {
      const float* p = corners_.corner(a, i);
      for (int j = 0; j < 3; ++j) {
        const float* q = corners_.corner(b, j);
        if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) return true;
      }
    }
    return false;
  }

  HWY_NOINLINE void flush() {
    if (asks_) neighbours_.keep_if([&](std::uint32_t a, std::uint32_t b) { return sink_.considers(a, b); });
    neighbours_.flush([&](std::uint32_t* a, std::uint32_t* b, int count) {
      neighbour_tests_ += static_cast<std::uint64_t>(count);
      const PairVerdicts undecided{0, static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1)};
      // Once ended, the visit only unwinds.
      if (count > 0 && goes_on() && !sink_.take(a, b, undecided)) end();
    });
  }

  LeafTriangles corners_;
  PairSink& sink_;
  bool asks_;
  PairFilter<Kernels> others_;
  PairBatch<most> neighbours_;
  std::uint64_t neighbour_tests_ = 0;
};

/// The visit of a tree against itself: both trees of its pairs are the same one.
template <class Kernels>
class SelfPairs : public LeafPairs<SelfPairs<Kernels>, Kernels, true> {
  using Base = LeafPairs<SelfPairs, Kernels, true>;
  friend Base;

 public:
  SelfPairs(const TreePair& pair, const VisitOptions& options, PairSink& sink)
      : Base(pair, options),
        stack_(this->room()),
        leaves_({this->trees().corners(0), this->trees().corners(1), pair.b_in_a}, sink, options.asks) {}

  Visited run(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t node = first; node < last && this->may_go_on(); ++node) {
      start(node);
      visit_in_rows(*this, stack_);
    }
    leaves_.finish();
    return {this->volume_tests(), leaves_.tests(), leaves_.goes_on()};
  }

 private:
  SelfFilter<Kernels>& leaves() { return leaves_; }
  HWY_INLINE std::uint32_t keep(const PairStep& step) { return this->touching(step); }

  /// Pairs each lane with the lanes after it, and a leaf's triangles with each other.
  void start(std::uint32_t index) {
    const WideNode& node = this->trees().nodes[0][index];
    for (std::uint32_t rest = Kernels::kinds(node).filled; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (node.child[lane].is_leaf()) leaves_.meet_itself(node.child[lane]);
      const PairStep step{index * ObbPacket::lanes + lane, index, 0, rest & (rest - 1), 0};
      if (step.lanes != 0) this->test(&step, &step + 1, stack_);
    }
  }

  typename Base::Stack stack_;
  SelfFilter<Kernels> leaves_;
};

Visited self_packets(const TreePair& pair, std::uint32_t first, std::uint32_t last, const VisitOptions& options,
                     PairSink& sink) {
  return SelfPairs<PacketKernels>(pair, options, sink).run(first, last);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(self_packets);

Visited visit_self_pairs(const WideTree& tree, const RelativePlacement& to_itself, std::uint32_t first,
                         std::uint32_t last, const VisitOptions& options, PairSink& sink) {
  if (tree.nodes.empty()) return {};
  const TreePair pair{tree, tree, to_itself};
  const std::int64_t target = highway_target(options.simd);
  if (target == 0) return HWY_NAMESPACE::SelfPairs<HWY_NAMESPACE::PlainKernels>(pair, options, sink).run(first, last);
  return ABUT_VERSION_FOR(target, self_packets)(pair, first, last, options, sink);
}

}  // namespace abut
#endif
