#include "shape/convex_gap.h"

#include "math/placed_difference.h"
#include "shape/measured_gap.h"
#include "shape/simplex.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

// u = 2^-53. All points are seen from A's placed origin. Let S be `size`: a bound, but for rounding, on the sum of the
// magnitudes that a coordinate of any point of A, of B, and of the way between them adds up.
//
// A corner of A is three products, off by 3.01u S per coordinate; one of B adds a shift that is off by u S: 5.1u S.
// Their difference w is off by 6.2u S per coordinate, 10.8u S in length. A corner is chosen as the farthest by rounded
// values: its value along a unit vector is short of the largest one by at most 14u S for A and B together, which is
// twice the error of such a value, 3.01u sqrt(3) S for the dot product plus the corner's own.
//
// No: v . w / |v| bounds the distance from below, w the support along -v. It is off by 10.8u S for w, 14u S for the
// choice, 3.01u |w| <= 5.3u S for the product, and by 3u of itself for dividing by |v|: less than 2^-47 S = 64u S.
// Yes: v is the sum of simplex points times weights. The real point of these weights, divided by their sum, which is
// within 8u of 1, is a point of B - A. It is within 10.8u S for the points, 4.01u sqrt(3) S for sums and products, 14u
// S for the weights' sum: less than 64u S. Inside: a real tetrahedron of four points of B - A holds the origin if all
// four volumes, of points whose coordinates are each off by 6.2u S and at most S, have the sign of their sum: a volume
// adds six products of three, off by 6 (3 * 6.2u + 4u) S^3 < 2^-45 S^3.
//
// With S within 2^200 of 1 nothing overflows, and what underflows is below 2^-1074 / 2^-600 of what is compared.
constexpr double slack_per_size = 0x1p-47, volume_error = 0x1p-44;

/// One core, seen from A's origin.
class Support {
 public:
  Support(const StandingShape& body, const Vec3& shift) : shape_(body.shape), linear_(body.at.linear), shift_(shift) {}

  /// Bounds the magnitudes that a coordinate of a point adds up, without the shift.
  double size() const { return largest_row_sum(linear_) * largest(abs(shape_.middle) + shape_.reach); }
  /// The farthest corner along a direction, in the core's own frame.
  Vec3 corner(const Vec3& direction) const {
    const Vec3 along = transposed_times(linear_, direction);
    if (shape_.form == CoreForm::box) return signed_half(along);
    const Vec3* farthest = &shape_.corners[0];
    double most = dot(along, *farthest);
    for (const Vec3& candidate : shape_.corners)
      if (const double reached = dot(along, candidate); reached > most) most = reached, farthest = &candidate;
    return *farthest;
  }
  Vec3 placed(const Vec3& corner) const { return linear_ * corner + shift_; }
  /// A point of the core, in its own frame.
  Vec3 any() const { return shape_.form == CoreForm::box ? Vec3{} : shape_.corners[0]; }

 private:
  Vec3 signed_half(const Vec3& along) const {
    return {along.x < 0 ? -shape_.half.x : shape_.half.x, along.y < 0 ? -shape_.half.y : shape_.half.y,
            along.z < 0 ? -shape_.half.z : shape_.half.z};
  }

  const Shape::Data& shape_;
  const Matrix3& linear_;
  Vec3 shift_;
};

bool surely_holds_the_origin(const Simplex& simplex, double size) {
  if (simplex.size() < 4) return false;
  const std::array<double, 4> volumes = simplex.volumes();
  const double error = volume_error * size * size * size;
  const auto all = [&](double sign) {
    return std::all_of(volumes.begin(), volumes.end(), [&](double volume) { return sign * volume > error; });
  };
  return all(1) || all(-1);
}

/// The method of Gilbert, Johnson and Keerthi for B - A, step by step.
class ConvexSearch {
 public:
  ConvexSearch(const StandingShape& a, const StandingShape& b)
      : of_a_(a, {}), of_b_(b, b.at.shift - a.at.shift), found_{of_a_.any(), of_b_.any()} {
    v_ = of_b_.placed(found_.of_b) - of_a_.placed(found_.of_a);
    simplex_.add(v_, found_);
    size_ = of_a_.size() + of_b_.size() + largest(abs(b.at.shift - a.at.shift));
    measure();
  }

  bool is_in_range() const { return size_ >= 0x1p-200 && size_ <= 0x1p200; }
  double size() const { return size_; }
  double slack() const { return slack_per_size * size_; }
  /// The shortest vector from A to B so far.
  const Vec3& way() const { return v_; }
  double length() const { return length_; }
  /// v . w as of the last look.
  double gap() const { return gap_; }
  const Simplex& simplex() const { return simplex_; }

  /// Looks along the way: false when it cannot get shorter. gap() is then up to date.
  bool look() {
    found_ = {of_a_.corner(v_), of_b_.corner(-v_)};
    w_ = of_b_.placed(found_.of_b) - of_a_.placed(found_.of_a);
    gap_ = dot(v_, w_);
    return square_ - gap_ > 0x1p-50 * square_ && !simplex_.holds(w_);
  }
  /// Goes on to the new closest point: false when that is not shorter, or too short to go on.
  bool advance() {
    const double last = square_;
    simplex_.add(w_, found_);
    v_ = simplex_.closest();
    measure();
    return square_ < last && length_ > slack();
  }

 private:
  void measure() {
    square_ = dot(v_, v_);
    length_ = std::sqrt(square_);
  }

  Support of_a_, of_b_;
  Simplex simplex_;
  Simplex::Origin found_;
  Vec3 v_, w_;
  double size_ = 0, square_ = 0, length_ = 0, gap_ = 0;
};

constexpr int most_steps = 40;

}  // namespace

Answer convex_within(const StandingShape& a, const StandingShape& b, const LengthSum& reach) {
  ConvexSearch search(a, b);
  if (!search.is_in_range()) return Answer::unknown;
  const double slack = search.slack(), high = (reach.high + slack) * (1 + 0x1p-50);
  for (int step = 0; step < most_steps; ++step) {
    if (search.length() + slack < reach.low) return Answer::yes;
    if (!(search.length() > slack)) break;
    const bool goes_on = search.look();
    if (search.gap() > high * search.length()) return Answer::no;
    if (!goes_on || !search.advance()) break;
  }
  if (search.length() + slack < reach.low) return Answer::yes;
  return surely_holds_the_origin(search.simplex(), search.size()) ? Answer::yes : Answer::unknown;
}

std::optional<ConvexGap> convex_gap(const StandingShape& a, const StandingShape& b) {
  ConvexSearch search(a, b);
  // Closer than this the direction is not known well enough: v is off by 2^-48 of the size.
  constexpr double clearly_apart = 0x1p-20;
  if (!search.is_in_range()) return std::nullopt;
  for (int step = 0; step < most_steps; ++step) {
    const double length = search.length();
    if (!(length > clearly_apart * search.size())) return std::nullopt;
    if (search.look()) {
      if (!search.advance()) return std::nullopt;
      continue;
    }
    // The duality gap bounds the way to the real closest vector: |v - c|^2 <= |v|^2 - v . w.
    if (!(search.gap() >= (1 - 0x1p-48) * length * length)) return std::nullopt;
    ConvexGap found = measured_gap(a, b, search.way(), search.simplex());
    if (!(found.length.lower > 0 && found.length.lower <= found.length.upper)) return std::nullopt;
    found.normal = search.way() * (1 / length);
    found.steps = step + 1;
    return found;
  }
  return std::nullopt;
}

}  // namespace abut
