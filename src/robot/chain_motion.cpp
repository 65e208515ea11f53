#include "robot/chain_motion.h"

#include "math/motion_piece.h"
#include "math/rounding.h"
#include "math/sine.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

// What rounding takes from bounds, which are sums and products of a few numbers for each step, and what the defects of
// rotations that are rigid, 2^-40 each, add to lengths.
constexpr double outward = 1 + 0x1p-20;

Matrix3 rotation_about(const Vec3& u, double angle) {
  const auto [sine, cosine] = sine_and_cosine(angle);
  const double rest = 1 - cosine;
  const Vec3 s = u * sine, r = u * rest;
  return Matrix3{{cosine + u.x * r.x, u.x * r.y - s.z, u.x * r.z + s.y,  //
                  u.y * r.x + s.z, cosine + u.y * r.y, u.y * r.z - s.x,  //
                  u.z * r.x - s.y, u.z * r.y + s.x, cosine + u.z * r.z}};
}

/// A vector in a frame that moves, and its first derivatives over time there.
template <int count>
struct Changing {
  Vec3 v[count];

  /// The same seen in the frame in which the moving one turns about u by `rate`, along the axes that it has now: a
  /// derivative there is L = d/dt + rate u x.
  void turn(const Vec3& u, double rate) {
    const Vec3 w = u * rate;
    const auto x = [&w](const Vec3& of) { return cross(w, of); };
    const Vec3 x0 = x(v[0]), x1 = x(v[1]), xx0 = x(x0);
    if constexpr (count > 3) v[3] = v[3] + x(v[2]) * 3 + x(x1) * 3 + x(xx0);
    v[2] = v[2] + x1 * 2 + xx0;
    v[1] = v[1] + x0;
  }
  void carry(const Matrix3& by) {
    for (Vec3& each : v) each = by * each;
  }
};

}  // namespace

/// Everything about one time.
struct ChainMotion::Carried {
  Placement at;        // without the base
  Changing<4> centre;  // of the model, and how it moves
  Changing<3> spin;    // of the model
  double fourth;       // bounds the fourth derivative of the centre's place over all of the time that is looked at
};

// Errors, u = 2^-53. A step's rotation is off by 2^-48: its sine and cosine by 2^-51, its axis by 10u, sums of three
// products by 4u each; its number, of the sizes that it has at the ends, by 3u of those; a product of matrices by 9u,
// an image of a point by 4u of the lengths. 2^-45 and 2^-50 of the ends cover that twice over. Lengths add up.
ChainMotion::ChainMotion(const Placement& base, std::span<const ChainStep> steps, const Placement& tail)
    : base_(base), tail_(tail) {
  if (!(base == Placement{})) {
    const MotionState standing = MotionPiece::still(base).state(0);
    base_turn_ = standing.turn;
    base_defect_ = standing.defect;
    if (determinant(standing.turn) < 0) mirror_ = -1;
  }
  joints_.reserve(steps.size());
  for (const ChainStep& step : steps) add(step);
  const double end = length(tail.shift);
  reach_ += end;
  defect_ += base_defect_;
  // What moves is the image under the tail: the tail's own defect is one of the model's shape alone.
  if (!is_rigid(tail)) {
    const MotionState ending = MotionPiece::still(tail).state(0);
    tail_defect_ = ending.defect;
    tail_rest_ = inverse(tail.linear) * ending.turn;
  }
  linear_error_ += 0x1p-44;
  double farthest = end;
  for (std::size_t i = joints_.size(); i-- > 0;) {
    Joint& joint = joints_[i];
    joint.farthest = farthest * outward;
    farthest += length(joint.before.shift) + (joint.turns ? 0 : std::max(std::abs(joint.from), std::abs(joint.to)));
  }
  reach_ *= 1.002;
  shift_error_ = linear_error_ * (reach_ + length(base.shift)) * outward;
}

void ChainMotion::add(const ChainStep& step) {
  const double ends = std::abs(step.from) + std::abs(step.to);
  if (step.turns && !(std::abs(step.from) <= largest_angle && std::abs(step.to) <= largest_angle))
    throw Error("the angle of a joint must be a number of at most 2^20.");
  const double rate = step.to - step.from;
  joints_.push_back({step, rate, turns_, 0});
  (step.turns ? turns_ : slides_) += std::abs(rate);
  reach_ += length(step.before.shift) + (step.turns ? 0 : ends);
  defect_ += rigidity_defect(step.before.linear);
  linear_error_ += 0x1p-45 + (step.turns ? 0x1p-50 * ends : 0);
}

