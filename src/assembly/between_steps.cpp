#include "assembly/between_steps.h"

#include "assembly/clash_finding.h"
#include "math/motion_data.h"
#include <abut/first_contact.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

// The least clearance is proved to within this part of it.
constexpr double least_error = 0x1p-10;

/// How far the curves there and back may be apart: each is as far from its placements as its errors say, and the
/// turns that they begin with differ by less than that.
double error_of(const Motion& motion, const Bounds& own) {
  const double farthest = length(max(abs(own.low), abs(own.high)));
  double error = 0;
  for (const MotionPiece& piece : motion.data().pieces)
    error = std::max(error, piece.linear_error() * farthest + piece.shift_error());
  if (const auto& curve = motion.data().curve) error = curve->error({}, farthest);
  return 4 * error;
}

double gap_of(const PairState& state) { return state.upper; }

}  // namespace

BetweenSteps::BetweenSteps(const PairOnTheWay& pair, const PartPair& parts, const AssemblyMotion& motion,
                           const PartWays& ways, const BetweenLimits& limits)
    : pair_(pair), parts_(parts), motion_(motion), ways_of_parts_(ways), limits_(limits) {
  pair_.once = true;
}

BetweenFound BetweenSteps::search(std::span<const StepState> steps, std::span<const PairWay> ways) {
  steps_ = steps;
  ways_ = ways;
  LeastClearance& least = found_.least;
  least.distance.upper = std::max(pair_.limit, pair_.tolerance);
  for (const StepState& step : steps)
    if (step.state.upper < least.distance.upper) least = {{0, step.state.upper}, motion_.times[step.run.first]};
  add_intervals_of_steps();

  // The closest first: what they prove is soon as little as the others have to.
  std::vector<PairWay> open;
  for (const PairWay& way : ways)
    if (!state_at(way.step).meets && !state_at(way.step + 1).meets) open.push_back(way);
  std::stable_sort(open.begin(), open.end(), [&](const PairWay& x, const PairWay& y) {
    const auto gap = [&](const PairWay& way) {
      return std::min(gap_of(state_at(way.step)), gap_of(state_at(way.step + 1)));
    };
    return gap(x) < gap(y);
  });
  for (const PairWay& way : open)
    if (!stopped()) look_at(way);

  std::sort(found_.intervals.begin(), found_.intervals.end(), [](const ClashInterval& x, const ClashInterval& y) {
    return std::tie(x.begin.upper, x.end.lower) < std::tie(y.begin.upper, y.end.lower);
  });
  if (!found_.intervals.empty())
    least = {{0, 0}, found_.intervals.front().begin.upper};
  else
    least.distance.lower = std::min(proved_, least.distance.upper * (1 - least_error));
  std::sort(found_.undecided.begin(), found_.undecided.end(),
            [](const TimeSpan& x, const TimeSpan& y) { return x.begin < y.begin; });
  return std::move(found_);
}

PairState BetweenSteps::state_at(std::size_t step) const {
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), step,
                                      [](std::size_t s, const StepState& state) { return s < state.run.first; });
  if (after == steps_.begin() || (after - 1)->run.last < step) return {};
  return (after - 1)->state;
}

const PairWay* BetweenSteps::known_way(std::size_t step) const {
  const auto at = std::lower_bound(ways_.begin(), ways_.end(), step,
                                   [](const PairWay& way, std::size_t s) { return way.step < s; });
  return at != ways_.end() && at->step == step && at->is_known ? &*at : nullptr;
}

bool BetweenSteps::stopped() {
  if (pair_.watch.is_over_now()) found_.is_complete = false;
  return !found_.is_complete;
}

void BetweenSteps::take(const Counters& counters) {
  found_.counters += counters;
  pair_.watch.spend(counters);
}

