#include "assembly/pair_check.h"

#include "assembly/common_point.h"
#include "assembly/placed_box.h"
#include "assembly/separable.h"
#include "leaf/triangle_distance.h"
#include "query/inner_ball.h"
#include "query/model_data.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace abut {

std::optional<PairState> PairCheck::at(std::size_t step, const PlacementPair& at) {
  inner_ = {};
  std::optional<WorstState> found = state_at(step, at);
  if (ended_) return std::nullopt;
  PairState state;
  state.a_may_be_inside = inner_.a == Answer::unknown;
  state.b_may_be_inside = inner_.b == Answer::unknown;
  if (!found) return state;
  const bool is_inside = found->kind == ClashKind::inside;
  state.kind = found->kind;
  state.upper = is_inside ? 0 : found->gap.upper;
  state.meets = is_inside || found->contacts.count() > 0;
  if (!worst_ || found->severity() < worst_->severity()) worst_ = std::move(found);
  return state;
}

void PairCheck::take(const Counters& counters, bool is_answered) {
  counters_ += counters;
  pair_.watch.spend(counters);
  ended_ = ended_ || !is_answered;
}

std::optional<WorstState> PairCheck::state_at(std::size_t step, const PlacementPair& at) {
  WorstState state;
  state.step = step;
  state.accepted = pair_.accepted();
  state.contacts = contacts_at(at);
  if (ended_) return std::nullopt;
  if (state.contacts.count() > 0) {
    judge(at, state);
    state.gap.upper = 0;
    if (ended_) return std::nullopt;
    return state;
  }
  inner_ = inner(at);
  if (ended_) return std::nullopt;
  if (inner_.a == Answer::yes || inner_.b == Answer::yes) {
    state.kind = ClashKind::inside;
    state.a_is_inside = inner_.a == Answer::yes;
    state.gap = gap_at(at, std::numeric_limits<double>::infinity());
    if (!ended_) judge_inside(at, state);
    if (ended_) return std::nullopt;
    return state;
  }
  const std::optional<ClashKind> kind = judge_gap(at, state);
  if (ended_ || !kind) return std::nullopt;
  state.kind = *kind;
  return state;
}

std::optional<ClashKind> PairCheck::judge_gap(const PlacementPair& at, WorstState& state) {
  const double reach = std::max(pair_.limit, pair_.tolerance);
  const StrayingPart a = straying_a(at), b = straying_b(at);
  const double farthest = reach + largest_strays(a, b);
  if (farthest == 0) return std::nullopt;
  // What is as far apart may be measured as farther by the rounding.
  state.gap = gap_at(at, widened(farthest, at));
  if (ended_ || !std::isfinite(state.gap.upper)) return std::nullopt;
  const SurfaceGap surfaces = gap_of_surfaces(a, b, state.gap, reach, pair_.watch.rest());
  take(surfaces.counters, surfaces.complete);
  if (ended_) return std::nullopt;
  state.stray = std::max(surfaces.farther, surfaces.lower < reach ? state.gap.upper - surfaces.lower : 0);
  if (-surfaces.lower > state.accepted) {
    state.is_sure = false;
    return ClashKind::perhaps;
  }
  if (pair_.tolerance > 0 && is_near(at, state.gap, pair_.tolerance, true)) return ClashKind::touch;
  const bool is_closer = is_near(at, state.gap, pair_.limit, false);
  if (!is_closer && !(surfaces.lower < pair_.limit)) return std::nullopt;
  state.is_sure = is_closer && (surfaces.farther == 0 || state.gap.upper + surfaces.farther < pair_.limit);
  return ClashKind::clearance;
}

void PairCheck::judge_inside(const PlacementPair& at, WorstState& state) {
  const StrayingPart a = straying_a(at), b = straying_b(at);
  if (state.gap.lower > largest_strays(a, b) + state.accepted || !pair_.a.solid || !pair_.b.solid) return;
  if (largest_strays(a, b) == 0) return;
  WorstState depth;
  depth.accepted = state.accepted;
  judge_depth(at, depth);
  state.stray = depth.stray;
  state.is_sure = depth.kind != ClashKind::perhaps;
}

Distance PairCheck::gap_at(const PlacementPair& at, double known_upper) {
  const Distance gap = distance(pair_.a.model(), at.a, pair_.b.model(), at.b,
                                {.known_upper = known_upper, .budget = pair_.watch.rest(), .cache = &distance_cache_});
  take(gap.counters, gap.complete);
  return gap;
}

double PairCheck::widened(double length, const PlacementPair& at) const {
  const Bounds a = placed_box(pair_.a.bounds, at.a), b = placed_box(pair_.b.bounds, at.b);
  const double size = abut::length(a.high - a.low) + abut::length(b.high - b.low);
  return length + 1.25 * DistanceTest::most_width(size, length);
}

