#include "support/planned_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace abut {

using Real = long double;
using P = PlannedCurve::Point;

namespace {

P operator+(const P& a, const P& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
P operator-(const P& a, const P& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
P operator*(const P& a, Real s) { return {a.x * s, a.y * s, a.z * s}; }
Real dot(const P& a, const P& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
P cross(const P& a, const P& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Real length(const P& a) { return std::sqrt(dot(a, a)); }
P real(const Vec3& v) { return {v.x, v.y, v.z}; }

struct M {
  std::array<P, 3> rows;

  P operator*(const P& v) const { return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)}; }
  P column(int i) const {
    const auto at = [i](const P& r) { return i == 0 ? r.x : i == 1 ? r.y : r.z; };
    return {at(rows[0]), at(rows[1]), at(rows[2])};
  }
  M transposed() const { return {{column(0), column(1), column(2)}}; }
  M operator*(const M& m) const {
    const M t = m.transposed();
    return {{t * rows[0], t * rows[1], t * rows[2]}};
  }
  M operator*(Real s) const { return {{rows[0] * s, rows[1] * s, rows[2] * s}}; }
  M operator+(const M& m) const { return {{rows[0] + m.rows[0], rows[1] + m.rows[1], rows[2] + m.rows[2]}}; }
};
const M one{{P{1, 0, 0}, P{0, 1, 0}, P{0, 0, 1}}};

M real(const Matrix3& m) { return {{real(m.row(0)), real(m.row(1)), real(m.row(2))}}; }

/// The inverse transposed: the cofactors over the determinant.
M inverse_transposed(const M& m) {
  const P a = cross(m.rows[1], m.rows[2]), b = cross(m.rows[2], m.rows[0]), c = cross(m.rows[0], m.rows[1]);
  return M{{a, b, c}} * (1 / dot(m.rows[0], a));
}

/// The orthonormal factor of the polar decomposition.
M nearest_rotation(const Matrix3& m) {
  M x = real(m);
  for (int i = 0; i < 12; ++i) x = (x + inverse_transposed(x)) * Real(0.5);
  return x;
}

/// v turned about a unit vector, by Rodrigues.
P turned(const P& v, const P& axis, Real angle) {
  const Real s = std::sin(angle), half = std::sin(angle / 2);
  return v + cross(axis, v) * s + cross(axis, cross(axis, v)) * (2 * half * half);
}

/// Axis and angle, from 0 to pi, of a rotation.
void axis_of(const M& r, P& axis, Real& angle) {
  const P odd{r.rows[2].y - r.rows[1].z, r.rows[0].z - r.rows[2].x, r.rows[1].x - r.rows[0].y};
  const Real sine = length(odd) / 2, cosine = (r.rows[0].x + r.rows[1].y + r.rows[2].z - 1) / 2;
  angle = std::atan2(sine, cosine);
  axis = {0, 0, 1};
  if (cosine > -0.5L) {
    if (sine > 0) axis = odd * (1 / (2 * sine));
    return;
  }
  // Near half a turn: the largest column of (R + R') / 2 - cos I is the axis times one of its coordinates.
  const M even = (r + r.transposed()) * Real(0.5) + one * -cosine;
  P best = even.column(0);
  for (int i = 1; i < 3; ++i)
    if (length(even.column(i)) > length(best)) best = even.column(i);
  axis = best * (1 / length(best));
  if (dot(axis, odd) < 0) axis = axis * -1;
}

/// One piece of a curve: x = R(t) D(t) p + o(t).
struct Piece {
  MotionPlan::Kind kind;
  TimeSpan during;
  Placement from, to;
  P by, point, straight_from, straight_to, straight_point, twist;
  P axis{0, 0, 1};
  Real angle = 0, advance = 0;
  M start = one, rest_from = one, rest_to = one;

  Real part(double time) const {
    return kind == MotionPlan::Kind::still ? 0 : (Real(time) - during.begin) / (Real(during.end) - during.begin);
  }

  void turn_between() {
    const M r0 = nearest_rotation(from.linear), r1 = nearest_rotation(to.linear);
    start = r0, rest_from = r0.transposed() * real(from.linear), rest_to = r1.transposed() * real(to.linear);
    axis_of(r1 * r0.transposed(), axis, angle);
  }

  /// The velocity v of the twist (angle axis, v) that carries one origin to the other:
  /// V v = o1 - R o0, V^-1 = I - a/2 [u] + (1 - a/2 cot(a/2)) [u]^2.
  void set_twist() {
    const P way = real(to.shift) - turned(real(from.shift), axis, angle), u1 = cross(axis, way), u2 = cross(axis, u1);
    const Real half = angle / 2;
    const Real beside = half < 1e-5L ? half * half / 3 : 1 - half * std::cos(half) / std::sin(half);
    twist = way - u1 * half + u2 * beside;
  }
  P carried(const P& x, Real t) const {
    const Real a = t * angle, half = std::sin(a / 2);
    P moved = twist * t;
    if (angle > 0) {
      const P u1 = cross(axis, twist), u2 = cross(axis, u1);
      const Real cubic = std::abs(a) < 1e-6L ? a * a * a / 6 : a - std::sin(a);
      moved = moved + u1 * (2 * half * half / angle) + u2 * (cubic / angle);
    }
    return turned(x, axis, a) + moved;
  }

  P place(const P& p, Real t) const {
    using Kind = MotionPlan::Kind;
    switch (kind) {
      case Kind::still:
        return real(from.linear) * p + real(from.shift);
      case Kind::straight:
        return real(from.linear) * p + real(from.shift) + by * t;
      case Kind::about_axis:
        return turned(real(from.linear) * p + real(from.shift) - point, axis, angle * t) + point + axis * (advance * t);
      case Kind::screw:
        return direction(p, t) + carried(real(from.shift), t);
      default:
        return direction(p - straight_point, t) + straight_from * (1 - t) + straight_to * t;
    }
  }
  P direction(const P& v, Real t) const {
    return turned(start * ((rest_from * v) * (1 - t) + (rest_to * v) * t), axis, t * angle);
  }

  Real speed_of(const P& p) const {
    if (kind == MotionPlan::Kind::still) return 0;
    Real most = 0;
    if (kind == MotionPlan::Kind::straight) most = length(by);
    if (kind == MotionPlan::Kind::about_axis) {
      const P arm = real(from.linear) * p + real(from.shift) - point;
      most = std::hypot(angle * length(cross(axis, arm)), advance);
    }
    if (kind == MotionPlan::Kind::screw) {
      // Of the rigid part, at the start, where it is as fast as anywhere; D adds to what is turned and to its change.
      const P x = start * p + real(from.shift);
      most = length(cross(axis, x) * angle + twist) + length(p) * defect_speed();
    }
    if (kind == MotionPlan::Kind::slerp)
      most = length(straight_to - straight_from) + length(p - straight_point) * (angle + defect_speed());
    return most / (Real(during.end) - during.begin) * 1.000001L;
  }
  /// Bounds |d/dt R D - d/dt R| for the part t.
  Real defect_speed() const {
    Real most = 0;
    for (int i = 0; i < 3; ++i)
      for (const M& rest : {rest_from, rest_to}) most = std::max(most, length(rest.rows[i] - one.rows[i]));
    return 2 * most * (angle + 2);
  }
  Real defect() const { return angle == 0 ? 0 : defect_speed() / (2 * (angle + 2)); }
};

Piece piece_between(const MotionPlan& plan, const TimedPlacement& from, const TimedPlacement& to) {
  using Kind = MotionPlan::Kind;
  Piece piece{};
  piece.start = piece.rest_from = piece.rest_to = one;
  piece.axis = {0, 0, 1};
  piece.kind = plan.kind == Kind::through_screws   ? Kind::screw
               : plan.kind == Kind::through_slerps ? Kind::slerp
                                                   : plan.kind;
  piece.during = {from.time, to.time};
  piece.from = from.at, piece.to = to.at;
  piece.by = real(plan.by);
  if (piece.kind == Kind::about_axis) {
    piece.point = real(plan.axis.point);
    const P direction = real(plan.axis.direction);
    piece.axis = direction * (1 / length(direction));
    piece.angle = plan.axis.angle, piece.advance = plan.axis.advance;
  }
  if (piece.kind == Kind::screw || piece.kind == Kind::slerp) piece.turn_between();
  if (piece.kind == Kind::screw) piece.set_twist();
  if (piece.kind == Kind::slerp) {
    piece.straight_point = plan.kind == Kind::slerp ? real(plan.straight_point) : P{0, 0, 0};
    piece.straight_from = real(from.at.linear) * piece.straight_point + real(from.at.shift);
    piece.straight_to = real(to.at.linear) * piece.straight_point + real(to.at.shift);
  }
  return piece;
}

}  // namespace

Motion MotionPlan::motion() const {
  switch (kind) {
    case Kind::still:
      return Motion(places[0].at);
    case Kind::straight:
      return Motion::straight(places[0].at, by, during());
    case Kind::about_axis:
      return Motion::screw(places[0].at, axis, during());
    case Kind::screw:
      return Motion::screw(places[0].at, places[1].at, during());
    case Kind::slerp:
      return Motion::slerp(places[0].at, places[1].at, straight_point, during());
    case Kind::through_screws:
      return Motion::through(places, Way::screw);
    default:
      return Motion::through(places, Way::slerp);
  }
}

TimeSpan MotionPlan::during() const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return kind == Kind::still ? TimeSpan{-infinity, infinity} : TimeSpan{places.front().time, places.back().time};
}

struct PlannedCurve::Pieces {
  std::vector<Piece> pieces;
  std::vector<P> points;
  Real error = 0;
};

// Numbers of the size of all lengths that come together lose 2^-58 of them. The library straightens a placement by two
// steps that each square the defect, so that its rotation is the nearest one up to the fourth power: 4 of it are
// allowed.
PlannedCurve::PlannedCurve(const PlannedBody& body) : pieces_(std::make_unique<Pieces>()) {
  const std::vector<TimedPlacement>& places = body.plan.places;
  for (std::size_t i = 0; i + 1 < places.size() || i == 0; ++i)
    pieces_->pieces.push_back(piece_between(body.plan, places[i], places[std::min(i + 1, places.size() - 1)]));
  Real size = 0, reach = 0;
  for (const Vec3& point : body.mesh.points) {
    pieces_->points.push_back(real(point));
    reach = std::max(reach, length(real(point)));
  }
  for (const Piece& piece : pieces_->pieces) {
    size = std::max(size, reach + length(real(piece.from.shift)) + length(real(piece.to.shift)) + length(piece.by) +
                              length(piece.point) + length(piece.straight_point) + std::abs(piece.advance));
    const Real defect = piece.defect(), fourth = defect * defect * defect * defect;
    pieces_->error = std::max(pieces_->error, size * (0x1p-56L * (1 + std::abs(piece.angle)) + 4 * fourth));
  }
}
PlannedCurve::~PlannedCurve() = default;
PlannedCurve::PlannedCurve(PlannedCurve&&) noexcept = default;

long double PlannedCurve::error() const { return pieces_->error; }

void PlannedCurve::place(double time, std::vector<Point>& points) const {
  const Piece* at = &pieces_->pieces.front();
  for (const Piece& piece : pieces_->pieces)
    if (piece.during.begin <= time) at = &piece;
  const Real part = at->part(time);
  points.resize(pieces_->points.size());
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = at->place(pieces_->points[i], part);
}

long double PlannedCurve::most_speed(const TimeSpan& span) const {
  Real most = 0;
  for (const Piece& piece : pieces_->pieces)
    if (piece.during.begin <= span.end && span.begin <= piece.during.end)
      for (const P& point : pieces_->points) most = std::max(most, piece.speed_of(point));
  return most;
}

}  // namespace abut
