#include "query/batch.h"
#include "query/moving_body.h"
#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/interiors.h>
#include <abut/moving_solids.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

class MovingSolidSearch {
 public:
  MovingSolidSearch(const MovingSolids& pair, const FirstContactOptions& options)
      : solid_a_(*pair.a), solid_b_(*pair.b), motion_a_(pair.motion_a), motion_b_(pair.motion_b), options_(options) {
    options_.after_parting = false;
    const TimeSpan one = motion_a_.during(), other = motion_b_.during();
    time_ = {std::max({one.begin, other.begin, options.during.begin}),
             std::min({one.end, other.end, options.during.end})};
  }

  MovingContact run(bool after_parting);

 private:
  /// Of the surfaces.
  MovingContact of_surfaces(const TimeSpan& during) const {
    FirstContactOptions asked = options_;
    asked.during = during;
    return first_contact(solid_a_.model(), motion_a_, solid_b_.model(), motion_b_, asked);
  }
  /// For a time at which the surfaces do not touch: is one solid inside the other?
  Answer inside_at(double time) {
    const InteriorsMeeting meeting = interiors_meet(solid_a_, motion_a_.at(time), solid_b_, motion_b_.at(time),
                                                    {.budget = options_.budget, .simd = options_.simd});
    counters_ += meeting.counters;
    complete_ = complete_ && meeting.complete;
    return meeting.answer;
  }
  MovingContact contact_at_begin(MovingContact found);
  MovingContact next_contact(const MovingContact& at_begin);

  const Solid &solid_a_, &solid_b_;
  const Motion &motion_a_, &motion_b_;
  FirstContactOptions options_;
  TimeSpan time_;
  Counters counters_;  // of all searches but the last
  bool complete_ = true;
};

Feature feature_of(const std::array<double, 3>& weights) {
  return static_cast<Feature>(std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0; }) - 1);
}

/// Of solids in each other.
MovingContact MovingSolidSearch::contact_at_begin(MovingContact found) {
  const double time = time_.begin;
  DistanceOptions exact;
  exact.simd = options_.simd;
  const Distance gap = distance(solid_a_.model(), motion_a_.at(time), solid_b_.model(), motion_b_.at(time), exact);
  counters_ += gap.counters;
  found.verdict = MotionVerdict::contact;
  found.lower = found.upper = time;
  found.triangle_a = gap.triangle_a, found.triangle_b = gap.triangle_b;
  found.point_a = gap.point_a, found.point_b = gap.point_b;
  found.distance = gap.upper;
  found.feature_a = feature_of(gap.weights_a), found.feature_b = feature_of(gap.weights_b);
  const MovingExtent of_a = MovingBody(solid_a_.model(), motion_a_).extent(time, time, 0),
                     of_b = MovingBody(solid_b_.model(), motion_b_).extent(time, time, 0);
  found.velocity = of_a.state.velocity_at(gap.point_a) - of_b.state.velocity_at(gap.point_a);
  return found;
}

// While the surfaces are proved apart, each piece of the one stays inside the other, or outside: one look is enough.
MovingContact MovingSolidSearch::next_contact(const MovingContact& at_begin) {
  counters_ += at_begin.counters;
  MovingContact none = at_begin;
  none.counters = {};
  FirstContactOptions rest = options_;
  for (rest.during = time_; rest.during.begin < time_.end;) {
    const MotionParts parted =
        contact_intervals(solid_a_.model(), motion_a_, solid_b_.model(), motion_b_, rest, {.until_apart = true});
    counters_ += parted.counters;
    complete_ = complete_ && parted.complete;
    const MotionPart& last = parted.parts.back();
    if (last.kind != MotionPartKind::apart) return none;
    const Answer inside = inside_at(last.begin + (last.end - last.begin) / 2);
    if (inside == Answer::no) return of_surfaces({last.end, time_.end});
    if (inside == Answer::unknown) return none;
    rest.during.begin = last.end;
  }
  return none;
}

MovingContact MovingSolidSearch::run(bool after_parting) {
  MovingContact found = of_surfaces(std::isfinite(time_.begin) ? TimeSpan{time_.begin, time_.begin} : time_);
  counters_ = found.counters;
  found.counters = {};
  if (found.verdict == MotionVerdict::clear) {
    const Answer inside = inside_at(time_.begin);
    if (inside == Answer::yes)
      found = contact_at_begin(found);
    else if (inside == Answer::unknown)
      found.verdict = MotionVerdict::undecided, found.lower = time_.begin;
    else
      found = of_surfaces(time_);
  } else if (found.verdict == MotionVerdict::contact) {
    found = of_surfaces(time_);
  }
  const bool is_at_begin = found.verdict == MotionVerdict::contact && found.upper == time_.begin;
  if (is_at_begin && after_parting) found = next_contact(found);
  found.counters += counters_;
  found.complete = found.complete && complete_;
  return found;
}

}  // namespace

MovingContact first_contact(const Solid& a, const Motion& motion_a, const Solid& b, const Motion& motion_b,
                            const FirstContactOptions& options) {
  return MovingSolidSearch({&a, &b, motion_a, motion_b}, options).run(options.after_parting);
}

MovingContact within(const Solid& a, const Motion& motion_a, const Solid& b, const Motion& motion_b, double limit,
                     const FirstContactOptions& options) {
  FirstContactOptions close = options;
  close.margin = limit;
  return first_contact(a, motion_a, b, motion_b, close);
}

std::vector<MovingContact> first_contact(std::span<const MovingSolids> items, const FirstContactOptions& options) {
  return batch_of<MovingContact>(items.size(), options.threads, [&](std::size_t i) {
    const MovingSolids& item = items[i];
    return first_contact(*item.a, item.motion_a, *item.b, item.motion_b, options);
  });
}

}  // namespace abut
