#include "shape/half_space.h"

#include "engine/cull.h"
#include "engine/gap_box.h"
#include "leaf/small/decide.h"
#include "math/exact_orientation.h"
#include "math/placed_difference.h"
#include "math/scaled_length.h"

namespace abut {

namespace {

using small::VectorOf;

/// The image of a point minus that of the half-space's origin.
template <class Number>
VectorOf<Number> seen_from(const Vec3& origin, const Placement& at, const Vec3& point) {
  using Vector = VectorOf<Number>;
  const Vector p(point);
  return Vector(dot(Vector(at.linear.row(0)), p), dot(Vector(at.linear.row(1)), p), dot(Vector(at.linear.row(2)), p)) +
         (Vector(at.shift) - Vector(origin));
}

/// A placed half-space: the points x with normal . (x - origin) <= 0. Its z axis is across the images of x and y, on
/// the side of the image of z.
class PlacedHalfSpace {
 public:
  explicit PlacedHalfSpace(const StandingShape& half_space)
      : at_(half_space.at),
        // Near a rotation or a reflection the determinant is near 1 or -1.
        sign_(half_space.defect <= 0x1p-10 ? (determinant(at_.linear) > 0 ? 1 : -1)
                                           : exact_determinant_sign(at_.linear)) {}

  template <class Number>
  VectorOf<Number> normal() const {
    const VectorOf<Number> across =
        cross(VectorOf<Number>(at_.linear.column(0)), VectorOf<Number>(at_.linear.column(1)));
    return sign_ < 0 ? VectorOf<Number>() - across : across;
  }
  VectorOf<MeasuredNumber> measured_normal() const { return normal<MeasuredNumber>(); }
  const Vec3& origin() const { return at_.shift; }
  Vec3 rounded_normal() const { return cross(at_.linear.column(0), at_.linear.column(1)) * sign_; }
  /// Rounded.
  Vec3 unit_normal() const { return rounded_normal() * (1 / scaled_length(rounded_normal())); }
  /// Bounds the magnitudes that a coordinate of the normal adds up.
  double normal_size() const { return 2 * largest(abs(at_.linear.column(0))) * largest(abs(at_.linear.column(1))); }

  /// Is the image of a point within the reach of the half-space? Exact.
  bool reaches(const Placement& at, const Vec3& point, const LengthSum& reach) const {
    return small::decide([&](auto number) {
      using Number = decltype(number);
      const VectorOf<Number> across = normal<Number>();
      const Number value = dot(across, seen_from<Number>(at_.shift, at, point));
      if (value.sign() <= 0) return true;
      if (reach.is_zero()) return false;
      // value / |normal| <= reach, both sides squared.
      const Number sum = Number(reach.parts[0]) + Number(reach.parts[1]) + Number(reach.parts[2]);
      return (value * value - sum * sum * dot(across, across)).sign() <= 0;
    });
  }

 private:
  const Placement& at_;
  int sign_;
};

/// What a tree's boxes see of the plane: the values of normal . (x - origin) in them.
//
// In inner coordinates a box's points are centre + sum of w_k axis_k with |w_k| <= half_k, and no coordinate of these
// sums, taken by magnitude, is beyond 16: inner points are within [-1, 1], and boxes around them are not longer than
// the model's diagonal, 2 sqrt(3), but for rounding. So errors of the normal count 48 times at most. Evaluating the
// value takes fewer than 40 operations, each off by u of what it adds up: 64u of the sum of magnitudes covers that.
class SeenPlane {
 public:
  SeenPlane(const PlacedHalfSpace& plane, const ModelData& data, const Placement& at) {
    using Vector = VectorOf<MeasuredNumber>;
    const Vector n = plane.measured_normal();
    double error = 0, size = 0;
    for (int j = 0; j < 3; ++j) {
      const MeasuredNumber entry = dot(n, Vector(at.linear.column(j))) * data.frame.unit;
      normal_[j] = entry.value;
      error += entry.error, size += std::abs(entry.value);
    }
    const MeasuredNumber offset = dot(n, seen_from<MeasuredNumber>(plane.origin(), at, data.frame.centre));
    offset_ = offset.value;
    slack_ = 48 * error + offset.error + 64 * unit_roundoff * (48 * size + std::abs(offset_)) + 0x1p-1000;
  }

