#include "query/moving_search.h"

#include "leaf/moving_triangles.h"
#include "query/filtered_pairs.h"
#include "query/option_check.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t no_limit = Budget::no_limit;
/// A cell whose visit takes longer is divided, at first.
constexpr std::uint64_t most_tests_at_first = 600;
/// More than so many pairs are left to the filter, as long as their number falls to a half with the time, or where they
/// are new and move far.
constexpr std::size_t few_triangles = 24;
constexpr double outward = 1 + 0x1p-30;

}  // namespace

// Distances of points from the origin of the world, which bound roundings of placed corners: 2^-49 of them covers the
// few that there are.
double MovingBody::error_of(const MotionPiece& piece) const {
  const Vec3 centre = piece.at(std::isfinite(piece.during().begin) ? piece.during().begin : 0) * model_.frame.centre;
  return 2 * (piece.linear_error() * (distance_ + radius_) + piece.shift_error()) +
         0x1p-49 * (length(centre) + distance_ + radius_);
}

MovingBody::MovingBody(const Model& model, const Motion& motion) : model_(model.data()), motion_(motion.data()) {
  if (model_.tree.nodes.empty()) {
    radius_ = distance_ = 0;
    return;
  }
  radius_ = reach_of(model_.tree.nodes[0].boxes, 0) * model_.frame.unit * 1.002;
  distance_ = length(model_.frame.centre);
  for (const MotionPiece& piece : motion_.pieces) error_ = std::max(error_, error_of(piece));
  if (motion_.is_function()) {
    const Vec3 centre = motion_.function_state(motion_.during.begin).at * model_.frame.centre;
    const double way =
        (motion_.during.end - motion_.during.begin) *
        (motion_.bound.linear + motion_.bound.angular * length(model_.frame.centre - motion_.bound.about));
    error_ = 0x1p-49 * (length(centre) + way + distance_ + radius_);
  }
}

MovingExtent MovingBody::extent(double from, double time, double half) const {
  MovingExtent extent{{}, model_.frame.centre, radius_, error_};
  if (motion_.is_function()) {
    const SpeedBound& bound = motion_.bound;
    extent.state = motion_.function_state(time);
    extent.stray += half * (bound.linear + bound.angular * (length(extent.centre - bound.about) + radius_)) * outward;
    return extent;
  }
  const MotionPiece& piece = motion_.piece_at(from);
  extent.state = piece.state(time);
  extent.stray += half * piece.defect_rate() * (distance_ + radius_) * outward;
  // What a place is off by, its velocity is off by times the spin; and the spin by less than that. Where models turn
  // together for long, nothing else would account for it.
  extent.stray += 2 * half * length(extent.state.spin) * error_ * outward;
  return extent;
}

/// Everything about the middle of a cell.
class MovingMiddle {
 public:
  MovingMiddle(const MovingBody& a, const MovingBody& b, double begin, double end, double margin)
      : time(begin + (end - begin) / 2),
        half(std::max(end - time, time - begin) * outward),
        of_a(a.extent(begin, time, half)),
        of_b(b.extent(begin, time, half)),
        a_seen(of_a, of_b, half),
        b_seen(of_b, of_a, half),
        relative(relate(a.model().frame, of_a.state.at, b.model().frame, of_b.state.at, margin)) {
    // Boxes are carried as by a rotation: where that cannot be, all of them may meet.
    if (!relative.turns) relative.margin = infinity;
  }

  double time, half;
  MovingExtent of_a, of_b;
  SeenMotion a_seen, b_seen;
  RelativePlacement relative;
};

MovingSearch::MovingSearch(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                           const FirstContactOptions& options)
    : model_a_(a),
      model_b_(b),
      motion_a_(motion_a),
      motion_b_(motion_b),
      a_(a, motion_a),
      b_(b, motion_b),
      options_(options),
      watch_(options.budget) {
  const TimeSpan one = motion_a.during(), other = motion_b.during();
  span_ = {std::max(one.begin, other.begin), std::min(one.end, other.end)};
  if (!(span_.begin <= span_.end)) throw Error("the two motions have no time in common.");
  if (!std::isfinite(span_.begin) || !std::isfinite(span_.end))
    throw Error("neither model moves: use touches() or distance().");
  require_margin(options.margin);
  if (options.simd != Simd::best) require_available(options.simd);
  choose_tolerances();
  touching_.max_contacts = 1;
  touching_.margin = options_.margin + options_.distance_tolerance;
  touching_.simd = options.simd;
  lower_ = span_.begin;
  most_tests_ = most_tests_at_first;
}

