// The search for the closest triangles of two wide trees, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_NEAREST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_NEAREST_INL_H_
#undef ABUT_ENGINE_NEAREST_INL_H_
#else
#define ABUT_ENGINE_NEAREST_INL_H_
#endif

#include "engine/beside_triangle.h"
#include "engine/close_start-inl.h"
#include "engine/facing-inl.h"
#include "engine/gaps-inl.h"
#include "engine/nearest.h"
#include "engine/pair_batch-inl.h"
#include "engine/visit-inl.h"
#include "math/power_of_two.h"
#include "math/rounding.h"

#include <bit>
#include <optional>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// One search. Lengths are kept in a unit of the scene, a power of two that makes them neither large nor small.
template <class Kernels>
class WideNearest {
 public:
  WideNearest(const TreePair& pair, const NearestSearch& search, NearestSink& sink)
      : trees_(pair), b_in_a_(pair.b_in_a), search_(search), sink_(sink), gaps_(b_in_a_, search.frame, trees_.reach) {
    set_sizes();
    const double shift = largest(abs(search.frame ? search.frame->sides[1].shift : b_in_a_.shift)) * unit_of(0);
    const double size = std::max(unit_of(0), unit_of(1));
    unit_ = power_of_two_at_least(std::isfinite(shift) ? std::max(size, shift) : size);
    // A length beside which the other is nothing says nothing: its squares would be subnormal, or 0.
    for (int side : {0, 1}) world_[side] = unit_of(side) >= 0x1p-400 * unit_ ? unit_of(side) / unit_ : 0;
    set_limit(search.limit);
  }

  NearestVisited run() {
    if (search_.seed) ++visited_.triangle_tests, measure(&search_.seed->a, &search_.seed->b, 1);
    if (!search_.any_within && (!search_.seed || (go_on_ && limit_ > search_.seed_within))) seed();
    const bool is_done = face();
    NearFront::Way way = is_done ? NearFront::Way::plain : begin();
    if (way == NearFront::Way::resume && !resume()) way = NearFront::Way::plain, keeps_front_ = false;
    if (way != NearFront::Way::resume && !is_done) {
      stack_.push({0, 0, 0});
      visit_in_rows(*this, stack_);
    }
    while (go_on_ && batch_.size() > 0) flush();
    for (const Waiting& left : stack_) leave_out(left.square, either);
    visited_.complete = stack_.empty() && go_on_ && all_resumed_ && !cut_short_;
    if (search_.front) search_.front->end(way, opened_, visited_.complete);
    if (!search_.exact || !visited_.complete) visited_.lower = lower();
    return visited_;
  }

 private:
  using PlaneNumbers = typename Kernels::PlaneNumbers;
  using FacingNumbers = typename Kernels::FacingNumbers;
  static constexpr std::uint32_t lanes = ObbPacket::lanes;
  static constexpr double no_limit = std::numeric_limits<double>::infinity();
  /// What bounded a distance, and therefore what slack it has: boxes of A or of B kept closed, boxes of which that is
  /// no longer known, or the triangles themselves.
  enum Bound { a_closed, b_closed, either, proved, bounds };

  /// Two boxes, named by their nodes and lanes, whose distance is at least the root of `square`, less the slack.
  struct Waiting {
    double square;
    std::uint32_t a, b;
  };

  using Stack = BoundedStack<Waiting>;

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

  const WideNode& node_of(int side, std::uint32_t box) const { return trees_.nodes[side][box / lanes]; }
  WideChild child_of(int side, std::uint32_t box) const { return node_of(side, box).child[box % lanes]; }

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

  /// Leaves out a pair of triangles that is so far apart in the filter's frame.
  HWY_INLINE void leave_out_at(double distance) { leave_out(distance * distance * (world_[0] * world_[0]), proved); }
  /// What is no finite number says nothing.
  HWY_INLINE void leave_out(double square, int by) {
    least_[by] = square < least_[by] ? square : square < no_limit ? least_[by] : 0;
  }
  double lower() const {
    double least = std::numeric_limits<double>::infinity();
    for (int by = 0; by < bounds; ++by)
      if (!std::isinf(least_[by])) least = std::min(least, std::sqrt(least_[by]) * (1 - 0x1p-48) - slacks_[by]);
    // Among the subnormal numbers the product may be rounded up by half of the least one.
    return std::max(0.0, std::max(0.0, least) * unit_ - std::numeric_limits<double>::denorm_min());
  }

