#include "leaf/moving_triangles.h"
#include "query/batch.h"
#include "query/moving_query.h"

#include <algorithm>
#include <tuple>

namespace abut {

namespace {

/// Looks for the first contact of two moving models.
class FirstContactSearch : MovingQuery {
 public:
  FirstContactSearch(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                     const FirstContactOptions& options)
      : MovingQuery(a, motion_a, b, motion_b, options) {}

  MovingContact run();

 private:
  /// Do the models touch at a time, as Motion::at() places them?
  bool touch_at(double time);
  /// What can be said of a cell that is too short to divide.
  void look_at_ends_of(const Cell& cell);
  void search();
  /// Proves that the cell is clear, or divides it.
  void look_at(Cell cell);
  void describe(MovingContact& result) const;

  double lower_ = span_.begin;
  bool undecided_ = false;
};

bool FirstContactSearch::touch_at(double time) {
  CollideOptions first = touching_;
  first.budget = watch_.rest();
  const Contacts contacts = collide(model_a_, motion_a_.at(time), model_b_, motion_b_.at(time), first);
  counters_ += contacts.counters;
  if (contacts.pairs.empty()) {
    complete_ = contacts.complete;
    return false;
  }
  touch_ = Touch{time, contacts.pairs};
  return true;
}

// At the ends of motions and at knots models are placed as given, and so not as in the middle of any cell: there they
// may touch though shortly before nothing could be decided.
void FirstContactSearch::look_at_ends_of(const Cell& cell) {
  undecided_ = true;
  const double knot = *std::upper_bound(knots_.begin(), knots_.end() - 1, cell.begin);
  const double times[] = {cell.begin, cell.end, knot - lower_ <= options_.time_tolerance ? knot : cell.end};
  for (const double time : times)
    if (complete_ && touch_at(time)) return;
}

void FirstContactSearch::search() {
  push_cells();
  while (!undecided_ && !cells_.empty()) {
    if (is_over()) return;
    const Cell cell = cells_.back();
    cells_.pop_back();
    // What is left of a time that ends with a contact is short enough: it need not be looked at.
    const bool is_short = cell.end - cell.begin <= options_.time_tolerance;
    if (is_short && touches_at(cell.end)) return;
    look_at(cell);
  }
}

void FirstContactSearch::look_at(Cell cell) {
  const MovingMiddle middle(a_, b_, cell.begin, cell.end, touching_.margin);
  const bool can_divide = cell.begin < middle.time && middle.time < cell.end;
  // Where models overlap for long, as many pairs as touch would be looked at.
  if (can_divide && cell.ends_with_touch && cell.to.steps > cell.from.steps && touch_in(middle, cell)) {
    cells_ = {{cell.begin, middle.time, cell.from, cell.to, cell.most_tests, true}};
    return;
  }
  if (!visit(cell, middle, can_divide && !cell.ends_with_touch ? most_tests(cell) : Budget::no_limit)) {
    cell.most_tests *= 2;
    if (touch_in(middle, cell))
      cells_ = {{cell.begin, middle.time, cell.from, cell.to, cell.most_tests, true}};
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
  else if (touches_at(middle.time))
    cells_ = {{cell.begin, middle.time, cell.to, end, cell.most_tests, true}};
  else
    divide(cell, middle, cell.to, end, cell.is_expected ? std::nullopt : expected);
}

Feature feature_of(const Weights& weights) {
  return static_cast<Feature>(std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0; }) - 1);
}

void FirstContactSearch::describe(MovingContact& result) const {
  const Contact& pair = touch_->pairs.front();
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

MovingContact FirstContactSearch::run() {
  MovingContact result;
  result.tolerance = options_.distance_tolerance;
  if (!has_triangles())
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

}  // namespace

MovingContact first_contact(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                            const FirstContactOptions& options) {
  MovingContact found = FirstContactSearch(a, motion_a, b, motion_b, options).run();
  const bool from_the_beginning = found.verdict == MotionVerdict::contact && found.lower == found.upper;
  if (!options.after_parting || !from_the_beginning) return found;
  FirstContactOptions rest = options;
  rest.after_parting = false;
  const MotionParts parted = contact_intervals(a, motion_a, b, motion_b, rest, {.until_apart = true});
  found.counters += parted.counters;
  if (parted.parts.back().kind != MotionPartKind::apart) return found;
  // Until its end the part is proved clear; at its beginning the models may be as close as the tolerance.
  rest.during.begin = parted.parts.back().end;
  MovingContact next = FirstContactSearch(a, motion_a, b, motion_b, rest).run();
  next.counters += found.counters;
  return next;
}

MovingContact within(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b, double limit,
                     const FirstContactOptions& options) {
  FirstContactOptions close = options;
  close.margin = limit;
  return first_contact(a, motion_a, b, motion_b, close);
}

std::vector<MovingContact> first_contact(std::span<const MovingPair> items, const FirstContactOptions& options) {
  return batch_of<MovingContact>(items.size(), options.threads, [&](std::size_t i) {
    const MovingPair& item = items[i];
    return first_contact(*item.a, item.motion_a, *item.b, item.motion_b, options);
  });
}

}  // namespace abut
