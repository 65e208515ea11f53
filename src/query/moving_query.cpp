#include "query/moving_query.h"

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
/// Of more than so many pairs no more are measured when so many stay: the others are left to the filter, in shorter
/// times, as long as their number falls, or they move too far for it to matter.
constexpr std::ptrdiff_t few_triangles = 4;

}  // namespace

MovingQuery::MovingQuery(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
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
  span_ = {std::max({one.begin, other.begin, options.during.begin}),
           std::min({one.end, other.end, options.during.end})};
  if (!(span_.begin <= span_.end)) throw Error("the two motions have no time in common, or none that is asked about.");
  if (!std::isfinite(span_.begin) || !std::isfinite(span_.end))
    throw Error("neither model moves: use touches() or distance().");
  require_margin(options.margin);
  if (options.simd != Simd::best) require_available(options.simd);
  choose_tolerances();
  touching_.max_contacts = 1;
  touching_.margin = options_.margin + options_.distance_tolerance;
  touching_.simd = options.simd;
}

void MovingQuery::choose_tolerances() {
  const auto choose = [](double& given, double automatic, const char* what) {
    if (given == FirstContactOptions::automatic)
      given = automatic;
    else if (!(given >= 0 && given <= largest_input))
      throw Error(std::string(what) + " must be a finite number, 0 or more.");
  };
  const double size = a_.radius() + b_.radius(), unsure = a_.error() + b_.error();
  // Times are doubles, less than 2^-52 of themselves apart: models that are fast pass each other by in between.
  const double latest = std::max(std::abs(span_.begin), std::abs(span_.end));
  const double step = 0x1p-52 * latest * (a_.speed() + b_.speed());
  choose(options_.distance_tolerance, std::max(0x1p-40 * size, 4 * unsure + step), "the distance tolerance");
  choose(options_.time_tolerance, 1e-6 * (span_.end - span_.begin), "the time tolerance");
}

// Cells end at the knots of both motions. The first one is on top.
void MovingQuery::push_cells() {
  knots_ = {span_.begin, span_.end};
  for (const MotionData* motion : {&a_.motion(), &b_.motion()})
    for (const MotionPiece& piece : motion->pieces)
      if (piece.during().begin > span_.begin && piece.during().begin < span_.end)
        knots_.push_back(piece.during().begin);
  std::sort(knots_.begin(), knots_.end());
  // Of models that come close this is seldom enough, but most of growing is done.
  front_.steps.reserve(512), front_.triangles.reserve(64), front_.queue.reserve(512);
  front_.steps.push_back({whole_visit});
  for (std::size_t i = knots_.size() - 1; i > 0; --i)
    if (knots_[i - 1] < knots_[i]) cells_.push_back({knots_[i - 1], knots_[i], {}, mark()});
}

void MovingQuery::forget_after(const FrontMark& to) {
  front_.steps.resize(to.steps);
  front_.triangles.resize(to.triangles);
}

bool MovingQuery::is_over() {
  if (!watch_.is_over(counters_.volume_tests + counters_.triangle_tests)) return false;
  complete_ = false;
  return true;
}

void MovingQuery::divide(const Cell& cell, const MovingMiddle& middle, const FrontMark& from, const FrontMark& to,
                         const std::optional<Expected>& expected) {
  const auto push = [&](double begin, double end, bool is_expected) {
    if (begin < end)
      cells_.push_back({begin, end, from, to, cell.most_tests, false, is_expected, cell.patience, cell.least_part});
  };
  // Until shortly before the time at which the models are expected to touch they are likely proved apart at once.
  const double worthwhile = (cell.end - cell.begin) / 64;
  if (expected && cell.begin + worthwhile < expected->begin && expected->begin < cell.end) {
    push(expected->end, cell.end, false);
    push(expected->begin, std::min(expected->end, cell.end), false);
    push(cell.begin, expected->begin, true);
  } else {
    push(middle.time, cell.end, false);
    push(cell.begin, middle.time, false);
  }
}

namespace {

/// Two trees as they move around the middle of a time.
class TreesInCell {
 public:
  TreesInCell(const MovingMiddle& middle, const MovingBody& a, const MovingBody& b)
      : half_(middle, a, b),
        of_a_(half_.a_seen, half_.swing, middle.of_a.state, middle.of_b.state, a.model().frame.unit,
              b.model().frame.unit),
        of_b_(half_.b_seen, -half_.swing, middle.of_b.state, middle.of_a.state, b.model().frame.unit,
              a.model().frame.unit),
        trees_{{a.model().tree, b.model().tree, half_.relative}, of_a_, of_b_, wild_side()} {}
  TreesInCell(const TreesInCell&) = delete;

  const MovingTrees& trees() const { return trees_; }

 private:
  std::uint32_t wild_side() const {
    constexpr double much = 4;
    const double travel_a = half_.a_seen.most_travel, travel_b = half_.b_seen.most_travel;
    return travel_a > much * travel_b ? 0 : travel_b > much * travel_a ? 1 : 2;
  }

  AtHalfBend half_;
  MovingFrame of_a_, of_b_;
  MovingTrees trees_;
};

}  // namespace