  Bracket of(const ObbPacket& boxes, int lane) const {
    const Vec3 centre = gap_detail::centre_of(boxes, lane), half = gap_detail::inflated_half_of(boxes, lane);
    const double middle = dot(normal_, centre) + offset_;
    double around = slack_;
    for (int k = 0; k < 3; ++k) around += std::abs(dot(normal_, gap_detail::axis_of(boxes, k, lane))) * half[k];
    return {middle - around, middle + around};
  }

 private:
  Vec3 normal_;
  double offset_ = 0, slack_ = 0;
};

/// Is a corner of a few within the reach? By rounded numbers; unknown where they cannot tell.
//
// u = 2^-53. No coordinate of the normal adds up more than N, and no coordinate of a corner seen from the plane's
// origin more than S, but for rounding. The normal is off by 3u N per coordinate, a corner by 5.1u S, so the value of a
// corner is off by 3 N S (3u + 5.1u + 7u) < 46u N S, whether the corner is placed first or the normal is carried to it.
// The length of the normal is off by 6u N, and by 3u of itself: that counts 12u N reach. The slack is 128u N (S +
// reach). In range nothing overflows, nor is what underflows of any weight.
Answer any_corner_within(const PlacedHalfSpace& plane, const StandingShape& body, const LengthSum& reach) {
  const Vec3 n = plane.rounded_normal(), way = body.at.shift - plane.origin();
  const double n_size = plane.normal_size();
  const double size =
      largest_row_sum(body.at.linear) * largest(abs(body.shape.middle) + body.shape.reach) + largest(abs(way));
  const auto is_in_range = [](double x) { return x >= 0x1p-200 && x <= 0x1p200; };
  if (!is_in_range(n_size) || !is_in_range(size) || !(reach.high <= 0x1p200)) return Answer::unknown;
  const Vec3 along = transposed_times(body.at.linear, n);
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vec3& corner : body.shape.corners) lowest = std::min(lowest, dot(along, corner));
  const double value = lowest + dot(n, way), slack = 0x1p-46 * n_size * (size + reach.high), length = abut::length(n);
  if (value + slack < reach.low * length) return Answer::yes;
  return value - slack > reach.high * length ? Answer::no : Answer::unknown;
}

/// Looks for a corner of a mesh within the reach.
class CornerWithin final : public CullSink {
 public:
  CornerWithin(const PlacedHalfSpace& plane, const StandingShape& body, const LengthSum& reach)
      : plane_(plane), body_(body), data_(body.shape.core.data()), reach_(reach), seen_(plane, data_, body.at) {
    const VectorOf<MeasuredNumber> normal = plane.measured_normal();
    const MeasuredNumber length = root(dot(normal, normal));
    low_ = (length * reach.low).lower(), high_ = (length * reach.high).upper();
  }

  Verdict look(const ObbPacket& boxes, int lane, std::uint32_t) override {
    const Bracket values = seen_.of(boxes, lane);
    return {values.lower > high_, values.upper < low_ ? 0u : 1u};
  }
  bool take(std::uint32_t first, std::uint32_t count, std::uint32_t open) override {
    if (open == 0) return !(found_ = true);
    for (std::uint32_t place = first; place < first + count && !found_; ++place)
      for (const std::uint32_t corner : data_.mesh.triangles()[data_.tree.order[place]])
        found_ = found_ || plane_.reaches(body_.at, data_.mesh.points()[corner], reach_);
    return !found_;
  }
  bool found() const { return found_; }