  double squared_size(int side, std::uint32_t box) const {
    const ObbPacket& boxes = node_of(side, box).boxes;
    const double x = boxes.half[0][box % lanes], y = boxes.half[1][box % lanes], z = boxes.half[2][box % lanes];
    return (x * x + y * y + z * z) * sizes_[side];
  }

  /// One box kept closed, and a node of the other tree opened.
  struct Visit {
    Waiting pair;
    const WideNode* opened;
    std::uint32_t opened_index;
    int closed_side;
    WideChild kept;       ///< what hangs below the closed box
    std::uint32_t asked;  ///< lanes that the visit is about
    std::uint32_t near;   ///< lanes within the limit
    double squares[lanes];
  };
  static constexpr std::ptrdiff_t row = 4;
  /// Where the search may depend on the instruction set.
  static constexpr bool measures_together = Kernels::has_quick;

  template <class Rule, class Stack>
  friend void visit_in_rows(Rule&, Stack&);
  HWY_INLINE bool may_go_on() { return go_on_ && !watch_.is_over(visited_.volume_tests + visited_.triangle_tests); }
  static HWY_INLINE bool is_full(int, std::ptrdiff_t listed) { return listed == row; }

  /// The next visit; pairs of leaves wait for the filter.
  HWY_INLINE Visit* list(const Waiting& pair, Visit* to) {
    if (pair.square > limit_square_) return leave_out(pair.square, either), keep(pair), to;
    const WideChild of_a = child_of(0, pair.a), of_b = child_of(1, pair.b);
    if (of_a.is_leaf() && of_b.is_leaf()) return add_pairs(of_a, of_b), to;
    if (search_.frame && is_leaf_beside_tiny(pair, of_a, of_b)) return look_beside(pair, of_a.is_leaf() ? 0 : 1), to;
    const bool opens_a = of_b.is_leaf() || (of_a.is_node() && squared_size(0, pair.a) > squared_size(1, pair.b));
    to->pair = pair;
    to->closed_side = opens_a ? 1 : 0;
    to->opened_index = (opens_a ? of_a : of_b).node();
    to->opened = &trees_.nodes[opens_a ? 0 : 1][to->opened_index];
    to->kept = opens_a ? of_b : of_a;
    to->asked = PairStep::all_lanes;
    prefetch(*to->opened);
    return to + 1;
  }

  bool is_leaf_beside_tiny(const Waiting& pair, WideChild of_a, WideChild of_b) const {
    const double a = squared_size(0, pair.a), b = squared_size(1, pair.b);
    return (of_a.is_leaf() && a > 0x1p24 * b) || (of_b.is_leaf() && b > 0x1p24 * a);
  }

  /// A leaf's triangle, beside which boxes of the other tree are tiny.
  struct Beside {
    WideNearest& search;
    int side;  ///< of the leaf
    std::uint32_t place;