bool PairCheck::is_near(const PlacementPair& at, const Distance& gap, double length, bool equal_counts) {
  if (equal_counts ? gap.upper <= length : gap.upper < length) return true;
  if (equal_counts ? gap.lower > length : gap.lower >= length) return false;
  const Model &a = pair_.a.model(), &b = pair_.b.model();
  DistanceTest test(a.data().leaf_geometry(), at.a, b.data().leaf_geometry(), at.b);
  bool found = false;
  const auto look_at = [&](const Contact& pair) {
    // Equal bounds are the distance itself; otherwise it lies strictly between two neighbouring doubles.
    const PairDistance exact = test.measure_exactly(pair.a, pair.b);
    found = exact.upper <= length && (equal_counts || exact.lower < length);
    return found ? Flow::stop : Flow::go_on;
  };
  const CollideSummary searched =
      collide(a, at.a, b, at.b, {.margin = widened(length, at), .budget = pair_.watch.rest()}, look_at);
  take(searched.counters, found || searched.complete);
  return found;
}

ContactTally PairCheck::contacts_at(const PlacementPair& at) {
  const Model &a = pair_.a.model(), &b = pair_.b.model();
  ContactTally contacts(a, b, at);
  const auto count = [&](const Contact& contact) {
    contacts.add(contact);
    return cached_ && contacts.is_many() ? Flow::stop : Flow::go_on;
  };
  const CollideSummary summary =
      collide(a, at.a, b, at.b, {.budget = pair_.watch.rest(), .cache = cached_ ? &collide_cache_ : nullptr}, count);
  const bool are_too_many = cached_ && contacts.is_many();
  take(summary.counters, are_too_many || summary.complete);
  if (!are_too_many) return contacts;
  // What would help to find so many again takes more memory than they do.
  cached_ = false;
  collide_cache_.clear();
  return contacts_at(at);
}

PairCheck::Inner PairCheck::inner(const PlacementPair& at) {
  Inner found;
  if (!may_be_within(placed_box(pair_.a.bounds, at.a), placed_box(pair_.b.bounds, at.b), 0)) return found;
  const auto is_inside = [&](const Body& x, const Placement& at_x, const Body& y, const Placement& at_y) {
    const Enclosure enclosure = enclosed(x, at_x, y, at_y, pair_.watch.rest());
    // Of open parts it is not asked longer than a while.
    take(enclosure.counters, true);
    ended_ = ended_ || (!enclosure.complete && pair_.watch.is_over_now());
    return enclosure.answer;
  };
  found.a = is_inside(pair_.a, at.a, pair_.b, at.b);
  if (found.a != Answer::yes && !ended_) found.b = is_inside(pair_.b, at.b, pair_.a, at.a);
  return found;
}

ClashKind PairCheck::parted_or(ClashKind otherwise, const PlacementPair& at, const WorstState& state) {
  return state.accepted > 0 && can_be_parted(at, state) ? ClashKind::touch : otherwise;
}

InteriorsMeeting PairCheck::interiors_at(const Solid& a, const Solid& b, const PlacementPair& at,
                                         const ContactTally& contacts) {
  InteriorsMeeting meeting;
  // interiors_meet() prepares a solid when it is first asked about it, which takes longer than all else.
  const CommonPoint common = find_common_point(a, b, at, contacts.some(3), pair_.watch.rest());
  take(common.counters, true);
  meeting.answer = common.is_found ? Answer::yes : Answer::unknown;
  // Copies of triangles upon each other would take minutes.
  if (common.is_found || contacts.is_many()) return meeting;
  meeting = interiors_meet(a, at.a, b, at.b, {.budget = pair_.watch.rest()});
  take(meeting.counters, meeting.complete);
  return meeting;
}

void PairCheck::judge(const PlacementPair& at, WorstState& state) {
  if (!pair_.a.solid || !pair_.b.solid) return judge_open(at, state);
  const InteriorsMeeting meeting = interiors_at(*pair_.a.solid, *pair_.b.solid, at, state.contacts);
  if (ended_) return;
  if (meeting.is_apart() && !meeting.sheets_cross) return judge_touch(at, state);
  const bool strays = pair_.stray_a.kind() != StrayKind::none || pair_.stray_b.kind() != StrayKind::none;
  if (meeting.answer != Answer::unknown && state.accepted == 0 && !strays) {
    state.kind = ClashKind::clash;
    return;
  }
  // Sheets that cross are 0 deep in each other.
  if (meeting.answer == Answer::unknown || meeting.is_apart()) {
    state.kind = parted_or(ClashKind::perhaps, at, state);
    return;
  }
  judge_depth(at, state);
  // What is exactly as deep as is accepted is in no bracket's reach.
  if (state.kind == ClashKind::perhaps && !strays && !ended_) state.kind = parted_or(ClashKind::perhaps, at, state);
}