double value_at(const ChainStep& step, double time) {
  return time == 1 ? step.to : step.from + (step.to - step.from) * time;
}

Placement place_on(const ChainStep& step, double time) {
  const double value = value_at(step, time);
  if (step.turns) return {step.before.linear * rotation_about(step.axis, value), step.before.shift};
  return {step.before.linear, step.before.shift + step.before.linear * (step.axis * value)};
}

Placement ChainMotion::at(double time) const {
  Placement at = base_;
  for (const Joint& joint : joints_) {
    const double value = value_at(joint, time);
    at = at * joint.before;
    if (joint.turns)
      at.linear = at.linear * rotation_about(joint.axis, value);
    else
      at.shift += at.linear * (joint.axis * value);
  }
  return at * tail_;
}

// From the model to the base. Let a point be y(t) in the frame that joint m moves. Before the joint it is F R(t) y(t),
// or F (y(t) + s(t) u), and derivatives there are as Changing says.
//
// The k-th derivative of a point's place. Written as a product of matrices, each joint's factor is differentiated some
// number of times: a sum over k-tuples of joints, of which a term with the last joint m is a product of rotations and
// of cross products with unit axes, times all rates of the tuple, of the arm from m's axis to the point. A joint that
// slides moves by a vector: it can only be the last of its term, once, and its arm is its axis. With S_m the |rates| of
// the joints that turn up to m, together, and P_m the longest arm that the point has from m's axis,
//   |x^(k)| <= sum over turns (S_m^k - S_(m-1)^k) P_m + sum over slides k S_(m-1)^(k-1) |rate_m|.
// An arm changes by what the joints after m move, and these by no more than rate times arm: from the model to the base,
// P_m = arm in the middle + half * sum over j > m of (|rate_j| P_j, or |rate_j| of slides).
ChainMotion::Carried ChainMotion::carry(double time, double half, const Vec3& centre) const {
  Carried carried{tail_, {{tail_ * centre, {}, {}, {}}}, {}, 0};
  const double from_frame = length(centre);
  double speed_after = 0;
  for (std::size_t i = joints_.size(); i-- > 0;) {
    const Joint& joint = joints_[i];
    const double value = value_at(joint, time), size = std::abs(joint.rate), before = joint.turns_before;
    if (joint.turns) {
      const double now = length(cross(joint.axis, carried.centre.v[0]));
      const double arm = std::min(now + half * speed_after, joint.farthest + from_frame), all = before + size;
      speed_after += size * arm;
      // The difference of the fourth powers, without cancellation.
      carried.fourth += size * (all + before) * (all * all + before * before) * arm;
      carried.centre.turn(joint.axis, joint.rate);
      carried.spin.v[0] += joint.axis * joint.rate;
      carried.spin.turn(joint.axis, joint.rate);
      const Matrix3 turned = joint.before.linear * rotation_about(joint.axis, value);
      carried.centre.carry(turned);
      carried.spin.carry(turned);
      carried.at = Placement{turned, {}} * carried.at;
    } else {
      speed_after += size;
      carried.fourth += 4 * before * before * before * size;
      carried.centre.v[0] += joint.axis * value;
      carried.centre.v[1] += joint.axis * joint.rate;
      carried.at.shift += joint.axis * value;
      carried.centre.carry(joint.before.linear);
      carried.spin.carry(joint.before.linear);
      carried.at = Placement{joint.before.linear, {}} * carried.at;
    }
    carried.centre.v[0] += joint.before.shift;
    carried.at.shift += joint.before.shift;
  }
  return carried;
}