bool MovingQuery::visit(const Cell& cell, const MovingMiddle& middle, std::uint64_t most_tests) {
  forget_after(cell.to);
  const TreesInCell in_cell(middle, a_, b_);
  const Visited visited = visit_moving(in_cell.trees(), options_.simd, most_tests, front_, cell.from, cell.to);
  count(cell, visited);
  return visited.complete;
}

Advanced MovingQuery::advance(const Cell& cell, const MovingMiddle& middle, std::uint64_t most_tests) {
  forget_after(cell.to);
  const TreesInCell in_cell(middle, a_, b_);
  const Advanced advanced = advance_moving(in_cell.trees(), {middle.time, middle.half},
                                           cell.patience != Patience::untried ? infinity : options_.time_tolerance / 4,
                                           options_.simd, most_tests, front_, cell.from, cell.to);
  count(cell, advanced);
  return advanced;
}

void MovingQuery::count(const Cell& cell, const Visited& visited) {
  counters_ += {visited.volume_tests, visited.triangle_tests, 0};
  const std::uint64_t tests = visited.volume_tests + visited.triangle_tests;
  if (cell.from.steps < cell.to.steps)
    usual_tests_ = visited.complete ? std::max(usual_tests_, tests) : usual_tests_ / 2;
}

bool MovingQuery::touch_in(const MovingMiddle& middle, const Cell& cell) {
  std::vector<Contact> found;
  const auto out = [&](const Contact& contact) {
    found.push_back(contact);
    return true;
  };
  const Query query{model_a_, middle.of_a.state.at, model_b_, middle.of_b.state.at, touching_};
  FilteredPairs leaves(query, out);
  const VisitOptions options{options_.simd, VisitOrder::for_a_few, false};
  std::vector<PairStep> steps;
  for (std::size_t i = cell.from.steps; i < cell.to.steps; ++i) {
    PairStep step = front_.steps[i].step;
    const WideTree& opened = step.side == 0 ? b_.model().tree : a_.model().tree;
    for (std::uint32_t lane = 0; lane < ObbPacket::lanes; ++lane)
      if (opened.nodes[step.opened].child[lane].is_empty()) step.lanes &= ~(1u << lane);
    steps.push_back(step);
  }
  const Visited visited = visit_pairs({a_.model().tree, b_.model().tree, middle.relative}, options, leaves, steps);
  counters_ += {visited.volume_tests, visited.triangle_tests, leaves.exact_tests()};
  if (found.empty()) return false;
  touch_ = Touch{middle.time, std::move(found)};
  return true;
}

std::optional<MovingQuery::Expected> MovingQuery::keep_triangles_that_may_meet(const MovingMiddle& middle,
                                                                               const Cell& cell) {
  const auto around = [&](double when, double unsure) {
    const double time = middle.time + middle.half * when, beside = middle.half * unsure + options_.time_tolerance / 4;
    return std::isfinite(when) ? std::optional(Expected{time - beside, time + beside}) : std::nullopt;
  };
  const std::size_t first = cell.to.triangles;
  const auto count = static_cast<std::ptrdiff_t>(front_.triangles.size() - first);
  // What has just come from boxes has been through the filter once.
  const bool is_new = cell.from.steps < cell.to.steps,
             fell = is_new || 2 * count <= static_cast<std::ptrdiff_t>(first - cell.from.triangles);
  // All of them are measured where that may decide.
  const double long_enough = std::max(options_.time_tolerance, 0x1p-30 * (span_.end - span_.begin));
  const bool may_leave_some = count > few_triangles && cell.end - cell.begin > long_enough;
  if (may_leave_some && fell) return around(front_.soonest.when, front_.soonest.around);
  const ModelData &a = a_.model(), &b = b_.model();
  MovingTriangles test(a.leaf_geometry(), middle.of_a.state.at, b.leaf_geometry(), middle.of_b.state.at, middle.a_seen,
                       middle.b_seen, options_.margin);
  double soonest = infinity, unsure = 0;
  const auto begin = front_.triangles.begin() + static_cast<std::ptrdiff_t>(first);
  auto kept = begin;
  for (auto pair = begin; pair != front_.triangles.end(); ++pair) {
    const Contact triangles{a.tree.order[pair->a], b.tree.order[pair->b]};
    const MovingTriangles::Meeting meeting = test.meet(triangles.a, triangles.b);
    if (meeting.upper <= touching_.margin) {
      if (!touches_at(middle.time)) touch_ = Touch{middle.time, {}};
      touch_->pairs.push_back(triangles);
    }
    if (meeting.expected < soonest) soonest = meeting.expected, unsure = meeting.around;
    if (meeting.apart) continue;
    *kept++ = *pair;
    if (may_leave_some && kept - begin == few_triangles) {
      kept = std::move(pair + 1, front_.triangles.end(), kept);
      break;
    }
  }
  front_.triangles.erase(kept, front_.triangles.end());
  counters_.exact_tests += test.exact_tests();
  return around(soonest, unsure);
}

}  // namespace abut
