#include "property/exact.h"

#include <mpfr.h>

namespace abut::property {

namespace {

Dyadic square(const Point& a) { return dot(a, a); }
const Ratio& least(const Ratio& a, const Ratio& b) { return b < a ? b : a; }

/// Does the segment pass from strictly one side of the triangle's plane to strictly the other, through the closed
/// triangle? `at`, if asked for, is where.
bool pierces(const Point& p, const Point& q, const Corners& t, Quotient* at = nullptr) {
  const Point normal = cross(t[1] - t[0], t[2] - t[0]);
  const Dyadic above = dot(p - t[0], normal), below = dot(q - t[0], normal);
  if (above.sign() * below.sign() >= 0) return false;
  int positive = 0, negative = 0;
  for (int i = 0; i < 3; ++i) {
    const int side = dot(cross(t[i] - p, t[(i + 1) % 3] - p), q - p).sign();
    positive += side > 0, negative += side < 0;
  }
  if (positive > 0 && negative > 0) return false;
  // p + (q - p) above / (above - below)
  if (at) *at = {p * (above - below) + (q - p) * above, above - below};
  return true;
}

}  // namespace

Ratio squared_distance(const Point& p, const Point& a, const Point& b) {
  const Point along = b - a;
  const Dyadic way = dot(p - a, along), length = square(along);
  if (way.sign() <= 0) return {square(p - a)};
  if (way >= length) return {square(p - b)};
  return {square(cross(p - a, along)), length};
}

Ratio squared_distance(const Point& p, const Point& q, const Point& a, const Point& b) {
  Ratio best = least(least(squared_distance(p, a, b), squared_distance(q, a, b)),
                     least(squared_distance(a, p, q), squared_distance(b, p, q)));
  const Point d = q - p, e = b - a, normal = cross(d, e);
  if (is_zero(normal)) return best;  // parallel, or a point: an end is closest
  const Dyadic scale = square(normal), s = dot(cross(a - p, e), normal), t = dot(cross(a - p, d), normal);
  if (s.sign() < 0 || t.sign() < 0 || s > scale || t > scale) return best;
  const Dyadic height = dot(a - p, normal);
  return least(best, {height * height, scale});
}

Ratio squared_distance(const Point& p, const Corners& t) {
  const Point normal = cross(t[1] - t[0], t[2] - t[0]);
  if (!is_zero(normal)) {
    bool above = true;
    for (int i = 0; i < 3; ++i) above = above && dot(cross(t[(i + 1) % 3] - t[i], p - t[i]), normal).sign() >= 0;
    const Dyadic height = dot(p - t[0], normal);
    if (above) return {height * height, square(normal)};
  }
  return least(least(squared_distance(p, t[0], t[1]), squared_distance(p, t[1], t[2])),
               squared_distance(p, t[2], t[0]));
}

Ratio squared_distance(const Corners& s, const Corners& t) {
  for (int i = 0; i < 3; ++i)
    if (pierces(s[i], s[(i + 1) % 3], t) || pierces(t[i], t[(i + 1) % 3], s)) return {0.0};
  Ratio best = squared_distance(s[0], t);
  for (int i = 0; i < 3; ++i) {
    best = least(best, least(squared_distance(s[i], t), squared_distance(t[i], s)));
    for (int j = 0; j < 3; ++j) best = least(best, squared_distance(s[i], s[(i + 1) % 3], t[j], t[(j + 1) % 3]));
  }
  return best;
}

// The common part is convex. Its extreme points are corners of one triangle in the other, points where sides cross, and
// points where a side passes through the other triangle.
std::vector<Quotient> common_points(const Corners& s, const Corners& t) {
  std::vector<Quotient> found;
  for (int i = 0; i < 3; ++i) {
    if (squared_distance(s[i], t).over.sign() == 0) found.push_back({s[i], 1.0});
    if (squared_distance(t[i], s).over.sign() == 0) found.push_back({t[i], 1.0});
    Quotient at;
    if (pierces(s[i], s[(i + 1) % 3], t, &at)) found.push_back(at);
    if (pierces(t[i], t[(i + 1) % 3], s, &at)) found.push_back(at);
    for (int j = 0; j < 3; ++j) {
      const Point &p = s[i], &a = t[j];
      const Point d = s[(i + 1) % 3] - p, e = t[(j + 1) % 3] - a, normal = cross(d, e);
      if (is_zero(normal) || dot(a - p, normal).sign() != 0) continue;
      const Dyadic scale = square(normal), u = dot(cross(a - p, e), normal), v = dot(cross(a - p, d), normal);
      if (u.sign() < 0 || v.sign() < 0 || u > scale || v > scale) continue;
      found.push_back({p * scale + d * u, scale});
    }
  }
  return found;
}

bool is_at(const Quotient& q, const Point& p) { return q.over == p * q.under; }

bool is_on(const Quotient& q, const Point& a, const Point& b) {
  if (is_at(q, a) || is_at(q, b)) return true;
  // Everything times `under`, whose sign does not matter to a product with itself.
  const Point from_a = q.over - a * q.under, from_b = q.over - b * q.under;
  return is_zero(cross(from_a, b - a)) && dot(from_a, from_b).sign() <= 0;
}

Meeting meeting(const Point& p, const Point& direction, const Corners& t) {
  const Point normal = cross(t[1] - t[0], t[2] - t[0]);
  if (is_zero(normal)) return Meeting::none;  // no ray in general position meets it
  const int facing = dot(direction, normal).sign();
  if (facing == 0) return Meeting::unclear;
  int positive = 0, negative = 0;
  for (int i = 0; i < 3; ++i) {
    const int side = dot(cross(t[i] - p, t[(i + 1) % 3] - p), direction).sign();
    positive += side > 0, negative += side < 0;
  }
  if (positive > 0 && negative > 0) return Meeting::none;
  if (positive < 3 && negative < 3) return Meeting::unclear;
  if (dot(t[0] - p, normal).sign() * facing <= 0) return Meeting::none;  // behind
  return facing > 0 ? Meeting::out : Meeting::in;
}

namespace {

constexpr mpfr_prec_t digits = 320;  // binary

struct Scratch {
  mpfr_t value;
  Scratch() { mpfr_init2(value, digits); }
  explicit Scratch(const Dyadic& exact) : Scratch() {
    mpfr_set_z_2exp(value, exact.integer().get_mpz_t(), exact.exponent(), MPFR_RNDN);
  }
  ~Scratch() { mpfr_clear(value); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

}  // namespace

struct AngleSum::Float : Scratch {};

AngleSum::AngleSum() : sum_(new Float) { mpfr_set_zero(sum_->value, 1); }
AngleSum::~AngleSum() { delete sum_; }

// A. van Oosterom and J. Strackee, "The solid angle of a plane triangle", 1983: tan(angle / 2) is a b c over
// |a||b||c| + (a b)|c| + (b c)|a| + (c a)|b|, where the corners a, b, c are seen from p.
void AngleSum::add(const Point& p, const Corners& t) {
  const std::array<Point, 3> seen{t[0] - p, t[1] - p, t[2] - p};
  const Dyadic volume = dot(seen[0], cross(seen[1], seen[2]));
  if (volume.sign() == 0) return;  // p is in the plane, and not on the triangle
  std::array<Scratch, 3> lengths;
  for (int i = 0; i < 3; ++i) mpfr_sqrt(lengths[i].value, Scratch(square(seen[i])).value, MPFR_RNDN);
  Scratch under, term;
  mpfr_mul(under.value, lengths[0].value, lengths[1].value, MPFR_RNDN);
  mpfr_mul(under.value, under.value, lengths[2].value, MPFR_RNDN);
  for (int i = 0; i < 3; ++i) {
    const Scratch product(dot(seen[(i + 1) % 3], seen[(i + 2) % 3]));
    mpfr_mul(term.value, product.value, lengths[i].value, MPFR_RNDN);
    mpfr_add(under.value, under.value, term.value, MPFR_RNDN);
  }
  mpfr_atan2(term.value, Scratch(volume).value, under.value, MPFR_RNDN);
  mpfr_add(sum_->value, sum_->value, term.value, MPFR_RNDN);
}

long double AngleSum::fraction() const {
  Scratch turn, quotient;
  mpfr_const_pi(turn.value, MPFR_RNDN);
  mpfr_mul_ui(turn.value, turn.value, 2, MPFR_RNDN);  // the sum holds half angles
  mpfr_div(quotient.value, sum_->value, turn.value, MPFR_RNDN);
  return mpfr_get_ld(quotient.value, MPFR_RNDN);
}

}  // namespace abut::property
