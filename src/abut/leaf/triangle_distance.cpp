#include <abut/leaf/triangle_distance.h>
#include <abut/math/accurate_sum.h>
#include <abut/math/rounding.h>

#include <utility>

namespace abut {

namespace {

// A triangle of a model and its placement.
struct Placed {
  TriangleForm form;
  std::array<const Vec3*, 3> corners;
  const Placement* at;
};

// A total order on what is measured, so that a swapped pair goes through the very same arithmetic.
bool comes_before(const Placed& a, const Placed& b) {
  for (int i = 0; i < 9; ++i)
    if (a.at->linear.entries[i] != b.at->linear.entries[i]) return a.at->linear.entries[i] < b.at->linear.entries[i];
  const auto differ = [](const Vec3& p, const Vec3& q) { return !(p == q); };
  const auto less = [](const Vec3& p, const Vec3& q) {
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
  };
  if (differ(a.at->shift, b.at->shift)) return less(a.at->shift, b.at->shift);
  for (int i = 0; i < 3; ++i)
    if (differ(*a.corners[i], *b.corners[i])) return less(*a.corners[i], *b.corners[i]);
  return false;
}

// The point corner 0 + first * edges[0] + second * edges[1]; in the triangle when both are >= 0 and the sum is <= 1.
struct Weights {
  double first, second;
};

constexpr Weights corner_weights[3] = {{0, 0}, {1, 0}, {0, 1}};

// From corner i to corner j = i + 1 mod 3, a part t of the way.
Weights on_side(int i, double t) {
  switch (i) {
    case 0:
      return {t, 0};
    case 1:
      return {1 - t, t};
    default:
      return {0, 1 - t};
  }
}

// A triangle's image as its first corner, which is kept elsewhere, and the way from there to the two others.
// No coordinate of `edges` is off by more than that of `error`.
struct Shape {
  TriangleForm form;
  std::array<Vec3, 2> edges;
  Vec3 error;

  Vec3 at(const Weights& w) const { return edges[0] * w.first + edges[1] * w.second; }
  Vec3 side(int i) const { return i == 0 ? edges[0] : i == 1 ? edges[1] - edges[0] : -edges[1]; }
  Vec3 corner(int i) const { return i == 0 ? Vec3{} : edges[i - 1]; }
  // Sides that matter to the form are first_side() up to, not including, end_side().
  int first_side() const { return form == TriangleForm::segment_12 ? 1 : form == TriangleForm::segment_20 ? 2 : 0; }
  int end_side() const {
    return form == TriangleForm::triangle ? 3 : form == TriangleForm::point ? 0 : first_side() + 1;
  }
};

// corner - origin under one placement, rounded once: for placements that cancel digits.
Vec3 accurate_edge(const Placed& t, int corner, Vec3& error) {
  Vec3 edge;
  for (int axis = 0; axis < 3; ++axis) {
    AccurateSum sum;
    for (int j = 0; j < 3; ++j) {
      sum.add(t.at->linear(axis, j), (*t.corners[corner])[j]);
      sum.add(-t.at->linear(axis, j), (*t.corners[0])[j]);
    }
    const BoundedValue rounded = sum.tightly_rounded();
    edge[axis] = rounded.value;
    error[axis] = std::max(error[axis], rounded.error);
  }
  return edge;
}

// Rounded differences times the linear part: with S = |linear| |difference| row by row, the difference, the product and
// two sums cost at most ((1 + u)^4 - 1) S < 4.001 u S, underflow below 2^-1072. Where S is more than twice the edge
// itself, which no rotation does, digits cancel, and the accurate form is taken.
Shape shape_of(const Placed& t) {
  Shape shape{t.form, {}, {}};
  Vec3 spread;
  for (int i = 0; i < 2; ++i) {
    const Vec3 difference = *t.corners[i + 1] - *t.corners[0];
    shape.edges[i] = t.at->linear * difference;
    const Vec3 d = abs(difference);
    for (int axis = 0; axis < 3; ++axis) spread[axis] = std::max(spread[axis], dot(abs(t.at->linear.row(axis)), d));
  }
  shape.error = spread * (4.5 * unit_roundoff) + Vec3{0x1p-1068, 0x1p-1068, 0x1p-1068};
  const double size = std::max(largest(abs(shape.edges[0])), largest(abs(shape.edges[1])));
  if (!(largest(spread) <= 2 * size)) {
    shape.error = {};
    for (int i = 0; i < 2; ++i) shape.edges[i] = accurate_edge(t, i + 1, shape.error);
  }
  return shape;
}

// Two shapes and the way from the first one's corner 0 to the second one's.
class Gap {
 public:
  Gap(const Placed& a, const Placed& b) : a_(shape_of(a)), b_(shape_of(b)) {
    for (int axis = 0; axis < 3; ++axis) {
      AccurateSum sum;
      for (int j = 0; j < 3; ++j) {
        sum.add(b.at->linear(axis, j), (*b.corners[0])[j]);
        sum.add(-a.at->linear(axis, j), (*a.corners[0])[j]);
      }
      sum.add(b.at->shift[axis], 1);
      sum.add(-a.at->shift[axis], 1);
      const BoundedValue rounded = sum.tightly_rounded();
      way_[axis] = rounded.value;
      way_error_[axis] = rounded.error;
    }
    normalise();
  }

