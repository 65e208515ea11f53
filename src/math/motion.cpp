#include "math/motion_data.h"
#include "math/rounding.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace abut {

const MotionPiece& MotionData::piece_at(double time) const {
  const auto after = std::upper_bound(pieces.begin(), pieces.end(), time,
                                      [](double t, const MotionPiece& piece) { return t < piece.during().begin; });
  return after == pieces.begin() ? *after : *(after - 1);
}

MotionState MotionData::function_state(double time) const {
  const Placement at = function(time);
  const MotionPiece standing = MotionPiece::still(at);
  return standing.state(time);
}

namespace {

detail::Shared<MotionData> data_of(const MotionPiece& piece) {
  auto* data = new MotionData;
  detail::Shared<MotionData> shared(data);
  data->during = piece.during();
  data->pieces.push_back(piece);
  return shared;
}

}  // namespace

Motion::Motion(detail::Shared<MotionData> data) : data_(std::move(data)) {}
Motion::Motion(const Placement& at) : data_(data_of(MotionPiece::still(at))) {}

Motion Motion::straight(const Placement& from, const Vec3& by, const TimeSpan& during) {
  return Motion(data_of(MotionPiece::straight(from, by, during)));
}
Motion Motion::screw(const Placement& from, const Placement& to, const TimeSpan& during) {
  return Motion(data_of(MotionPiece::screw(from, to, during)));
}
Motion Motion::screw(const Placement& from, const Screw& by, const TimeSpan& during) {
  return Motion(data_of(MotionPiece::screw(from, by, during)));
}
Motion Motion::slerp(const Placement& from, const Placement& to, const Vec3& straight_point, const TimeSpan& during) {
  return Motion(data_of(MotionPiece::slerp(from, to, straight_point, during)));
}

Motion Motion::through(std::span<const TimedPlacement> placements, Way way) {
  if (placements.size() < 2) throw Error("a motion passes through at least two placements.");
  auto* data = new MotionData;
  detail::Shared<MotionData> shared(data);
  data->during = {placements.front().time, placements.back().time};
  for (std::size_t i = 1; i < placements.size(); ++i) {
    const TimedPlacement &from = placements[i - 1], &to = placements[i];
    const TimeSpan during{from.time, to.time};
    data->pieces.push_back(way == Way::screw ? MotionPiece::screw(from.at, to.at, during)
                                             : MotionPiece::slerp(from.at, to.at, {}, during));
  }
  return Motion(std::move(shared));
}

Motion Motion::of(Function<Placement(double)> function, const SpeedBound& bound, const TimeSpan& during) {
  if (!function) throw Error("a motion needs a function of time.");
  if (!(bound.linear >= 0 && bound.angular >= 0 && std::isfinite(bound.linear) && std::isfinite(bound.angular) &&
        is_finite(bound.about)))
    throw Error("a motion's speed bounds must be finite and not negative.");
  if (!(during.begin < during.end && std::isfinite(during.begin) && std::isfinite(during.end)))
    throw Error("a motion must end after it begins, at a finite time.");
  auto* data = new MotionData;
  detail::Shared<MotionData> shared(data);
  data->during = during;
  data->function = std::move(function);
  data->bound = bound;
  return Motion(std::move(shared));
}

Motion motion_on(std::unique_ptr<const MotionCurve> curve) {
  auto* data = new MotionData;
  detail::Shared<MotionData> shared(data);
  data->during = {0, 1};
  data->curve = std::move(curve);
  return Motion(std::move(shared));
}

TimeSpan Motion::during() const { return data_->during; }

Placement Motion::at(double time) const {
  const MotionData& data = *data_;
  if (!(data.during.begin <= time && time <= data.during.end))
    throw Error("a motion was asked for a time before it begins or after it ends.");
  if (data.curve) return data.curve->at(time);
  return data.is_function() ? data.function_state(time).at : data.piece_at(time).at(time);
}

namespace {

// Entries of the curve within `half` of the middle time change by no more than the speed of the axes' ends, |spin|, and
// of the origin; D adds defect_rate.
void include(PlacementRange& range, const Placement& middle, double linear, double shift) {
  for (int i = 0; i < 9; ++i) {
    range.low.linear.entries[i] =
        std::min(range.low.linear.entries[i], subtract_down(middle.linear.entries[i], linear));
    range.high.linear.entries[i] = std::max(range.high.linear.entries[i], add_up(middle.linear.entries[i], linear));
  }
  for (int i = 0; i < 3; ++i) {
    range.low.shift[i] = std::min(range.low.shift[i], subtract_down(middle.shift[i], shift));
    range.high.shift[i] = std::max(range.high.shift[i], add_up(middle.shift[i], shift));
  }
}

constexpr double outward = 1 + 0x1p-20;

void include(PlacementRange& range, const MotionPiece& piece, double from, double to) {
  if (!std::isfinite(piece.during().begin)) return include(range, piece.at(from), 0, 0);
  const double middle = from + (to - from) / 2, half = std::max(to - middle, middle - from) * outward;
  const MotionState state = piece.state(middle);
  const double turn = length(state.spin) * 1.002 + piece.defect_rate();
  // A screw's origin is always as fast; that of a slerp is carried about the point that moves straight.
  const double speed = length(state.straight) + length(state.velocity_at(state.at.shift) - state.straight) * 1.002 +
                       piece.defect_rate() * length(state.at.shift - state.point) * 1.002;
  include(range, state.at, (half * turn + 2 * piece.linear_error()) * outward,
          (half * speed + 2 * piece.shift_error()) * outward);
}

}  // namespace

PlacementRange Motion::enclosure(double from, double to) const {
  const MotionData& data = *data_;
  if (!(data.during.begin <= from && from <= to && to <= data.during.end))
    throw Error("a motion was asked for times before it begins or after it ends, or in the wrong order.");
  if (data.curve) return data.curve->enclosure(from, to);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  PlacementRange range;
  for (double& entry : range.low.linear.entries) entry = infinity;
  for (double& entry : range.high.linear.entries) entry = -infinity;
  range.low.shift = {infinity, infinity, infinity};
  range.high.shift = -range.low.shift;
  if (data.is_function()) {
    const double middle = from + (to - from) / 2, half = std::max(to - middle, middle - from) * outward;
    const Placement at = data.function_state(middle).at;
    // The images of the origin and of the ends of the axes.
    const double origin = half * (data.bound.linear + data.bound.angular * length(data.bound.about)) * outward;
    const double ends = half * (data.bound.linear + data.bound.angular * (length(data.bound.about) + 1)) * outward;
    include(range, at, origin + ends, origin);
    return range;
  }
  for (const MotionPiece& piece : data.pieces)
    if (piece.during().end >= from && piece.during().begin <= to)
      include(range, piece, std::max(from, piece.during().begin), std::min(to, piece.during().end));
  return range;
}

}  // namespace abut