BetweenSteps::Moving BetweenSteps::moving(std::size_t step, Sense sense) const {
  const TimeSpan there{motion_.times[step], motion_.times[step + 1]};
  if (sense == Sense::there)
    return {ways_of_parts_.motion(parts_.a, step), ways_of_parts_.motion(parts_.b, step), there, 0};
  const PlacementPair from = ways_of_parts_.placements(parts_, step + 1), to = ways_of_parts_.placements(parts_, step);
  const TimeSpan back{-there.end, -there.begin};
  const auto reversed = [&](const Placement& begin, const Placement& end) {
    return begin == end ? Motion(begin) : Motion::screw(begin, end, back);
  };
  Moving result{reversed(from.a, to.a), reversed(from.b, to.b), back, 0};
  result.margin = error_of(result.a, pair_.a.bounds) + error_of(result.b, pair_.b.bounds);
  return result;
}

MovingContact BetweenSteps::nearing(const Moving& moving, const FirstContactOptions& options, std::uint64_t tests) {
  FirstContactOptions limited = options;
  limited.margin += moving.margin;
  limited.budget = pair_.watch.at_most(tests).rest();
  const MovingContact contact = first_contact(pair_.a.model(), moving.a, pair_.b.model(), moving.b, limited);
  take(contact.counters);
  return contact;
}

MovingContact BetweenSteps::meeting(std::size_t step, Sense sense) {
  const Moving way = moving(step, sense);
  // Reports show six digits of a time.
  return nearing(way, {.time_tolerance = 1e-8 * (way.time.end - way.time.begin)}, limits_.tests);
}

/// Runs of steps at which the pair meets.
void BetweenSteps::add_intervals_of_steps() {
  for (std::size_t i = 0, next; i < steps_.size() && !stopped(); i = next) {
    next = i + 1;
    if (!steps_[i].state.meets) continue;
    ClashKind kind = *steps_[i].state.kind;
    while (next < steps_.size() && steps_[next].state.meets && steps_[next - 1].run.last + 1 == steps_[next].run.first)
      kind = std::min(kind, *steps_[next++].state.kind);
    found_.intervals.push_back({kind, begin_before(steps_[i].run.first), end_after(steps_[next - 1].run.last)});
  }
}

Bracket BetweenSteps::begin_before(std::size_t step) {
  const double end = motion_.times[step];
  if (step == 0) return {end, end};
  if (!known_way(step - 1)) return {motion_.times[step - 1], end};
  const MovingContact first = meeting(step - 1, Sense::there);
  return {std::min(first.lower, end), std::min(first.upper, end)};
}

Bracket BetweenSteps::end_after(std::size_t step) {
  const double begin = motion_.times[step];
  if (step + 1 == motion_.steps()) return {begin, begin};
  if (!known_way(step)) return {begin, motion_.times[step + 1]};
  const MovingContact last = meeting(step, Sense::back);
  return {std::max(-last.upper, begin), std::max(-last.lower, begin)};
}

MotionVerdict BetweenSteps::stays_beyond(std::size_t step, double margin, double known, std::uint64_t tests) {
  const Moving there = moving(step, Sense::there);
  const MovingContact close = nearing(there,
                                      {.margin = margin,
                                       .distance_tolerance = (known - margin) / 4,
                                       .time_tolerance = (there.time.end - there.time.begin) / 16},
                                      tests);
  if (close.verdict == MotionVerdict::clear) proved_ = std::min(proved_, margin);
  return close.verdict;
}

