#include "leaf/moving_triangles.h"
#include "query/batch.h"
#include "query/moving_query.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

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
  using Pairs = std::span<const TimedPlaces>;
  static constexpr std::size_t most_pairs = 8;  // for which it is worthwhile to measure all at the end

  /// Do the models touch at a time, as Motion::at() places them?
  bool touch_at(double time);
  bool is_short(const Cell& cell) const { return cell.end - cell.begin <= options_.time_tolerance; }
  Pairs pairs_after(const FrontMark& from) const { return Pairs(front_.triangles).subspan(from.triangles); }
  /// Do any of the triangles?
  bool triangles_touch_at(double time, const Pairs& pairs);
  /// What can be said of a cell that is too short to divide.
  void look_at_ends_of(const Cell& cell);
  /// Until when all that happens has happened once.
  double end_of_first_round() const;
  void search();
  /// Proves that the cell is clear, or the beginning of it, or divides it.
  void look_at(Cell cell);
  /// The same for a close fit: of all of the cell or nothing, and boxes are opened no farther than they move.
  void look_closely_at(Cell cell);
  void measure(const Cell& cell, const MovingMiddle& middle);
  /// Triangles that alone may meet in a cell, which is clear until a time, are expected to touch at another. Does that
  /// end the search?
  bool ends_at(double expected, double clear, const Cell& cell, const Pairs& pairs);
  /// May any of those that may meet so early do so as doubles have them? No more than the first few are looked at.
  bool any_may_meet(const MovingMiddle& middle, const Pairs& pairs, double before, std::size_t few);
  /// How much of a cell that is clear until `begin` comes next.
  double length_to_cut(const Cell& cell, double begin, const Advanced& advanced) const;
  /// What comes next of a cell that is clear until `begin`.
  void cut(const Cell& cell, double begin, const Advanced& advanced, const FrontMark& to);
  void describe(MovingContact& result) const;

  double lower_ = span_.begin;
  static constexpr double nearly_short = 0.75;  // of the tolerance: a cell is short, however it is rounded
  bool undecided_ = false, is_close_fit_ = false;
  std::optional<Expected> expected_later_;  // after a cell that was clear
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

