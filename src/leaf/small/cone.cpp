#include "leaf/small/cone.h"

namespace abut::small {

using Number = SeenCone::Number;
using Vector = SeenCone::Vector;

SeenCone::SeenCone(const RoundedCone& cone)
    : axis_(cone.axis),
      axis_length_(root(dot(axis_, axis_))),
      cosine_(cone.cosine),
      sine_(root(Number(1.0) - Number(cone.cosine) * Number(cone.cosine))),
      range_(cone.range) {}

// The cross product keeps its digits where the angle is small.
Number SeenCone::inwards(const Vector& x) const {
  const Vector across = cross(x, axis_);
  return sine_ * dot(x, axis_) - cosine_ * root(dot(across, across));
}

bool SeenCone::may_contain(const Vector& x) const {
  return !(dot(x, x) - range_ * range_).surely_positive() && !dot(x, axis_).surely_negative() &&
         !inwards(x).surely_negative();
}

// Every cut leaves a stretch that holds the real one: a number that is not taken is less, or so near that the one taken
// covers it.
bool SeenCone::may_meet_segment(const Vector& p, const Vector& way) const {
  const Number square = dot(way, way);
  if (!square.surely_positive()) return may_contain(p) || may_contain(p + way);
  Number from(0.0), to(1.0);
  const auto start_at = [&](const Number& t) {
    if ((t - from).value > 0) from = t;
  };
  const auto end_at = [&](const Number& t) {
    if ((to - t).value > 0) to = t;
  };
  // Within the cap's sphere: |t - foot| <= sqrt(range^2 - q^2) / |way|.
  const Number foot = -dot(p, way) / square;
  const Vector q = p + way * foot;
  const Number room = range_ * range_ - dot(q, q);
  if (room.surely_negative()) return false;
  const Number half = root(room / square);
  start_at(foot - half), end_at(foot + half);
  // In front of the apex.
  const Number ahead = dot(p, axis_), gain = dot(way, axis_);
  if (gain.surely_positive()) start_at(-ahead / gain);
  if (gain.surely_negative()) end_at(-ahead / gain);
  if ((to - from).surely_negative() || (ahead.surely_negative() && (ahead + gain).surely_negative())) return false;
  return may_meet_stretch(p, way, from, to);
}

// `inwards` is concave along a line: on a stretch of it, it is largest at an end or where its slope vanishes. With
// x x axis = P + t W, let t0 be where that is shortest, Q, and s = (t - t0) |W|: then inwards = sin (x(t0) . axis) +
// sin m s - cos sqrt(Q^2 + s^2) with m = way . axis / |W|. If k^2 = cos^2 - sin^2 m^2 > 0 it is largest at
// s = sin m |Q| / k, with sin (x(t0) . axis) - |Q| k; else it is monotone, and the ends decide.
bool SeenCone::may_meet_stretch(const Vector& p, const Vector& way, const Number& from, const Number& to) const {
  const Number gain = dot(way, axis_), at_first = inwards(p + way * from), at_last = inwards(p + way * to);
  if (!at_first.surely_negative() || !at_last.surely_negative()) return true;
  const Vector across = cross(p, axis_), turning = cross(way, axis_);
  const Number speed_square = dot(turning, turning);
  const Number speed = root(speed_square);
  if (!speed.surely_positive()) {
    // Along the axis, or nearly: the distance from it changes by no more than W, and x . axis is largest at an end.
    const Number least = cosine_ * (root(dot(across, across)) - speed);
    const auto may_reach = [&](const Number& t) {
      return !(sine_ * dot(p + way * t, axis_) - least).surely_negative();
    };
    return may_reach(from) || may_reach(to);
  }
  // Being concave, it is below its tangents at both ends. That decides where the line is nearly along the border.
  const auto slope = [&](const Number& t) {
    const Vector x = across + turning * t;
    return sine_ * gain - cosine_ * (dot(x, turning) / root(dot(x, x)));
  };
  const Number slope_first = slope(from), slope_last = slope(to), width = to - from;
  if (slope_first.surely_negative() || slope_last.surely_positive() ||
      (at_first + slope_first * width).surely_negative() || (at_last - slope_last * width).surely_negative())
    return false;
  const Number shortest_at = -dot(across, turning) / speed_square;
  const Vector shortest = across + turning * shortest_at;
  const Number m = gain / speed, steepness = cosine_ * cosine_ - sine_ * sine_ * m * m;
  if (steepness.surely_negative()) return false;
  const Number off = root(dot(shortest, shortest)), k = root(steepness);
  const Number best = shortest_at + sine_ * m * off / (k * speed);
  if ((best - from).surely_negative() || (to - best).surely_negative()) return false;
  return !(sine_ * dot(p + way * shortest_at, axis_) - off * k).surely_negative();
}

// The point of plane and cone that is closest to the apex: the foot of the apex if it is in the cone, else on the
// generator g that is closest to the normal, at distance / (g . normal). There is none if the latter is not positive,
// or if it is beyond the range. Where it is not sure which of them it is, both are in the section within their errors.
SeenCone::Section SeenCone::section(const Vector& normal, const Number& distance) const {
  Section result;
  const Number square = dot(normal, normal), length = root(square), inward = inwards(normal);
  if ((distance - range_ * length).surely_positive()) return result;
  if (!distance.surely_positive()) result.add(Vector());  // the apex itself
  if (distance.value == 0 && distance.error == 0) return result;
  const Number along = dot(normal, axis_) / axis_length_;
  const bool surely_outside = inward.surely_negative() || along.surely_negative();
  if (!surely_outside) {
    result.add(normal * (distance / square));
    const bool surely_inside = inward.surely_positive() || (inward.value == 0 && inward.error == 0);
    if (surely_inside && along.surely_positive()) return result;
  }
  const Vector unit = axis_ * (Number(1.0) / axis_length_), side = normal - unit * along;
  const Number across = root(dot(side, side)), share = cosine_ * along + sine_ * across;
  if (share.surely_negative() || (distance - range_ * share).surely_positive()) return result;
  const bool no_side = sine_.value == 0 && sine_.error == 0;
  if (!share.surely_positive() || !(no_side || across.surely_positive())) {
    result.anything = true;
    return result;
  }
  const Vector generator = no_side ? unit : unit * cosine_ + side * (sine_ / across);
  result.add(generator * (distance / share));
  return result;
}

namespace {

/// If neither the apex is in the solid nor an edge meets the cone, the sections of the cone with the planes of the
/// faces are each wholly within their face or wholly outside of it.
bool may_meet(const Hexahedron<Number>& solid, const SeenCone& cone) {
  const auto may_hold = [&](const Vector& x, int except) {
    for (int side = 0; side < 6; ++side)
      if (side != except && solid.sides[side].at(x).surely_negative()) return false;
    return true;
  };
  if (may_hold(Vector(), -1)) return true;
  std::array<Vector, 8> corners;
  for (int i = 0; i < 8; ++i) corners[i] = solid.corners[i].point * (Number(1.0) / solid.corners[i].weight);
  for (const Edge& edge : edges)
    if (cone.may_meet_segment(corners[edge.from], corners[edge.to] - corners[edge.from])) return true;
  for (int face = 0; face < 6; ++face)
    if (cone.may_meet_face(solid.sides[face], [&](const Vector& x) { return may_hold(x, face); })) return true;
  return false;
}

/// Exact signs are asked where a solid is made into numbers; what these cannot say reads yes.
template <class Solid>
bool solid_may_touch(const Solid& solid, const RoundedCone& cone) {
  try {
    return may_meet(hexahedron_of<Number>(solid, cone.apex), SeenCone(cone));
  } catch (const MeasuredNumber::Unsure&) {
    return true;
  }
}

}  // namespace

// In the plane of axis and x, the cone without its end is the wedge between the axis and a generator, and x is
// |x x axis| cos - (x . axis) sin beyond the generator's line, in lengths of the axis; the wedge is behind that line.
bool SeenCone::is_surely_apart(const Vector& x, const Number& radius) const {
  const Number reach = range_ + radius;
  return (dot(x, x) - reach * reach).surely_positive() || (-dot(x, axis_) - radius * axis_length_).surely_positive() ||
         (-inwards(x) - radius * axis_length_).surely_positive();
}

bool SeenCone::is_surely_beyond(const std::array<Vector, 3>& corners) const {
  int behind = 0, past = 0;
  for (const Vector& corner : corners) {
    const Number along = dot(corner, axis_);
    behind += along.surely_negative();
    past += (along - range_ * axis_length_).surely_positive();
  }
  return behind == 3 || past == 3;
}

bool may_touch(const std::array<Vector, 3>& triangle, TriangleForm form, const SeenCone& cone) {
  if (cone.is_surely_beyond(triangle)) return false;
  const Vector sides[3] = {triangle[1] - triangle[0], triangle[2] - triangle[1], triangle[0] - triangle[2]};
  for (int i = 0; i < 3; ++i)
    if (cone.may_meet_segment(triangle[i], sides[i])) return true;
  if (form != TriangleForm::triangle) return false;
  const Vector normal = cross(sides[0], sides[1]);
  const auto may_be_in_triangle = [&](const Vector& x) {
    for (int i = 0; i < 3; ++i)
      if (dot(normal, cross(sides[i], x - triangle[i])).surely_negative()) return false;
    return true;
  };
  return cone.may_meet_face({normal, -dot(normal, triangle[0])}, may_be_in_triangle);
}

bool may_touch(const Box& box, const RoundedCone& cone) {
  require_valid(box), require_valid(cone);
  return solid_may_touch(box, cone);
}

bool may_touch(const Frustum& frustum, const RoundedCone& cone) {
  require_valid(cone);
  return solid_may_touch(frustum, cone);
}

bool may_touch(const Corners& triangle, const RoundedCone& cone) {
  require_valid(triangle), require_valid(cone);
  const Vector apex(cone.apex);
  return may_touch({Vector(triangle[0]) - apex, Vector(triangle[1]) - apex, Vector(triangle[2]) - apex},
                   classify_triangle(triangle[0], triangle[1], triangle[2]), SeenCone(cone));
}

}  // namespace abut::small
