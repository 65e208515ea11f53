#include "query/moving_body.h"

#include "engine/closed_box.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr double outward = 1 + 0x1p-30;

// From slabs to sums takes half extents that are longer by less than 2^-20 of the longest; see closed_box.cpp.
BoxedPoints box_around(const ModelData& model) {
  const ObbPacket& boxes = model.tree.nodes[0].boxes;
  const InnerFrame& frame = model.frame;
  BoxedPoints box;
  box.middle = frame.centre + Vec3{boxes.centre[0][0], boxes.centre[1][0], boxes.centre[2][0]} * frame.unit;
  const double longest = std::max({boxes.half[0][0], boxes.half[1][0], boxes.half[2][0]});
  for (int k = 0; k < 3; ++k)
    box.arms[k] = Vec3{boxes.axes[k][0][0], boxes.axes[k][1][0], boxes.axes[k][2][0]} *
                  ((boxes.half[k][0] + 0x1p-20 * longest) * frame.unit);
  return box;
}

}  // namespace

// Distances of points from the origin of the world, which bound roundings of placed corners: 2^-49 of them covers the
// few that there are.
double MovingBody::error_of(const MotionPiece& piece) const {
  const Vec3 centre = piece.at(std::isfinite(piece.during().begin) ? piece.during().begin : 0) * model_.frame.centre;
  return 2 * (piece.linear_error() * (distance_ + radius_) + piece.shift_error()) +
         0x1p-49 * (length(centre) + distance_ + radius_);
}

// What a piece carries turns about an axis that moves straight, at the speed that it has at first.
double MovingBody::speed_of(const MotionPiece& piece) const {
  if (!std::isfinite(piece.during().begin)) return 0;
  const MotionState state = piece.state(piece.during().begin);
  const Vec3 around = state.velocity_at(state.at * model_.frame.centre) - state.straight;
  return (length(state.straight) + length(around) + length(state.spin) * radius_ +
          piece.defect_rate() * (distance_ + radius_)) *
         1.01;
}

MovingBody::MovingBody(const Model& model, const Motion& motion) : model_(model.data()), motion_(motion.data()) {
  if (model_.tree.nodes.empty()) {
    radius_ = distance_ = 0;
    return;
  }
  radius_ = reach_of(model_.tree.nodes[0].boxes, 0) * model_.frame.unit * 1.002;
  distance_ = length(model_.frame.centre);
  box_ = box_around(model_);
  const auto square = [&](int k) { return dot(box_.arms[k], box_.arms[k]); };
  const double longest = std::max({square(0), square(1), square(2)});
  const double around_longest = std::sqrt(square(0) + square(1) + square(2) - longest);
  is_thin_ = around_longest + length(box_.middle - model_.frame.centre) < 0.25 * radius_;
  if (motion_.curve) {
    error_ = motion_.curve->error(model_.frame.centre, radius_);
    speed_ = motion_.curve->speed(model_.frame.centre, radius_);
  }
  for (const MotionPiece& piece : motion_.pieces)
    error_ = std::max(error_, error_of(piece)), speed_ = std::max(speed_, speed_of(piece));
  if (motion_.is_function()) {
    const Vec3 centre = motion_.function_state(motion_.during.begin).at * model_.frame.centre;
    const double arm = length(model_.frame.centre - motion_.bound.about);
    const double way =
        (motion_.during.end - motion_.during.begin) * (motion_.bound.linear + motion_.bound.angular * arm);
    speed_ = (motion_.bound.linear + motion_.bound.angular * (arm + radius_)) * 1.01;
    error_ = 0x1p-49 * (length(centre) + way + distance_ + radius_);
  }
}

MovingExtent MovingBody::extent(double from, double time, double half) const {
  if (motion_.curve) return motion_.curve->extent(time, half, model_.frame.centre, radius_);
  MovingExtent extent{{}, model_.frame.centre, radius_, error_, is_thin_ ? &box_ : nullptr};
  if (motion_.is_function()) {
    const SpeedBound& bound = motion_.bound;
    extent.state = motion_.function_state(time);
    extent.stray += half * (bound.linear + bound.angular * (length(extent.centre - bound.about) + radius_)) * outward;
    return extent;
  }
  extent.state = motion_.piece_at(from).state(time);
  extent.stray += half * stray_rate(from, extent.state);
  return extent;
}

// What a place is off by, its velocity is off by times the spin; and the spin by less than that. Where models turn
// together for long, nothing else would account for it.
double MovingBody::stray_rate(double from, const MotionState& state) const {
  return (motion_.piece_at(from).defect_rate() * (distance_ + radius_) + 2 * length(state.spin) * error_) * outward;
}

MovingMiddle::MovingMiddle(const MovingBody& a, const MovingBody& b, double begin, double end, double within)
    : margin(within),
      time(begin + (end - begin) / 2),
      half(std::max(end - time, time - begin) * outward),
      of_a(a.extent(begin, time, half)),
      of_b(b.extent(begin, time, half)),
      a_seen(of_a, of_b, half),
      b_seen(of_b, of_a, half),
      relative(relate(a.model().frame, of_a.state.at, b.model().frame, of_b.state.at, within)) {
  // Boxes are carried as by a rotation: where that cannot be, all of them may meet.
  if (!relative.turns) relative.margin = std::numeric_limits<double>::infinity();
}

AtHalfBend::AtHalfBend(const MovingMiddle& middle, const MovingBody& a, const MovingBody& b)
    : a_seen(middle.a_seen), b_seen(middle.b_seen), relative(middle.relative) {
  const Vec3 bend = a_seen.bend_at_centre;
  const double size = length(bend);
  // Where it is less than what is lost beside it, there is nothing to gain.
  if (!(size > 4 * a_seen.rest && std::isfinite(size)) || std::isinf(relative.margin)) return;
  Placement moved = middle.of_a.state.at;
  moved.shift += bend * 0.5;
  // The sum is rounded.
  const double lost = 0x1p-51 * (length(moved.shift) + size);
  relative = relate(a.model().frame, moved, b.model().frame, middle.of_b.state.at, middle.margin);
  swing = bend;
  a_seen.bend_at_centre = {};
  a_seen.rest += lost;
  b_seen.bend_at_centre += bend;
  b_seen.rest += lost;
}

}  // namespace abut