    double limit(const TriangleGap& triangle) const {
      const double unit = search.search_.frame->unit;
      // Rounded up by far more than these lines are.
      const double spared = (search.search_.longest_side[side] - triangle.longest_side * unit) * (1 - 0x1p-40);
      const double limit =
          (search.limit_ - search.search_.limit_per_side * std::max(0.0, spared)) / unit + triangle.slack;
      return limit * limit * (1 + 0x1p-48);
    }
    bool goes_on() { return search.may_go_on(); }
    void tested() { ++search.visited_.volume_tests; }
    void leave_out(const TriangleGap& triangle, double square) {
      search.leave_out_at(std::max(0.0, std::sqrt(square) * (1 - 0x1p-48) - triangle.slack));
    }
    void take(WideChild leaf) {
      const WideChild own = WideChild::leaf(place, 1);
      side == 0 ? search.add_pairs(own, leaf) : search.add_pairs(leaf, own);
    }
  };
  /// The triangles of the leaf of one side, one by one, beside the box of the other.
  void look_beside(const Waiting& pair, int side) {
    const WorldFrame& frame = *search_.frame;
    const WideChild leaf = child_of(side, side == 0 ? pair.a : pair.b);
    const BesideTriangle below(*trees_.tree[1 - side], frame.sides[1 - side]);
    for (std::uint32_t place = leaf.first(); place < leaf.first() + leaf.count(); ++place) {
      double inner[9];
      world_filter().sides[side].load_inner(place, inner, 1);
      const TriangleGap triangle(
          {Vec3{inner[0], inner[1], inner[2]}, Vec3{inner[3], inner[4], inner[5]}, Vec3{inner[6], inner[7], inner[8]}},
          frame.sides[side], trees_.reach[side], frame.sides[1 - side], trees_.reach[1 - side]);
      Beside beside{*this, side, place};
      if (below.visit(triangle, side == 0 ? pair.b : pair.a, beside)) continue;
      cut_short_ = true;
      leave_out(pair.square, either);
    }
  }

  HWY_INLINE void test(Visit* begin, Visit* end, Stack&) {
    for (Visit* v = begin; v != end; ++v) test(*v);
    for (const Visit* v = begin; v != end; ++v) hand_on(*v);
  }
  HWY_INLINE void test(Visit& v) {
    const int side = v.closed_side;
    const std::uint32_t kept = side == 0 ? v.pair.a : v.pair.b;
    const std::uint32_t filled = v.asked & PacketKernels::kinds(*v.opened).filled,
                        near = gaps_.near_lanes(side, kept, *trees_.tree[side], v.opened->boxes, v.squares);
    visited_.volume_tests += static_cast<std::uint64_t>(std::popcount(filled));
    v.near = filled & near;
    if (keeps_front_) ++opened_, keep(v, filled & ~near);
    if (!search_.exact)
      for (std::uint32_t rest = filled & ~near; rest != 0; rest &= rest - 1)
        leave_out(v.squares[std::countr_zero(rest)] * squared_world(1 - side), side);
  }
  double squared_world(int side) const { return world_[side] * world_[side]; }

  /// Boxes wait, the nearest on top; pairs of leaves go to the filter at once: they may spare the rest. To sort them
  /// all costs more than it spares, since the search begins with a close pair.
  HWY_INLINE void hand_on(const Visit& v) {
    const std::uint32_t leaves = v.kept.is_leaf() ? v.near & PacketKernels::kinds(*v.opened).leaves : 0;
    if (const std::uint32_t nodes = v.near & ~leaves; nodes != 0) {
      const auto nearest = static_cast<std::uint32_t>(nearest_of(nodes, v.squares));
      for (std::uint32_t rest = nodes & ~(1u << nearest); rest != 0; rest &= rest - 1)
        push(v, static_cast<std::uint32_t>(std::countr_zero(rest)));
      push(v, nearest);
    }
    for (std::uint32_t rest = leaves; rest != 0 && go_on_; rest &= rest - 1) {
      const WideChild opened = v.opened->child[std::countr_zero(rest)];
      v.closed_side == 1 ? add_pairs(opened, v.kept) : add_pairs(v.kept, opened);
    }
  }
  HWY_INLINE void push(const Visit& v, std::uint32_t lane) {
    const std::uint32_t box = v.opened_index * lanes + lane;
    const double square = v.squares[lane] * squared_world(1 - v.closed_side);
    stack_.push(v.closed_side == 1 ? Waiting{square, box, v.pair.b} : Waiting{square, v.pair.a, box});
  }