  double upper() {
    shortest_ = length_between(corner_weights[corner_index(a_.form, 0)], corner_weights[corner_index(b_.form, 0)]);
    corners_to_sides();
    corners_to_face();
    sides_to_sides();
    return rounded_up();
  }

 private:
  // Squares must neither overflow nor vanish; a power of two changes no digit.
  void normalise() {
    const double size = std::max(largest(abs(way_)), std::max(extent(a_), extent(b_)));
    if (size >= 0x1p-200 && size <= 0x1p200) return;
    exponent_ = size > 0 ? std::clamp(-std::ilogb(size), -1000, 1000) : 1000;
    const double factor = std::ldexp(1.0, exponent_);
    for (Shape* shape : {&a_, &b_}) {
      for (Vec3& edge : shape->edges) edge = edge * factor;
      shape->error = shape->error * factor;
    }
    way_ = way_ * factor, way_error_ = way_error_ * factor;
  }

  static double extent(const Shape& shape) {
    return std::max(largest(abs(shape.edges[0])), largest(abs(shape.edges[1])));
  }

  Vec3 between(const Weights& s, const Weights& t) const { return way_ + (b_.at(t) - a_.at(s)); }
  double length_between(const Weights& s, const Weights& t) const {
    const Vec3 v = between(s, t);
    return dot(v, v);
  }
  void offer(const Weights& s, const Weights& t) { shortest_ = std::min(shortest_, length_between(s, t)); }

  void corners_to_sides();
  void corners_to_face();
  void sides_to_sides();
  double rounded_up() const;

  Shape a_, b_;
  Vec3 way_, way_error_;
  int exponent_ = 0;
  double shortest_ = 0;  // squared
};

// The part of `side` at which it comes closest to `offset` from its start, inside [0, 1]; 0 for a side without length.
double closest_part(const Vec3& offset, const Vec3& side) {
  const double square = dot(side, side);
  if (!(square > 0)) return 0;
  return std::clamp(dot(offset, side) / square, 0.0, 1.0);
}

void Gap::corners_to_sides() {
  for (int k = 0; k < corner_count(a_.form); ++k) {
    const int corner = corner_index(a_.form, k);
    for (int i = b_.first_side(); i < b_.end_side(); ++i)
      offer(corner_weights[corner], on_side(i, closest_part((a_.corner(corner) - way_) - b_.corner(i), b_.side(i))));
  }
  for (int k = 0; k < corner_count(b_.form); ++k) {
    const int corner = corner_index(b_.form, k);
    for (int i = a_.first_side(); i < a_.end_side(); ++i)
      offer(on_side(i, closest_part((way_ + b_.corner(corner)) - a_.corner(i), a_.side(i))), corner_weights[corner]);
  }
}

// The frame of a face: the longest side, from corner `start` on, and the height on it.
struct FaceFrame {
  int start;
  Vec3 base, rise, height;  // rise: from `start` to the corner opposite; height: its part across the base
  double base_square, height_square;

  explicit FaceFrame(const Shape& shape) {
    start = 0;
    for (int i = 1; i < 3; ++i)
      if (dot(shape.side(i), shape.side(i)) > dot(shape.side(start), shape.side(start))) start = i;
    base = shape.side(start);
    rise = -shape.side((start + 2) % 3);
    base_square = dot(base, base);
    height = rise - base * (dot(rise, base) / base_square);
    height_square = dot(height, height);
  }

