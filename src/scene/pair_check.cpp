#include "scene/pair_check.h"

#include "leaf/triangle_distance.h"
#include "query/model_data.h"
#include "scene/placed_box.h"
#include "scene/separable.h"

#include <algorithm>
#include <utility>

namespace abut {

std::optional<PairState> PairCheck::at(std::size_t step, const PlacementPair& at) {
  bool stopped = false;
  std::optional<WorstState> found = state_at(step, at, stopped);
  if (stopped) return std::nullopt;
  if (!found) return PairState{};
  const PairState state{found->kind, found->kind == ClashKind::inside ? 0 : found->gap.upper};
  if (!worst_ || found->severity() < worst_->severity()) worst_ = std::move(found);
  return state;
}

std::optional<WorstState> PairCheck::state_at(std::size_t step, const PlacementPair& at, bool& stopped) {
  const Model &a = pair_.a.model(), &b = pair_.b.model();
  WorstState state;
  state.step = step;
  state.contacts = contacts_at(at, stopped);
  if (stopped) return std::nullopt;
  if (state.contacts.count() > 0) {
    state.kind = touches_only(at, state.contacts) ? ClashKind::touch : ClashKind::clash;
    state.gap.upper = 0;
    // Moves that were not tried to the end say nothing.
    if ((stopped = pair_.touch_tolerance > 0 && this->stopped())) return std::nullopt;
    return state;
  }
  if (const Inner inside = inner(at); inside != Inner::none) {
    state.kind = ClashKind::inside;
    state.a_is_inside = inside == Inner::a;
    state.gap = distance(a, at.a, b, at.b, {.stop = pair_.stop, .cache = &distance_cache_});
    if ((stopped = !state.gap.complete)) return std::nullopt;
    return state;
  }
  const double reach = std::max(pair_.limit, pair_.touch_tolerance);
  if (reach == 0) return std::nullopt;
  // What is `reach` apart may be measured as farther by the rounding.
  state.gap =
      distance(a, at.a, b, at.b, {.known_upper = widened(reach, at), .stop = pair_.stop, .cache = &distance_cache_});
  if ((stopped = !state.gap.complete)) return std::nullopt;
  if (pair_.touch_tolerance > 0 && is_near(at, state.gap, pair_.touch_tolerance, true, stopped))
    state.kind = ClashKind::touch;
  else if (!stopped && is_near(at, state.gap, pair_.limit, false, stopped))
    state.kind = ClashKind::clearance;
  else
    return std::nullopt;
  return state;
}

double PairCheck::widened(double length, const PlacementPair& at) const {
  const Bounds a = placed_box(pair_.a.bounds, at.a), b = placed_box(pair_.b.bounds, at.b);
  const double size = abut::length(a.high - a.low) + abut::length(b.high - b.low);
  return length + 1.25 * DistanceTest::most_width(size, length);
}

bool PairCheck::is_near(const PlacementPair& at, const Distance& gap, double length, bool equal_counts,
                        bool& stopped) const {
  if (equal_counts ? gap.upper <= length : gap.upper < length) return true;
  if (equal_counts ? gap.lower > length : gap.lower >= length) return false;
  const Model &a = pair_.a.model(), &b = pair_.b.model();
  DistanceTest test(a.data().leaf_geometry(), at.a, b.data().leaf_geometry(), at.b);
  bool found = false;
  const CollideSummary searched =
      collide(a, at.a, b, at.b, {.margin = widened(length, at), .stop = pair_.stop}, [&](const Contact& pair) {
        // Equal bounds are the distance itself; otherwise it lies strictly between two neighbouring doubles.
        const PairDistance exact = test.measure_exactly(pair.a, pair.b);
        found = exact.upper <= length && (equal_counts || exact.lower < length);
        return found ? Flow::stop : Flow::go_on;
      });
  stopped = !found && !searched.complete;
  return found;
}

ContactTally PairCheck::contacts_at(const PlacementPair& at, bool& stopped) {
  const Model &a = pair_.a.model(), &b = pair_.b.model();
  ContactTally contacts(a, b, at);
  const auto count = [&](const Contact& contact) {
    contacts.add(contact);
    return cached_ && contacts.is_many() ? Flow::stop : Flow::go_on;
  };
  const CollideSummary summary =
      collide(a, at.a, b, at.b, {.stop = pair_.stop, .cache = cached_ ? &collide_cache_ : nullptr}, count);
  if (cached_ && contacts.is_many()) {
    // What would help to find so many again takes more memory than they do.
    cached_ = false;
    collide_cache_.clear();
    return contacts_at(at, stopped);
  }
  stopped = !summary.complete;
  return contacts;
}

PairCheck::Inner PairCheck::inner(const PlacementPair& at) const {
  if (!may_be_within(placed_box(pair_.a.bounds, at.a), placed_box(pair_.b.bounds, at.b), 0)) return Inner::none;
  if (is_inside(pair_.a, at.a, pair_.b, at.b)) return Inner::a;
  return is_inside(pair_.b, at.b, pair_.a, at.a) ? Inner::b : Inner::none;
}

bool PairCheck::touches_only(const PlacementPair& at, const ContactTally& contacts) const {
  if (pair_.touch_tolerance == 0) return false;
  const Model &a = pair_.a.model(), &b = pair_.b.model();
  const auto is_apart = [&](const Placement& moved) {
    return !stopped() && !touches(a, moved, b, at.b, {.stop = pair_.stop}) && inner({moved, at.b}) == Inner::none;
  };
  return separating_move(a, at.a, b, at.b, contacts.triangles_a(), contacts.triangles_b(), pair_.touch_tolerance,
                         is_apart)
      .has_value();
}

}  // namespace abut