  /// Measures the pairs of triangles within the limit that lie where the trees face each other across the closest pair
  /// so far, if these can be all: false if there are too many to tell. A front is told what is left out box by box.
  bool face() {
    if (!is_settled_ || search_.any_within || search_.front || watch_.limits_tests()) return false;
    if (!(cutoff_ < no_limit) || !may_go_on()) return false;
    const NearestSink::Points closest = sink_.closest();
    const FacingFrame frame(facing_model(0, closest.places.a, closest.a), facing_model(1, closest.places.b, closest.b));
    if (!frame.is_usable) return false;
    FacingParts<FacingNumbers> parts(trees_, frame, cutoff_, visited_.volume_tests);
    if (!parts.find()) return false;
    measure_pairs_of(parts, closest.places);
    if (!search_.exact && parts.least_left_out() < no_limit)
      leave_out(parts.least_left_out() * (1 - 0x1p-16) * squared_world(0), proved);
    return true;
  }
  FacingFrame::Model facing_model(int side, std::uint32_t place, const Weights& weights) const {
    FacingFrame::Model model = model_in(side, b_in_a_, search_.frame);
    model.reach = trees_.reach[side];
    const LeafTriangles of = trees_.tree[side]->leaf_triangles();
    for (int k = 0; k < 3; ++k) model.point += of.corner_point(place, k) * weights[k];
    return model;
  }
  /// All but one, which was measured.
  void measure_pairs_of(FacingParts<FacingNumbers>& parts, const NodePair& measured) {
    PairBatch<DistanceFilter::batch> batch;
    BoundedPairs found;
    const auto bound = [&](std::uint32_t* a, std::uint32_t* b, int count) HWY_ATTR {
      bound_distances(a, b, count, [&](std::uint32_t rest, const auto* below) HWY_ATTR {
        if (found.count + count > BoundedPairs::most) measure_nearest_first(found);
        for (; rest != 0; rest &= rest - 1) {
          const int i = std::countr_zero(rest);
          found.add(a[i], b[i], static_cast<double>(below[i]));
        }
      });
    };
    parts.visit_pairs([&](std::uint32_t a, std::uint32_t b) HWY_ATTR {
      if (a == measured.a && b == measured.b) return;
      batch.add(a, b);
      if (batch.size() >= DistanceFilter::batch) batch.flush(bound);
    });
    while (batch.size() > 0) batch.flush(bound);
    measure_nearest_first(found);
  }

  NearFront::Way begin() {
    if (!search_.front || search_.frame || !go_on_) return NearFront::Way::plain;
    const NearFront::Way way = search_.front->begin(b_in_a_, trees_.reach);
    keeps_front_ = way != NearFront::Way::plain;
    return way;
  }
  /// Looks at what may be near of what the last search left: false if that is too much.
  bool resume() {
    NearFront& front = *search_.front;
    for (const NearFront::Near& pair : take_near<PlaneNumbers>(front, front.triangles, cutoff_)) {
      batch_.add(pair.a, pair.b);
      if (batch_.size() >= DistanceFilter::batch) flush();
    }
    while (go_on_ && batch_.size() > 0) flush();
    const std::vector<NearFront::Near>& near = take_near<PlaneNumbers>(front, front.boxes, cutoff_);
    // Half of them are likely to stay apart across another direction.
    if (!front.pays(near.size() / 2)) return false;
    part_again<PlaneNumbers>(front, trees_.nodes, cutoff_);
    if (!front.pays(near.size())) return false;
    std::size_t next = 0;
    while (next < near.size() && may_go_on()) {
      for (std::ptrdiff_t i = 0; i < row && next < near.size(); ++i, ++next)
        stack_.push({square_of(near[next]), near[next].a, near[next].b});
      visit_in_rows(*this, stack_);
    }
    all_resumed_ = next == near.size();
    for (; next < near.size(); ++next) leave_out(square_of(near[next]), proved);
    return true;
  }
  /// In the scene's unit.
  double square_of(const NearFront::Near& pair) const {
    const double gap = std::max(0.0, pair.gap - search_.front->here().slack) * (1 - 0x1p-40);
    return gap * gap * squared_world(0);
  }