  // Where the perpendicular from `offset` (seen from the start) meets the face's inside; false when it does not, and
  // then a side is as close. On a sliver the height's direction is uncertain, but then so short that any part of it
  // is as good as any other: the length that counts is measured between the points, not along a normal.
  bool foot(const Vec3& offset, Weights& weights) const {
    if (!(height_square > 0)) return false;
    // The part along the base goes first: on a sliver it would drown the height.
    const Vec3 across = offset - base * (dot(offset, base) / base_square);
    const double up = dot(across, height) / height_square;
    const double along = dot(offset - rise * up, base) / base_square;
    if (!(up >= 0 && along >= 0 && up + along <= 1)) return false;
    const double parts[3] = {1 - up - along, along, up};
    weights = {parts[(4 - start) % 3], parts[(5 - start) % 3]};
    return true;
  }
};

void Gap::corners_to_face() {
  Weights foot;
  if (b_.form == TriangleForm::triangle) {
    const FaceFrame frame(b_);
    for (int k = 0; k < corner_count(a_.form); ++k) {
      const int corner = corner_index(a_.form, k);
      if (frame.foot((a_.corner(corner) - way_) - b_.corner(frame.start), foot)) offer(corner_weights[corner], foot);
    }
  }
  if (a_.form == TriangleForm::triangle) {
    const FaceFrame frame(a_);
    for (int k = 0; k < corner_count(b_.form); ++k) {
      const int corner = corner_index(b_.form, k);
      if (frame.foot((way_ + b_.corner(corner)) - a_.corner(frame.start), foot)) offer(foot, corner_weights[corner]);
    }
  }
}

// Insides of two sides: cross products find the closest points of the lines; points near an end, and parallel lines,
// are covered by corners_to_sides. The textbook's a e - b^2 would cancel where the lines are nearly parallel.
void Gap::sides_to_sides() {
  for (int i = a_.first_side(); i < a_.end_side(); ++i) {
    const Vec3 u = a_.side(i);
    for (int j = b_.first_side(); j < b_.end_side(); ++j) {
      const Vec3 v = b_.side(j), normal = cross(u, v);
      const double square = dot(normal, normal);
      if (!(square > 0)) continue;
      const Vec3 start = (way_ + b_.corner(j)) - a_.corner(i);
      const double s = dot(cross(start, v), normal) / square;
      if (!(s > 0 && s < 1)) continue;
      const double t = dot(cross(start, u), normal) / square;
      if (!(t > 0 && t < 1)) continue;
      // One step of mutual correction: each part is the best one for the other, whatever the angle.
      const double better_t = closest_part(u * s - start, v);
      const double better_s = closest_part(start + v * better_t, u);
      offer(on_side(i, better_s), on_side(j, better_t));
    }
  }
}

// Weights with 1 - t or 1 - up - along are rounded: moving them by 3 u gives a real point of each triangle, and the
// length between the two real points bounds the distance. Per coordinate, with E and F the larger of the edges'
// magnitudes, the computed difference is off by at most
//   a.error + b.error + way_error        corners: weights are at most 1 together
//   + 3 u (E + F)                        weights
//   + 2.01 u (E + F) + 1.01 u (E + F)    products, sum of two, difference
//   + u |difference|                     the last sum
// The squared length goes through three roundings and the root through one more: below 2.6 u of it, and u for the line
// above. Against rounding in these very lines the constants are 6.5 and 6.
double Gap::rounded_up() const {
  const Vec3 e = max(abs(a_.edges[0]), abs(a_.edges[1])), f = max(abs(b_.edges[0]), abs(b_.edges[1]));
  const Vec3 slack = (a_.error + b_.error) + way_error_ + (e + f) * (6.5 * unit_roundoff);
  const double length = std::sqrt(shortest_);
  const double bound = (length + (6 * unit_roundoff) * length) + (std::sqrt(dot(slack, slack)) + 0x1p-1000);
  // The sum above is off by at most 8 u of itself; scaling back is exact or, among subnormals, one step short.
  const double total = bound * (1 + 16 * unit_roundoff);
  return exponent_ == 0 ? total : next_up(std::ldexp(total, -exponent_));
}

}  // namespace

double DistanceTest::upper(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  if (contact_.touch(triangle_a, triangle_b)) return 0;
  const auto placed = [](const Side& side, std::uint32_t triangle) {
    const Triangle& t = side.geometry.triangles[triangle];
    const std::span<const Vec3> points = side.geometry.points;
    return Placed{side.geometry.forms[triangle], {&points[t[0]], &points[t[1]], &points[t[2]]}, &side.at};
  };
  const Placed a = placed(a_, triangle_a), b = placed(b_, triangle_b);
  return comes_before(b, a) ? Gap(b, a).upper() : Gap(a, b).upper();
}

}  // namespace abut