void MovingSearch::choose_tolerances() {
  const auto choose = [](double& given, double automatic, const char* what) {
    if (given == FirstContactOptions::automatic)
      given = automatic;
    else if (!(given >= 0 && given <= largest_input))
      throw Error(std::string(what) + " must be a finite number, 0 or more.");
  };
  const double size = a_.radius() + b_.radius(), unsure = a_.error() + b_.error();
  choose(options_.distance_tolerance, std::max(0x1p-40 * size, 4 * unsure), "the distance tolerance");
  choose(options_.time_tolerance, 1e-6 * (span_.end - span_.begin), "the time tolerance");
}

// Cells end at the knots of both motions. The first one is on top.
void MovingSearch::push_cells() {
  knots_ = {span_.begin, span_.end};
  for (const MotionData* motion : {&a_.motion(), &b_.motion()})
    for (const MotionPiece& piece : motion->pieces)
      if (piece.during().begin > span_.begin && piece.during().begin < span_.end)
        knots_.push_back(piece.during().begin);
  std::sort(knots_.begin(), knots_.end());
  front_.steps.push_back(whole_visit);
  for (std::size_t i = knots_.size() - 1; i > 0; --i)
    if (knots_[i - 1] < knots_[i]) cells_.push_back({knots_[i - 1], knots_[i], {}, mark()});
}

bool MovingSearch::touch_at(double time) {
  CollideOptions first = touching_;
  first.budget = watch_.rest();
  const Contacts contacts = collide(model_a_, motion_a_.at(time), model_b_, motion_b_.at(time), first);
  counters_ += contacts.counters;
  if (contacts.pairs.empty()) {
    complete_ = contacts.complete;
    return false;
  }
  touch_ = {time, contacts.pairs.front()};
  return true;
}

void MovingSearch::forget_after(const FrontMark& to) {
  front_.steps.resize(to.steps);
  front_.triangles.resize(to.triangles);
}

bool MovingSearch::is_over() {
  if (!watch_.is_over(counters_.volume_tests + counters_.triangle_tests)) return false;
  complete_ = false;
  return true;
}

void MovingSearch::search() {
  push_cells();
  while (!done_ && !cells_.empty()) {
    if (is_over()) return;
    const Cell cell = cells_.back();
    cells_.pop_back();
    // What is left of a time that ends with a contact is short enough: it need not be looked at.
    const bool is_short = cell.end - cell.begin <= options_.time_tolerance;
    if (is_short && touch_ && touch_->time == cell.end) return;
    look_at(cell);
  }
}

void MovingSearch::look_at(const Cell& cell) {
  const MovingMiddle middle(a_, b_, cell.begin, cell.end, touching_.margin);
  const bool can_divide = cell.begin < middle.time && middle.time < cell.end;
  // Where models overlap for long, as many pairs as touch would be looked at.
  if (can_divide && cell.ends_with_touch && cell.to.steps > cell.from.steps && touch_in(middle, cell)) {
    cells_ = {{cell.begin, middle.time, cell.from, cell.to, true}};
    return;
  }
  if (!visit(cell, middle, can_divide && !cell.ends_with_touch ? most_tests_ : no_limit)) {
    if (touch_in(middle, cell))
      cells_ = {{cell.begin, middle.time, cell.from, cell.to, true}};
    else
      divide(cell, middle, cell.from, cell.to, {});
    return;
  }
  // A touch within the tolerance counts for nothing where all of the cell is proved to be apart by more than the
  // margin.
  const std::optional<Touch> touch_before = touch_;
  std::optional<Expected> expected;
  if (front_.steps.size() == cell.to.steps) expected = keep_triangles_that_may_meet(middle, cell);
  const FrontMark end = mark();
  if (end.steps == cell.to.steps && end.triangles == cell.to.triangles)
    lower_ = cell.end, touch_ = touch_before;
  else if (!can_divide)
    touch_ = touch_before, look_at_ends_of(cell);
  else if (touch_ && touch_->time == middle.time)
    cells_ = {{cell.begin, middle.time, cell.to, end, true}};
  else
    divide(cell, middle, cell.to, end, cell.is_expected ? std::nullopt : expected);
}