  /// Leaves lanes of a visit to the front.
  HWY_INLINE void keep(const Visit& v, std::uint32_t kept) {
    if (kept != 0) keep(v.closed_side, v.closed_side == 0 ? v.pair.a : v.pair.b, v.opened_index, kept);
  }
  /// Leaves a pair of boxes to the front.
  HWY_INLINE void keep(const Waiting& pair) {
    if (keeps_front_) keep(0, pair.a, pair.b / lanes, 1u << pair.b % lanes);
  }
  HWY_NOINLINE void keep(int closed_side, std::uint32_t closed, std::uint32_t opened, std::uint32_t kept) {
    NearFront::Planes planes;
    NearFront::Names names;
    part_boxes<PlaneNumbers>(search_.front->here(), closed_side, node_of(closed_side, closed).boxes,
                             static_cast<int>(closed % lanes), trees_.nodes[1 - closed_side][opened].boxes, planes);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      names.a[lane] = closed_side == 0 ? closed : opened * lanes + lane;
      names.b[lane] = closed_side == 1 ? closed : opened * lanes + lane;
    }
    search_.front->boxes.add(planes, names, kept);
    keeps_front_ = !search_.front->is_full();
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

  HWY_INLINE void add_pairs(WideChild of_a, WideChild of_b) {
    batch_.add(of_a, of_b);
    if (batch_.size() >= DistanceFilter::batch) flush();
  }

  /// Measures those of the pairs that wait which the filter cannot leave out, likely close ones first.
  HWY_NOINLINE void flush() {
    batch_.flush([&](std::uint32_t* a, std::uint32_t* b, int count) HWY_ATTR {
      bound_distances(a, b, count, [&](std::uint32_t rest, const auto* below) HWY_ATTR {
        measure_nearest_first(a, b, rest, below);
      });
    });
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
  template <class Filter, class Value, class Take>
  HWY_INLINE void filter(const Filter& by, std::uint32_t* a, std::uint32_t* b, int count, Value cutoff,
                         const Take& take) {
    Value below[DistanceFilter::batch];
    std::uint32_t rest;
    if constexpr (std::is_same_v<Filter, DistanceFilter>)
      rest = keeps_front_ ? part_and_keep(a, b, count, cutoff, below)
                          : Kernels::distances_below(by, a, b, count, cutoff, below);
    else
      rest = Kernels::distances_below(by, a, b, count, cutoff, below);
    visited_.triangle_tests += static_cast<std::uint64_t>(count);
    if (rest != (1u << count) - 1) leave_out_at(cutoff);
    take(rest, below);
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

  void measure(const std::uint32_t* a, const std::uint32_t* b, int count) {
    if (count > 0) set_measured(count == 1 ? sink_.measure(*a, *b) : sink_.measure(search_.simd, a, b, count));
  }
  void set_measured(double found) {
    const double limit = std::min(found, search_.limit);
    go_on_ = !(limit < 0);
    if (limit != limit_) set_limit(limit);
  }

  void seed() {
    CloseStart<Kernels> close(trees_, b_in_a_, search_, world_, unit_, visited_.volume_tests);
    const NodePair start = close.find();
    is_settled_ = close.is_settled();
    ++visited_.triangle_tests;
    measure(&start.a, &start.b, 1);
  }

  ReachingTrees trees_;
  const RelativePlacement& b_in_a_;
  const NearestSearch& search_;
  NearestSink& sink_;
  WideGaps<Kernels> gaps_;
  double unit_ = 1, world_[2], sizes_[2];
  bool keeps_front_ = false, all_resumed_ = true;
  std::uint64_t opened_ = 0;                          // nodes, if a front is kept
  bool is_settled_ = true;                            // is the pair to begin with likely close to the closest one?
  double limit_ = 0, cutoff_ = 0, limit_square_ = 0;  // in the world, the filter's frame, and the scene's unit
  double slacks_[bounds] = {0, 0, 0, 0};              // in the scene's unit
  double least_[bounds] = {no_limit, no_limit, no_limit, no_limit};  // of the squares left out
  Stack stack_{trees_.levels() * row * ObbPacket::lanes};
  std::optional<DistanceFilter> filter_;
  std::optional<WorldFilter> world_filter_;
  PairBatch<DistanceFilter::batch> batch_;
  BudgetWatch watch_{search_.watch};
  bool go_on_ = true, cut_short_ = false;
  NearestVisited visited_;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