bool FirstContactSearch::triangles_touch_at(double time, const Pairs& pairs) {
  const ModelData &a = a_.model(), &b = b_.model();
  const Placement at_a = motion_a_.at(time), at_b = motion_b_.at(time);
  DistanceTest test(a.leaf_geometry(), at_a, b.leaf_geometry(), at_b);
  std::vector<Contact> touching;
  for (const TimedPlaces& places : pairs) {
    const Contact pair{a.tree.order[places.a], b.tree.order[places.b]};
    if (test.measure(pair.a, pair.b).upper <= touching_.margin) touching.push_back(pair);
  }
  counters_.exact_tests += test.exact_tests();
  if (touching.empty()) return false;
  touch_ = Touch{time, std::move(touching)};
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

// A model that turns about an axis beside another that stands still is where it was after each turn, up to the errors
// that every proof has room for.
double FirstContactSearch::end_of_first_round() const {
  const std::vector<MotionPiece>&a = a_.motion().pieces, &b = b_.motion().pieces;
  if (a.size() != 1 || b.size() != 1) return span_.end;
  const double of_a = a[0].period(), of_b = b[0].period();
  return of_a == 0 || of_b == 0 ? std::min(span_.begin + (of_a + of_b), span_.end) : span_.end;
}

void FirstContactSearch::search() {
  push_cells();
  const double end_of_round = end_of_first_round();
  if (end_of_round < span_.end) cells_.front().end = end_of_round;
  while (!undecided_ && !cells_.empty()) {
    if (is_over()) return;
    const Cell cell = cells_.back();
    cells_.pop_back();
    // What is left of a time that ends with a contact is short enough: it need not be looked at.
    if (is_short(cell) && touches_at(cell.end)) return;
    is_close_fit_ ? look_closely_at(cell) : look_at(cell);
  }
  if (!undecided_ && !touch_ && lower_ == end_of_round) lower_ = span_.end;
}

// What may meet first is looked for in all of the cell, with bounds that are good if the cell is short: what is then
// known to be clear is left out, and a shorter cell that ends shortly after what may meet comes next.
void FirstContactSearch::look_at(Cell cell) {
  const MovingMiddle middle(a_, b_, cell.begin, cell.end, touching_.margin);
  const bool can_divide = cell.begin < middle.time && middle.time < cell.end;
  if (const std::optional<Expected> later = std::exchange(expected_later_, std::nullopt)) {
    const bool is_inside = cell.begin < later->begin && later->end < cell.end;
    if (is_inside && !is_short(cell)) return divide(cell, middle, cell.from, cell.to, later);
  }
  constexpr std::uint64_t patience = 6000;
  const std::uint64_t most = cell.patience == Patience::patient ? patience : most_tests(cell);
  const Advanced advanced = advance(cell, middle, can_divide ? most : Budget::no_limit);
  const FrontMark from = cell.to, to = mark();
  if (!advanced.complete) cell.most_tests *= 2;
  if (to.steps == from.steps && to.triangles == from.triangles) {
    lower_ = cell.end;
    return;
  }
  if (!can_divide) return to.steps > from.steps ? look_at_ends_of(cell) : measure(cell, middle);
  const double begin = std::clamp(advanced.until, cell.begin, cell.end), little = (cell.end - cell.begin) / 16;
  lower_ = std::max(lower_, begin);
  if (to.steps == from.steps && begin < cell.begin + little) {
    measure(cell, middle);
    return;
  }
  if (cell.patience == Patience::patient && !advanced.complete) cell.patience = Patience::in_vain;
  // Where much is close all the time, time alone is divided.
  constexpr std::uint64_t many_tests = 2400;
  if (!advanced.complete && begin < cell.begin + little && cell.most_tests > many_tests) {
    is_close_fit_ = true;
    return divide(cell, middle, from, to, {});
  }
  if (cell.patience == Patience::untried && advanced.complete && !advanced.by_boxes &&
      (advanced.is_known || advanced.next < cell.begin + little) &&
      !any_may_meet(middle, pairs_after(from), advanced.is_known ? advanced.expected : cell.begin + little, 4)) {
    cells_.push_back(cell);
    cells_.back().from = from, cells_.back().to = to, cells_.back().patience = Patience::patient;
    return;
  }
  cut(cell, begin, advanced, to);
}

void FirstContactSearch::look_closely_at(Cell cell) {
  const MovingMiddle middle(a_, b_, cell.begin, cell.end, touching_.margin);
  const bool can_divide = cell.begin < middle.time && middle.time < cell.end;
  const Cell before{cell.begin, middle.time, cell.from, cell.to, cell.most_tests, true};
  // Where models overlap for long, as many pairs as touch would be looked at.
  if (can_divide && cell.ends_with_touch && cell.to.steps > cell.from.steps && touch_in(middle, cell)) {
    cells_ = {before};
    return;
  }
  if (!visit(cell, middle, can_divide && !cell.ends_with_touch ? most_tests(cell) : Budget::no_limit)) {
    cell.most_tests *= 2;
    if (touch_in(middle, cell))
      cells_ = {before};
    else
      divide(cell, middle, cell.from, cell.to, {});
    return;
  }
  const FrontMark to = mark();
  if (to.steps == cell.to.steps)
    measure(cell, middle);
  else if (can_divide)
    divide(cell, middle, cell.to, to, {});
  else
    look_at_ends_of(cell);
}

/// Looks at a cell in which nothing but triangles may meet, as doubles have them.
void FirstContactSearch::measure(const Cell& cell, const MovingMiddle& middle) {
  const FrontMark from = cell.to;
  const bool can_divide = cell.begin < middle.time && middle.time < cell.end;
  if (is_short(cell) && can_divide && !cell.ends_with_touch && triangles_touch_at(cell.end, pairs_after(from))) {
    cells_ = {{cell.begin, cell.end, from, mark(), cell.most_tests, true}};
    return;
  }
  // A touch within the tolerance counts for nothing where all of the cell is proved to be apart by more than the
  // margin.
  const std::optional<Touch> touch_before = touch_;
  const Pairs before = pairs_after(from);
  std::array<TimedPlaces, most_pairs> kept;
  const Pairs pairs(kept.data(), before.size() > most_pairs || cell.ends_with_touch ? 0 : before.size());
  std::copy_n(before.begin(), pairs.size(), kept.begin());
  const std::optional<Expected> expected = keep_triangles_that_may_meet(middle, cell);
  const FrontMark to = mark();
  const bool is_clear = to.triangles == from.triangles;
  if (is_clear) lower_ = cell.end, touch_ = touch_before, expected_later_ = expected;
  if (expected && (is_clear || !touches_at(middle.time)) &&
      ends_at((expected->begin + expected->end) / 2, is_clear ? cell.end : cell.begin, cell, pairs))
    return;
  if (is_clear) return;
  if (!can_divide)
    touch_ = touch_before, look_at_ends_of(cell);
  else if (touches_at(middle.time))
    cells_ = {{cell.begin, middle.time, from, to, cell.most_tests, true, false, cell.patience}};
  else
    divide(cell, middle, from, to, cell.is_expected ? std::nullopt : expected);
}

// A touch is one whatever it was expected to be. That nothing touches before may need a proof for a part of the cell.
bool FirstContactSearch::ends_at(double expected, double clear, const Cell& cell, const Pairs& pairs) {
  const double tau = options_.time_tolerance, touching = expected + tau / 4;
  const double apart = std::max(clear, touching - nearly_short * tau);
  const bool is_short_and_soon = apart < touching && touching - apart <= tau && apart <= cell.end;
  if (pairs.empty() || !is_short_and_soon || !(touching <= span_.end)) return false;
  const std::optional<Touch> touch_before = touch_;
  if (!triangles_touch_at(touching, pairs)) return false;
  if (clear < apart && any_may_meet({a_, b_, clear, apart, touching_.margin}, pairs, apart, pairs.size())) {
    touch_ = touch_before;
    return false;
  }
  lower_ = apart;
  cells_ = {{apart, touching, cell.from, cell.to, cell.most_tests, true}};
  return true;
}

bool FirstContactSearch::any_may_meet(const MovingMiddle& middle, const Pairs& pairs, double before, std::size_t few) {
  const ModelData &a = a_.model(), &b = b_.model();
  MovingTriangles test(a.leaf_geometry(), middle.of_a.state.at, b.leaf_geometry(), middle.of_b.state.at, middle.a_seen,
                       middle.b_seen, options_.margin);
  for (const TimedPlaces& pair : pairs) {
    if (pair.from > before) continue;
    if (few-- == 0) break;
    if (!test.meet(a.tree.order[pair.a], b.tree.order[pair.b]).apart) return true;
  }
  return false;
}

double FirstContactSearch::length_to_cut(const Cell& cell, double begin, const Advanced& advanced) const {
  const double rest = cell.end - begin, next = std::max(advanced.next, begin), tau = options_.time_tolerance;
  const bool is_little = begin <= cell.begin + (cell.end - cell.begin) / 16;
  // Where that much looking came so far only, shorter cells are better.
  if (!advanced.complete) return std::clamp(3 * (begin - cell.begin), rest / 16, rest / 2);
  const bool expects = cell.patience != Patience::in_vain && advanced.expected < cell.end;
  if (expects && advanced.is_known)
    return std::min(std::max({1.5 * (advanced.expected - begin), nearly_short * tau, cell.least_part * rest}),
                    is_little ? rest / 2 : rest);
  // Well before what comes next: cut there, the part would have it at its end, and nothing would be gained.
  if (is_little && next > begin + rest / 16) return (std::min(next, cell.end) - begin) * (15 / 16.0);
  if (expects) {
    const double least = rest / (!is_little ? 1024 : advanced.by_boxes ? 4 : 64);
    return std::clamp(2.5 * (advanced.expected - begin), std::min(std::max(least, nearly_short * tau), rest / 2),
                      rest / 2);
  }
  return is_little ? rest / 2 : rest;
}

void FirstContactSearch::cut(const Cell& cell, double begin, const Advanced& advanced, const FrontMark& to) {
  const bool is_little = begin <= cell.begin + (cell.end - cell.begin) / 16;
  const double rest = cell.end - begin, length = length_to_cut(cell, begin, advanced);
  const auto push = [&](double from, double until, double least_part) {
    if (from < until)
      cells_.push_back({from, until, cell.to, to, cell.most_tests, cell.ends_with_touch && until == cell.end, false,
                        is_little ? cell.patience : Patience::untried, least_part});
  };
  // What comes later is looked at only if nothing meets before, where it was expected.
  constexpr double longer = 64, longest_least_part = 1 / 64.0;
  const double later_part =
      advanced.is_known ? std::min(longer * cell.least_part, longest_least_part) : cell.least_part;
  constexpr double growth = 4;
  // The sum may be rounded beyond the end of the cell.
  double after = std::min(begin + length, cell.end);
  // Where times are as close as doubles, a cell may not become shorter. Its 16th part is then none, hence "<=" above.
  if (is_little && !(begin < after && after < cell.end)) after = begin + rest / 2;
  const double more = std::min(after + growth * length, cell.end);
  push(more, cell.end, later_part), push(after, more, later_part), push(begin, after, cell.least_part);
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