void PairCheck::judge_open(const PlacementPair& at, WorstState& state) {
  const Solid *a = pair_.a.with_lids(), *b = pair_.b.with_lids();
  // A triangle without area has no inside with any lid, even where it runs through the other part.
  const bool is_told_by_lids = a && b && pair_.a.degenerate + pair_.b.degenerate == 0;
  if (is_told_by_lids) {
    const InteriorsMeeting meeting = interiors_at(*a, *b, at, state.contacts);
    if (ended_) return;
    if (meeting.is_apart() && !meeting.sheets_cross) return judge_touch(at, state);
  }
  state.kind = parted_or(ClashKind::clash, at, state);
}

void PairCheck::judge_touch(const PlacementPair& at, WorstState& state) {
  const PairStray found = depth_within_strays(straying_a(at), straying_b(at), pair_.watch.rest());
  take(found.counters, found.complete);
  state.stray = found.length;
  state.is_sure = found.length <= state.accepted;
  state.kind = state.is_sure ? ClashKind::touch : ClashKind::perhaps;
}

void PairCheck::judge_depth(const PlacementPair& at, WorstState& state) {
  const StrayingPart a = straying_a(at), b = straying_b(at);
  state.kind = ClashKind::perhaps;
  state.is_sure = false;
  // Most are far from what is accepted; the others are measured as well as it takes little time.
  for (const PenetrationOptions& effort : {PenetrationOptions{.relative_error = 0.5, .max_cells = 1 << 8},
                                           PenetrationOptions{.relative_error = 1e-3, .max_cells = 1 << 14}}) {
    PenetrationOptions options = effort;
    options.budget = pair_.watch.rest();
    const Penetration found = penetration(*pair_.a.solid, at.a, *pair_.b.solid, at.b, options);
    take(found.counters, !pair_.watch.is_over_now());
    if (ended_) return;
    PairStray stray = stray_around(a, b, found.deepest, found.depth.upper, pair_.watch.rest());
    take(stray.counters, stray.complete);
    if (!ended_ && subtract_down(found.depth.lower, stray.length) <= state.accepted) cut_tolerance(at, found, state);
    if (!ended_ && add_up(found.depth.upper, stray.length) <= state.accepted) {
      // Elsewhere the triangles may be less deep, and stray farther.
      stray = stray_between(a, b, found.depth.upper, pair_.watch.rest());
      take(stray.counters, stray.complete);
    }
    if (ended_) return;
    state.stray = stray.length;
    if (subtract_down(found.depth.lower, stray.length) > state.accepted) state.kind = ClashKind::clash;
    if (add_up(found.depth.upper, stray.length) <= state.accepted) state.kind = ClashKind::touch;
    state.is_sure = state.kind != ClashKind::perhaps;
    // Whatever the depth is, as long as it is in the bracket, the strays leave it open.
    const bool is_hopeless = subtract_down(found.depth.upper, stray.length) <= state.accepted &&
                             add_up(found.depth.lower, stray.length) > state.accepted;
    if (state.is_sure || is_hopeless) return;
  }
}

void PairCheck::cut_tolerance(const PlacementPair& at, const Penetration& found, WorstState& state) {
  if (state.is_tolerance_cut || !(pair_.tolerance > pair_.allowed)) return;  // the tolerance does not matter
  Spending spending(pair_.watch.rest());
  const PenetrationOptions options;
  double thinnest = std::numeric_limits<double>::infinity();
  const auto look = [&](const Body& body, const Placement& placed, const Vec3& reached) {
    PlacedSolid solid(*body.solid, placed, options, spending);
    for (const Vec3& place : {found.deepest, reached})
      if (const double half = half_thickness(solid, place); half > 0) thinnest = std::min(thinnest, half);
  };
  look(pair_.a, at.a, found.reach_b.point);
  look(pair_.b, at.b, found.reach_a.point);
  take(spending.counters, true);
  if (!(thinnest < pair_.tolerance)) return;
  state.is_tolerance_cut = true;
  state.accepted = std::max(thinnest, pair_.allowed);
}

bool PairCheck::can_be_parted(const PlacementPair& at, const WorstState& state) {
  const Model &a = pair_.a.model(), &b = pair_.b.model();
  const auto is_apart = [&](const Placement& moved) {
    // Moves that are not tried to the end say nothing.
    if (ended_) return false;
    const Contacts first = collide(a, moved, b, at.b, {.max_contacts = 1, .budget = pair_.watch.rest()});
    take(first.counters, first.complete || !first.pairs.empty());
    if (ended_ || !first.pairs.empty()) return false;
    const Inner inside = inner({moved, at.b});
    return !ended_ && inside.a == Answer::no && inside.b == Answer::no;
  };
  return separating_move(a, at.a, b, at.b, state.contacts.triangles_a(), state.contacts.triangles_b(), state.accepted,
                         is_apart)
      .has_value();
}

}  // namespace abut