 private:
  const PlacedHalfSpace& plane_;
  const StandingShape& body_;
  const ModelData& data_;
  const LengthSum& reach_;
  SeenPlane seen_;
  double low_ = 0, high_ = 0;
  bool found_ = false;
};

/// Looks for the lowest corner.
class LowestCorner final : public CullSink {
 public:
  LowestCorner(const PlacedHalfSpace& plane, const StandingShape& body)
      : plane_(plane),
        body_(body),
        data_(body.shape.core.data()),
        seen_(plane, data_, body.at),
        normal_(plane.measured_normal()),
        length_(root(dot(normal_, normal_))) {}

  Verdict look(const ObbPacket& boxes, int lane, std::uint32_t) override {
    return {seen_.of(boxes, lane).lower > highest_, 1};
  }
  bool take(std::uint32_t first, std::uint32_t count, std::uint32_t) override {
    for (std::uint32_t place = first; place < first + count; ++place)
      for (const std::uint32_t corner : data_.mesh.triangles()[data_.tree.order[place]])
        measure(data_.mesh.points()[corner]);
    return true;
  }
  void measure(const Vec3& corner) {
    const MeasuredNumber value = dot(normal_, seen_from<MeasuredNumber>(plane_.origin(), body_.at, corner));
    const Bracket height = small::bracket_of(value / length_);
    lower_ = std::min(lower_, height.lower);
    if (!(height.upper < upper_)) return;
    upper_ = height.upper;
    highest_ = value.upper();
    lowest_ = corner;
  }
  HalfSpaceGap found() const { return {{lower_, upper_}, body_.at * lowest_, plane_.unit_normal()}; }

 private:
  const PlacedHalfSpace& plane_;
  const StandingShape& body_;
  const ModelData& data_;
  SeenPlane seen_;
  VectorOf<MeasuredNumber> normal_;
  MeasuredNumber length_;
  Vec3 lowest_;
  double lower_ = std::numeric_limits<double>::infinity(), upper_ = lower_, highest_ = lower_;
};

/// Do the borders of two half-spaces face each other, exactly parallel?
bool face_each_other(const PlacedHalfSpace& a, const PlacedHalfSpace& b) {
  return small::decide([&](auto number) {
    using Number = decltype(number);
    const VectorOf<Number> n = a.normal<Number>(), m = b.normal<Number>();
    return dot(n, m).sign() < 0 && is_zero(cross(n, m));
  });
}

}  // namespace

bool half_space_within(const StandingShape& half_space, const StandingShape& core, const LengthSum& reach) {
  const PlacedHalfSpace plane(half_space);
  if (core.shape.form == CoreForm::half_space)
    return !face_each_other(plane, PlacedHalfSpace(core)) || plane.reaches(core.at, {}, reach);
  if (core.shape.is_convex()) {
    const Answer answer = any_corner_within(plane, core, reach);
    if (answer != Answer::unknown) return answer == Answer::yes;
    return std::any_of(core.shape.corners.begin(), core.shape.corners.end(),
                       [&](const Vec3& corner) { return plane.reaches(core.at, corner, reach); });
  }
  CornerWithin search(plane, core, reach);
  visit_seen(core.shape.core.data().tree, 1, search);
  return search.found();
}

HalfSpaceGap half_space_gap(const StandingShape& half_space, const StandingShape& core) {
  const PlacedHalfSpace plane(half_space);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (core.shape.form == CoreForm::half_space && !face_each_other(plane, PlacedHalfSpace(core)))
    return {{-infinity, -infinity}, half_space.at.shift, plane.unit_normal()};
  LowestCorner search(plane, core);
  if (core.shape.form == CoreForm::half_space)
    search.measure({});
  else if (core.shape.is_convex())
    for (const Vec3& corner : core.shape.corners) search.measure(corner);
  else
    visit_seen(core.shape.core.data().tree, 1, search);
  return search.found();
}

}  // namespace abut
