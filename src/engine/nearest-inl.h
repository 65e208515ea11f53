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
#include "engine/nearest_triangles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// One search.
template <class Kernels>
class WideNearest : private NearestTriangles<Kernels> {
  using Base = NearestTriangles<Kernels>;
  using Base::add_pairs, Base::b_in_a_, Base::batch_, Base::bound_distances, Base::cutoff_, Base::either, Base::finish,
      Base::flush, Base::found_, Base::gaps_, Base::go_on_, Base::keeps_front_, Base::leave_out, Base::leave_out_at,
      Base::limit_, Base::limit_square_, Base::lower, Base::measure, Base::measures_later_, Base::no_limit,
      Base::proved, Base::search_, Base::sink_, Base::squared_world, Base::trees_, Base::unit_, Base::upper_,
      Base::visited_, Base::world_, Base::world_filter;

 public:
  WideNearest(const TreePair& pair, const NearestSearch& search, NearestSink& sink) : Base(pair, search, sink) {}

  NearestVisited run() {
    if (search_.seed) ++visited_.triangle_tests, measure(&search_.seed->a, &search_.seed->b, 1);
    has_jumped_ = search_.seed && go_on_ && limit_ > search_.seed_within;
    if (!search_.any_within && (!search_.seed || has_jumped_)) seed();
    const bool is_done = face();
    NearFront::Way way = is_done ? NearFront::Way::plain : begin();
    if (way == NearFront::Way::resume && !resume()) way = NearFront::Way::plain, keeps_front_ = false;
    if (way != NearFront::Way::resume && !is_done) {
      stack_.push({0, 0, 0});
      visit_in_rows(*this, stack_);
    }
    finish();
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

  /// Two boxes, named by their nodes and lanes, whose distance is at least the root of `square`, less the slack.
  struct Waiting {
    double square;
    std::uint32_t a, b;
  };

  using Stack = BoundedStack<Waiting>;

  const WideNode& node_of(int side, std::uint32_t box) const { return trees_.nodes[side][box / lanes]; }
  WideChild child_of(int side, std::uint32_t box) const { return node_of(side, box).child[box % lanes]; }

  double squared_size(int side, std::uint32_t box) const {
    const ObbPacket& boxes = node_of(side, box).boxes;
    const double x = boxes.half[0][box % lanes], y = boxes.half[1][box % lanes], z = boxes.half[2][box % lanes];
    return (x * x + y * y + z * z) * Base::squared_size(side);
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
    if (!search_.exact) this->leave_out(v.squares, filled & ~near, side);
  }

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
  /// so far, if these can be all: false if there are too many to tell. A front is told what is left out box by box,
  /// unless the models have jumped: then it serves nobody.
  bool face() {
    if (!is_settled_ || search_.any_within || (search_.front && !has_jumped_) || watch_.limits_tests()) return false;
    // Searches among pairs take longer the larger the models are.
    const std::size_t triangles = std::max(trees_.tree[0]->order.size(), trees_.tree[1]->order.size());
    const int patience = 10 + static_cast<int>(std::sqrt(static_cast<double>(triangles)));
    if (search_.exact || search_.seed) return face(patience);
    // What is good enough is mostly proved soon, or not at all across a way that is far from the shortest one.
    constexpr int soon = 24;
    const bool lenient = is_lenient();
    if (lenient && face(std::min(soon, patience))) return true;
    if (!go_on_) return false;
    find_closer(lenient ? 0.2 : 0);
    return face(patience);
  }
  /// May an answer be off by as much as models bulge within a few boxes?
  bool is_lenient() const {
    const double size = std::min(search_.world[0], search_.world[1]);
    return std::max(search_.relative_tolerance * close_->distance(), search_.absolute_tolerance) > size / 64;
  }
  /// The same, and false too if more nodes would have to be opened than this.
  bool face(int patience) {
    if (!(cutoff_ < no_limit) || !may_go_on()) return false;
    if (!start_) start_ = closest_so_far();
    const FacingFrame frame(facing_model(0), facing_model(1));
    if (!frame.is_usable) return false;
    FacingParts<FacingNumbers> parts(trees_, frame, cutoff_, patience, visited_.volume_tests);
    if (!parts.find()) return false;
    measure_pairs_of(parts, start_->places);
    if (!search_.exact && parts.least_left_out() < no_limit)
      leave_out(parts.least_left_out() * (1 - 0x1p-16) * squared_world(0), proved);
    return true;
  }
  FacingFrame::Model facing_model(int side) const {
    FacingFrame::Model model = model_in(side, b_in_a_, search_.frame);
    model.reach = trees_.reach[side];
    model.point = start_->points[side];
    return model;
  }
  /// A pair to begin with, and a point of each tree in its inner frame: where the pair is about closest.
  struct Start {
    NodePair places;
    Vec3 points[2];
  };
  Start closest_so_far() const {
    const NearestSink::Points closest = sink_.closest();
    Start start{closest.places, {}};
    const std::uint32_t places[] = {closest.places.a, closest.places.b};
    const Weights* const weights[] = {&closest.a, &closest.b};
    for (int side : {0, 1}) {
      const LeafTriangles of = trees_.tree[side]->leaf_triangles();
      for (int k = 0; k < 3; ++k) start.points[side] += of.corner_point(places[side], k) * (*weights[side])[k];
    }
    return start;
  }
  /// All but one, which is known.
  void measure_pairs_of(FacingParts<FacingNumbers>& parts, const NodePair& measured) {
    PairBatch<DistanceFilter::batch> batch;
    const auto bound = [&](std::uint32_t* a, std::uint32_t* b, int count) HWY_ATTR {
      bound_distances(a, b, count, [&](std::uint32_t rest, const auto* below) HWY_ATTR {
        this->add_found(a, b, count, rest, below, BoundedPairs::most);
      });
    };
    parts.visit_pairs([&](std::uint32_t a, std::uint32_t b) HWY_ATTR {
      if (a == measured.a && b == measured.b) return;
      batch.add(a, b);
      if (batch.size() >= DistanceFilter::batch) batch.flush(bound);
    });
    while (batch.size() > 0) batch.flush(bound);
    finish();
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
  /// Looks for a close pair to begin with.
  void seed() {
    CloseStart<Kernels>& close = close_.emplace(trees_, b_in_a_, search_, world_, unit_, visited_.volume_tests);
    const NodePair pair = close.find();
    is_settled_ = close.is_settled();
    if (measures_later_) {
      start_ = {pair, {close.point(0), close.point(1)}};
      batch_.add(pair.a, pair.b);
      flush();
      // Sides tell little where a corner is closest to a face's inside, and float where models are far apart.
      const double beyond = upper_ - close.distance(), size = std::min(search_.world[0], search_.world[1]);
      if (beyond <= std::min(1e-4 * close.distance(), 0x1p-14 * size)) return;
      found_.count = 0;
    } else {
      ++visited_.triangle_tests;
    }
    measure(&pair.a, &pair.b, 1);
  }
  /// And for a closer one than that, to this part of what an answer may be off.
  void find_closer(double part) {
    start_.reset();
    const NodePair before = close_->pair(), pair = close_->find_closer(part, 0.02);
    if (pair.a == before.a && pair.b == before.b) return;
    ++visited_.triangle_tests;
    measure(&pair.a, &pair.b, 1);
  }

  bool has_jumped_ = false, all_resumed_ = true, cut_short_ = false;
  bool is_settled_ = true;    // is the pair to begin with likely close to the closest one?
  std::uint64_t opened_ = 0;  // nodes, if a front is kept
  std::optional<CloseStart<Kernels>> close_;
  std::optional<Start> start_;
  Stack stack_{trees_.levels() * row * ObbPacket::lanes};
  BudgetWatch watch_{search_.watch};
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