// At the ends of motions and at knots models are placed as given, and so not as in the middle of any cell: there they
// may touch though shortly before nothing could be decided.
void MovingSearch::look_at_ends_of(const Cell& cell) {
  done_ = true;
  const double knot = *std::upper_bound(knots_.begin(), knots_.end() - 1, cell.begin);
  const double times[] = {cell.begin, cell.end, knot - lower_ <= options_.time_tolerance ? knot : cell.end};
  for (const double time : times)
    if (complete_ && touch_at(time)) return;
  undecided_ = true;
}

void MovingSearch::divide(const Cell& cell, const MovingMiddle& middle, const FrontMark& from, const FrontMark& to,
                          const std::optional<Expected>& expected) {
  const auto push = [&](double begin, double end, bool is_expected) {
    if (begin < end) cells_.push_back({begin, end, from, to, false, is_expected});
  };
  // Until shortly before the time at which the models are expected to touch they are likely proved apart at once.
  if (expected && cell.begin < expected->begin && expected->begin < cell.end) {
    push(expected->end, cell.end, false);
    push(expected->begin, std::min(expected->end, cell.end), false);
    push(cell.begin, expected->begin, true);
  } else {
    push(middle.time, cell.end, false);
    push(cell.begin, middle.time, false);
  }
}

bool MovingSearch::visit(const Cell& cell, const MovingMiddle& middle, std::uint64_t most_tests) {
  forget_after(cell.to);
  const double unit_a = a_.model().frame.unit, unit_b = b_.model().frame.unit;
  const MovingFrame of_a(middle.a_seen, middle.of_a.state, middle.of_b.state, unit_a, unit_b),
      of_b(middle.b_seen, middle.of_b.state, middle.of_a.state, unit_b, unit_a);
  const MovingTrees trees{{a_.model().tree, b_.model().tree, middle.relative}, of_a, of_b};
  const Visited visited = visit_moving(trees, options_.simd, most_tests, front_, cell.from, cell.to);
  counters_ += {visited.volume_tests, visited.triangle_tests, 0};
  // What was too much for one time may be what there is to do at all. Pairs of triangles alone say nothing of what
  // opening boxes takes.
  if (visited.complete && cell.from.steps == cell.to.steps) return true;
  most_tests_ = visited.complete ? std::max(most_tests_at_first, 2 * (visited.volume_tests + visited.triangle_tests))
                                 : 2 * most_tests_;
  return visited.complete;
}

bool MovingSearch::touch_in(const MovingMiddle& middle, const Cell& cell) {
  const auto out = [&](const Contact& contact) {
    touch_ = {middle.time, contact};
    return false;
  };
  const Query query{model_a_, middle.of_a.state.at, model_b_, middle.of_b.state.at, touching_};
  FilteredPairs leaves(query, out);
  const VisitOptions options{options_.simd, VisitOrder::for_a_few, false};
  const std::span<const PairStep> steps(front_.steps.data() + cell.from.steps, cell.to.steps - cell.from.steps);
  const Visited visited = visit_pairs({a_.model().tree, b_.model().tree, middle.relative}, options, leaves, steps);
  counters_ += {visited.volume_tests, visited.triangle_tests, leaves.exact_tests()};
  return touch_ && touch_->time == middle.time;
}