// A proof that a pair stays almost as far apart as it is costs the more the closer it is to that: fits that slide are
// as close all the time. Once something is wrong with the pair, such a proof is tried shortly, and then a lesser one,
// which costs little more than that it stays apart at all.
void BetweenSteps::look_at(const PairWay& way) {
  if (!way.is_known) {
    proved_ = 0;
    return;
  }
  const double reach = std::max(pair_.limit, pair_.tolerance);
  const double upper = found_.intervals.empty() ? found_.least.distance.upper : 0;
  bool is_closer = false;
  if (upper > 0) {
    const bool is_wrong = upper < reach;
    const MotionVerdict close =
        stays_beyond(way.step, upper * (1 - least_error), upper, is_wrong ? limits_.tests / 32 : limits_.tests);
    if (close == MotionVerdict::clear) return;
    is_closer = close == MotionVerdict::contact;
    if (!is_closer && !is_wrong) leave_undecided(way.step);
    if (!is_closer && stays_beyond(way.step, upper / 4, upper, limits_.tests) == MotionVerdict::clear) return;
  }
  const MovingContact first = meeting(way.step, Sense::there);
  if (first.verdict == MotionVerdict::contact)
    add_interval_between(way.step, first);
  else if (first.verdict == MotionVerdict::undecided)
    leave_undecided(way.step);
  else if (is_closer)
    measure(way.step);
  else
    proved_ = 0;
}

void BetweenSteps::leave_undecided(std::size_t step) {
  proved_ = 0;
  const TimeSpan time{motion_.times[step], motion_.times[step + 1]};
  const bool is_known = !found_.undecided.empty() && found_.undecided.back().begin == time.begin;
  if (!stopped() && !is_known) found_.undecided.push_back(time);
}

void BetweenSteps::add_interval_between(std::size_t step, const MovingContact& first) {
  const double end = motion_.times[step + 1];
  const MovingContact last = meeting(step, Sense::back);
  ClashInterval interval{ClashKind::touch, {first.lower, first.upper}, {first.upper, end}};
  if (last.verdict == MotionVerdict::contact)
    interval.end = {std::max(-last.upper, first.lower), std::max(-last.lower, first.upper)};
  const double from = first.upper, to = std::max(from, interval.end.lower);
  bool meets = false;
  for (const double time : {from + (to - from) / 2, from, to}) {
    const PairState state = look_closely(step, time);
    if (!state.meets) continue;
    meets = true;
    interval.kind = std::min(interval.kind, *state.kind);
  }
  found_.intervals.push_back(interval);
  if (!meets) keep_graze(step, from);
}

void BetweenSteps::measure(std::size_t step) {
  const Moving there = moving(step, Sense::there);
  const MotionClearance clearance =
      least_clearance(pair_.a.model(), there.a, pair_.b.model(), there.b,
                      {.relative_error = least_error / 2, .budget = pair_.watch.at_most(limits_.tests / 8).rest()});
  take(clearance.counters);
  if (clearance.upper < found_.least.distance.upper) {
    found_.least = {{0, clearance.upper}, clearance.time};
    look_closely(step, clearance.time);
  }
  const double upper = found_.least.distance.upper;
  if (clearance.lower >= upper / 4)
    proved_ = std::min(proved_, clearance.lower);
  else if (stays_beyond(step, upper / 4, upper, limits_.tests) != MotionVerdict::clear)
    proved_ = 0;
}

PairState BetweenSteps::look_closely(std::size_t step, double time) {
  const Moving there = moving(step, Sense::there);
  const PlacementPair at{there.a.at(time), there.b.at(time)};
  PairCheck check(pair_);
  const PairState state = check.at(step, at).value_or(PairState{});
  take(check.counters());
  if (state.kind) keep(finding_of(*check.worst(), pair_, at, limits_.triangles), step, time);
  return state;
}

void BetweenSteps::keep_graze(std::size_t step, double time) {
  const Moving there = moving(step, Sense::there);
  ClashFinding finding;
  finding.kind = ClashKind::touch;
  finding.limit = pair_.limit;
  finding.accepted = pair_.accepted();
  finding.gap = distance(pair_.a.model(), there.a.at(time), pair_.b.model(), there.b.at(time));
  take(finding.gap.counters);
  keep(std::move(finding), step, time);
}

void BetweenSteps::keep(ClashFinding finding, std::size_t step, double time) {
  finding.worst_step = step;
  finding.worst_time = time;
  finding.is_between_steps = true;
  if (!found_.worst || severity_of(finding) < severity_of(*found_.worst)) found_.worst = std::move(finding);
}

}  // namespace abut