// The state's rigid motion has the chain's place and velocity in the middle, and turns evenly with the spin W that the
// chain has there. About a centre that is at c, with velocity v, acceleration a and jerk j, it is accelerated by
// W x (v - straight), and then by W x of that and so on. With straight = v + W x a / |W|^2 the first is a without its
// part along W. The state's lift and change of spin make up for the rest of the second derivatives. For the way d from
// the centre, |d| <= r, the chain's second and third derivatives are
//   A x d + W x (W x d),   B x d + 2 A x (W x d) + W x (A x d) + W x (W x (W x d)),   A, B derivatives of W,
// and its fourth is below S^4 r, with S all |rates| together. By Taylor, with h the half, the chain and the state's
// motion are no farther apart than
//   h^3/6 ((|B| + 3 |A||W|) r + |j - j'|) + h^4/24 (fourths of both).
// Base and joints turn up to their defects, 1 + E with |E| half of them: M(u x d) and Mu x Md differ by 5 |E| |d|,
// which all derivatives are off by, as parts of S, S^2 and S^3 times the lengths at hand. Derivatives of what rounding
// has put off by e are off by as many S times e; slides by the error of their directions. A base stretches by less
// than 1.002.
MovingExtent ChainMotion::extent(double time, double half, const Vec3& centre, double radius) const {
  const Carried carried = carry(time, half, centre);
  const auto& [c, v, a, j] = carried.centre.v;
  const auto& [w, w1, w2] = carried.spin.v;
  const double spin = length(w), change = length(w1);
  const bool turns = spin > 0x1p-20 * turns_;
  const Vec3 straight = turns ? v + cross(w, a) * (1 / (spin * spin)) : v, around = v - straight;
  const Vec3 turned_once = cross(w, around), turned_twice = cross(w, turned_once);
  const double third = (length(w2) + 3 * change * spin) * radius + length(j - turned_twice),
               fourth = carried.fourth + turns_ * turns_ * turns_ * turns_ * radius +
                        spin * spin * spin * (length(around) + spin * radius);
  const double h = half, turn = h * turns_, turns_off = turn * (1 + turn * (1 + turn)), off = error(centre, radius);
  const double apart = h * h * h / 6 * (third + h / 4 * fourth),
               by_defects = 6 * defect_ * (turns_off * (reach_ + length(centre) + radius) + h * slides_ * (1 + turn)),
               by_rounding = off * (1 + 2 * turns_off) + 2 * h * slides_ * linear_error_ * (1 + turn);
  MovingExtent extent{{}, centre, radius, ((apart + by_defects) * 1.005 + by_rounding) * outward};
  MotionState& state = extent.state;
  state.at = base_ * carried.at;
  state.turn = base_turn_ * (tail_defect_ > 0 ? carried.at.linear * tail_rest_ : carried.at.linear);
  state.defect = tail_defect_ + 3 * defect_ + 0x1p-38;
  state.spin = base_turn_ * w * mirror_;
  state.point = base_ * c;
  state.velocity = base_.linear * v;
  state.straight = base_.linear * straight;
  state.lift = base_.linear * (a - turned_once);
  state.spin_change = base_turn_ * w1 * mirror_;
  return extent;
}

double ChainMotion::error(const Vec3& centre, double radius) const {
  const double distance = length(centre);
  return 2 * (linear_error_ * (distance + radius) + shift_error_) * outward +
         0x1p-49 * (reach_ + length(base_.shift) + distance + radius);
}

double ChainMotion::speed(const Vec3& centre, double radius) const {
  const double from_frame = length(centre) + radius;
  double speed = 0;
  for (const Joint& joint : joints_) speed += std::abs(joint.rate) * (joint.turns ? joint.farthest + from_frame : 1);
  return speed * 1.01;
}

PlacementRange ChainMotion::enclosure(double from, double to) const {
  const double middle = from + (to - from) / 2, half = std::max(to - middle, middle - from) * outward;
  const Placement at = this->at(middle);
  const double linear = (half * turns_ * 1.002 + 2 * linear_error_) * outward,
               shift = (half * speed({}, 0) + 2 * shift_error_) * outward;
  PlacementRange range;
  for (int i = 0; i < 9; ++i) {
    range.low.linear.entries[i] = subtract_down(at.linear.entries[i], linear);
    range.high.linear.entries[i] = add_up(at.linear.entries[i], linear);
  }
  for (int i = 0; i < 3; ++i) {
    range.low.shift[i] = subtract_down(at.shift[i], shift);
    range.high.shift[i] = add_up(at.shift[i], shift);
  }
  return range;
}

}  // namespace abut