std::optional<MovingSearch::Expected> MovingSearch::keep_triangles_that_may_meet(const MovingMiddle& middle,
                                                                                 const Cell& cell) {
  const auto around = [&](double when, double unsure) {
    const double time = middle.time + middle.half * when, beside = middle.half * unsure + options_.time_tolerance / 4;
    return when < 2 ? std::optional(Expected{time - beside, time + beside}) : std::nullopt;
  };
  const std::size_t first = cell.to.triangles, count = front_.triangles.size() - first;
  const std::size_t before = first - cell.from.triangles;
  const double moved = length(middle.a_seen.travel_at_centre) + length(middle.a_seen.turn) * a_.radius();
  const bool are_new = cell.to.steps > cell.from.steps && moved > 0x1p-10 * (a_.radius() + b_.radius());
  if (count > few_triangles && (are_new || 2 * count <= before))
    return around(front_.soonest.when, front_.soonest.around);
  const ModelData &a = a_.model(), &b = b_.model();
  MovingTriangles test(a.leaf_geometry(), middle.of_a.state.at, b.leaf_geometry(), middle.of_b.state.at, middle.a_seen,
                       middle.b_seen, options_.margin);
  double soonest = infinity, unsure = 0;
  auto kept = front_.triangles.begin() + static_cast<std::ptrdiff_t>(first);
  for (auto pair = kept; pair != front_.triangles.end(); ++pair) {
    const Contact triangles{a.tree.order[pair->a], b.tree.order[pair->b]};
    const MovingTriangles::Meeting meeting = test.meet(triangles.a, triangles.b);
    if (meeting.upper <= touching_.margin && !(touch_ && touch_->time == middle.time))
      touch_ = {middle.time, triangles};
    if (meeting.apart) continue;
    *kept++ = *pair;
    if (meeting.expected < soonest) soonest = meeting.expected, unsure = meeting.around;
  }
  front_.triangles.erase(kept, front_.triangles.end());
  counters_.exact_tests += test.exact_tests();
  return around(soonest, unsure);
}

namespace {

Feature feature_of(const Weights& weights) {
  return static_cast<Feature>(std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0; }) - 1);
}

}  // namespace

void MovingSearch::describe(MovingContact& result) const {
  const Contact& pair = touch_->pair;
  const ModelData &a = a_.model(), &b = b_.model();
  const auto measure = [&](double time, PairDistance& distance) {
    const Placement at_a = motion_a_.at(time), at_b = motion_b_.at(time);
    DistanceTest test(a.leaf_geometry(), at_a, b.leaf_geometry(), at_b);
    distance = test.measure(pair.a, pair.b);
    return std::pair(point_on(a.mesh, at_a, pair.a, distance.weights_a),
                     point_on(b.mesh, at_b, pair.b, distance.weights_b));
  };
  PairDistance at_upper, before;
  result.triangle_a = pair.a, result.triangle_b = pair.b;
  std::tie(result.point_a, result.point_b) = measure(result.upper, at_upper);
  result.distance = at_upper.upper;
  const auto [from, to] = measure(result.lower, before);
  const double gap = length(to - from);
  if (before.upper > 0 && gap > 0) result.normal = (to - from) * (1 / gap);
  result.feature_a = feature_of(before.weights_a), result.feature_b = feature_of(before.weights_b);
  const MovingExtent of_a = a_.extent(result.lower, result.upper, 0), of_b = b_.extent(result.lower, result.upper, 0);
  result.velocity = of_a.state.velocity_at(result.point_a) - of_b.state.velocity_at(result.point_a);
}

MovingContact MovingSearch::run() {
  MovingContact result;
  result.tolerance = options_.distance_tolerance;
  const bool any = !a_.model().tree.nodes.empty() && !b_.model().tree.nodes.empty();
  if (!any)
    lower_ = span_.end;
  else if (!touch_at(span_.begin) && complete_)
    search();
  result.counters = counters_;
  result.complete = complete_;
  result.lower = lower_;
  if (touch_) {
    result.verdict = MotionVerdict::contact;
    result.upper = touch_->time;
    describe(result);
  } else {
    result.verdict = complete_ && !undecided_ ? MotionVerdict::clear : MotionVerdict::undecided;
  }
  return result;
}

MovingContact first_contact(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                            const FirstContactOptions& options) {
  return MovingSearch(a, motion_a, b, motion_b, options).run();
}

}  // namespace abut
