#include "support/turning_oracle.h"

#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/first_contact.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

namespace abut {

namespace {

using Integer = boost::multiprecision::cpp_int;
using Big = boost::multiprecision::cpp_bin_float_50;

/// A polynomial, the constant first, without zeros at the end.
using Polynomial = std::vector<Integer>;

void trim(Polynomial& p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
}
Polynomial operator*(const Polynomial& p, const Polynomial& q) {
  if (p.empty() || q.empty()) return {};
  Polynomial result(p.size() + q.size() - 1);
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < q.size(); ++j) result[i + j] += p[i] * q[j];
  return result;
}
Polynomial sum(Polynomial p, const Polynomial& q, int sign) {
  if (p.size() < q.size()) p.resize(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) p[i] += sign * q[i];
  trim(p);
  return p;
}
Polynomial operator+(const Polynomial& p, const Polynomial& q) { return sum(p, q, 1); }
Polynomial operator-(const Polynomial& p, const Polynomial& q) { return sum(p, q, -1); }

/// A number k / 2^bits.
struct Dyadic {
  Integer k;
  unsigned bits;

  Dyadic with(unsigned more) const { return {k << (more - bits), more}; }
};
Dyadic middle_of(const Dyadic& a, const Dyadic& b) {
  const unsigned bits = std::max(a.bits, b.bits);
  return {a.with(bits).k + b.with(bits).k, bits + 1};
}

/// The sign of a polynomial.
int sign(const Polynomial& p, const Dyadic& x) {
  Integer value = 0;
  for (std::size_t i = p.size(), more = 0; i-- > 0; more += x.bits) value = value * x.k + (p[i] << more);
  return value.sign();
}
Big value(const Polynomial& p, const Big& x) {
  Big result = 0;
  for (std::size_t i = p.size(); i-- > 0;) result = result * x + Big(p[i]);
  return result;
}

/// A positive multiple of minus the remainder.
Polynomial next_of_sturm(Polynomial p, const Polynomial& q) {
  while (p.size() >= q.size()) {
    const Integer factor = q.back() > 0 ? p.back() : Integer(-p.back()), times = abs(q.back());
    const std::size_t shift = p.size() - q.size();
    for (Integer& c : p) c *= times;
    for (std::size_t i = 0; i < q.size(); ++i) p[i + shift] -= factor * q[i];
    trim(p);
  }
  Integer common = 0;
  for (const Integer& c : p) common = gcd(common, c);
  for (Integer& c : p) c /= -common;
  return p;
}

class Sturm {
 public:
  explicit Sturm(const Polynomial& p) : sequence_{p} {
    Polynomial derivative;
    for (std::size_t i = 1; i < p.size(); ++i) derivative.push_back(p[i] * i);
    while (!derivative.empty()) {
      sequence_.push_back(derivative);
      derivative = next_of_sturm(sequence_[sequence_.size() - 2], sequence_.back());
    }
  }
  /// Different roots in (low, high].
  int roots(const Dyadic& low, const Dyadic& high) const { return changes(low) - changes(high); }

 private:
  int changes(const Dyadic& x) const {
    int last = 0, count = 0;
    for (const Polynomial& p : sequence_) {
      const int s = sign(p, x);
      if (s != 0 && last != 0 && s != last) ++count;
      if (s != 0) last = s;
    }
    return count;
  }
  std::vector<Polynomial> sequence_;
};

/// A point or vector whose coordinates are polynomials in s.
struct Moving {
  Polynomial x, y, z;
};
Moving operator-(const Moving& a, const Moving& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Polynomial dot(const Moving& a, const Moving& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Moving cross(const Moving& a, const Moving& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Coordinates of turning_scene() are multiples of this.
constexpr double step = 0x1p-8;

/// A point turned by the angle, forth or back, times 1 + s^2.
Moving turned(const Vec3& p, int sense) {
  const Integer x(p.x / step), y(p.y / step), z(p.z / step);
  return {{x, -2 * sense * y, -x}, {y, 2 * sense * x, -y}, {z, 0, z}};
}
/// One that stands still: times 1 + s^2, or as it is.
Moving still_times(const Vec3& p) {
  const Integer x(p.x / step), y(p.y / step), z(p.z / step);
  return {{x, 0, x}, {y, 0, y}, {z, 0, z}};
}
Moving still_as_it_is(const Vec3& p) { return {{Integer(p.x / step)}, {Integer(p.y / step)}, {Integer(p.z / step)}}; }

/// The first root so far.
class FirstRoot {
 public:
  explicit FirstRoot(const Dyadic& most) : high_(most) {}

  bool found() const { return found_; }
  const Dyadic& low() const { return low_; }
  const Dyadic& high() const { return high_; }

  /// Roots of p before the best one so far at which not all conditions fail: they must be of one sign, or nearly 0.
  void look(Polynomial p, const std::vector<Polynomial>& conditions) {
    trim(p);
    if (p.size() < 2) return;
    const Sturm sturm(p);
    isolate(p, sturm, {0, 0}, high_, sturm.roots({0, 0}, high_), conditions);
  }

 private:
  bool isolate(const Polynomial& p, const Sturm& sturm, Dyadic low, Dyadic high, int count,
               const std::vector<Polynomial>& conditions) {
    if (count == 0) return false;
    const Dyadic middle = middle_of(low, high);
    if (count > 1) {
      const int left = sturm.roots(low, middle);
      return isolate(p, sturm, low, middle, left, conditions) ||
             isolate(p, sturm, middle, high, count - left, conditions);
    }
    // By signs where they change; a root at an end or a double one by the sequence.
    const int before = sign(p, low), after = sign(p, high);
    const bool changes = before * after < 0;
    for (int i = 0; i < 110; ++i) {
      const Dyadic x = middle_of(low, high);
      (changes ? sign(p, x) == after || sign(p, x) == 0 : sturm.roots(low, x) > 0) ? high = x : low = x;
    }
    if (fails(high, conditions)) return false;
    found_ = true, low_ = low, high_ = high;
    return true;
  }
  static bool fails(const Dyadic& root, const std::vector<Polynomial>& conditions) {
    const Big x = ldexp(Big(root.k), -static_cast<int>(root.bits));
    bool positive = false, negative = false;
    for (const Polynomial& p : conditions) {
      Big size = 0;
      for (const Integer& c : p) size += Big(abs(c));
      const Big v = value(p, x);
      if (abs(v) > size * Big(1e-25)) (v > 0 ? positive : negative) = true;
    }
    return positive && negative;
  }

  bool found_ = false;
  Dyadic low_{0, 0}, high_;
};

/// A corner that turns, and a face: the volume vanishes, and the corner is on the same side of all edges, seen along
/// the normal.
void corner_and_face(const Vec3& corner, int sense, const Vec3 (&face)[3], FirstRoot& first) {
  const Moving p = turned(corner, sense), a = still_as_it_is(face[0]), b = still_as_it_is(face[1]),
               c = still_as_it_is(face[2]), n = cross(b - a, c - a);
  const auto side = [&](const Vec3& from, const Vec3& to) {
    return dot(cross(still_as_it_is(to) - still_as_it_is(from), p - still_times(from)), n);
  };
  first.look(dot(p - still_times(face[0]), n),
             {side(face[0], face[1]), side(face[1], face[2]), side(face[2], face[0])});
}

/// A side that turns and one that does not: the volume vanishes, and each has its ends on both sides of the other, seen
/// across both.
void sides(const Vec3 (&turning)[2], const Vec3 (&still)[2], FirstRoot& first) {
  const Moving a = turned(turning[0], 1), b = turned(turning[1], 1), c = still_times(still[0]),
               d = still_times(still[1]), v = still_as_it_is(still[1]) - still_as_it_is(still[0]);
  const Moving n = cross(b - a, v);
  const auto across = [&](const Moving& way, const Moving& from, const Moving& x) {
    return dot(cross(way, x - from), n);
  };
  const Polynomial zero{};
  first.look(dot(c - a, n), {across(b - a, a, c), zero - across(b - a, a, d), zero - across(v, c, a), across(v, c, b)});
}

void look_at(const Vec3 (&p)[3], const Vec3 (&q)[3], FirstRoot& first) {
  for (int i = 0; i < 3; ++i) {
    corner_and_face(p[i], 1, q, first);
    // Seen by what turns, the other turns back.
    corner_and_face(q[i], -1, p, first);
    for (int j = 0; j < 3; ++j) sides({p[i], p[(i + 1) % 3]}, {q[j], q[(j + 1) % 3]}, first);
  }
}

}  // namespace

std::optional<TurningOracle::Contact> TurningOracle::first(double most_angle) const {
  constexpr int bits = 60;
  const Big most = ldexp(tan(Big(most_angle) / 2), bits);
  FirstRoot first({Integer(most) + 1, bits});
  const auto corners = [](const Mesh& mesh, const auto& t, Vec3(&to)[3]) {
    for (int i = 0; i < 3; ++i) to[i] = mesh.points[t[i]];
  };
  Vec3 p[3], q[3];
  for (const auto& s : turning_.triangles)
    for (const auto& t : still_.triangles) {
      corners(turning_, s, p);
      corners(still_, t, q);
      look_at(p, q, first);
    }
  if (!first.found()) return std::nullopt;
  const auto part = [&](const Dyadic& s) {
    return 2 * atan(ldexp(Big(s.k), -static_cast<int>(s.bits))) / Big(most_angle);
  };
  const auto rounded = [](const Big& x) { return static_cast<double>(x); };
  const Big low = part(first.low()), high = part(first.high());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return Contact{std::nextafter(rounded(low), -infinity), std::nextafter(rounded(high), infinity)};
}

TurningScene turning_scene(Random& random) {
  const auto number = [&](double size) { return std::nearbyint(random.between(-size, size) * 256) / 256; };
  TurningScene scene;
  scene.angle = random.between(0.5, 3.1);
  const int corners = 3 + static_cast<int>(random.below(2));
  // Beside each other about the axis, so that they often meet, and seldom at first.
  for (int i = 0; i < corners; ++i) {
    scene.turning.points.push_back({1 + number(0.75), -0.5 + number(0.5), number(0.75)});
    scene.still.points.push_back({0.75 + number(0.75), 1 + number(0.5), number(0.75)});
  }
  for (Mesh* mesh : {&scene.turning, &scene.still}) {
    mesh->triangles = {{0, 1, 2}};
    if (corners == 4) mesh->triangles.push_back({0, 1, 3}), mesh->triangles.push_back({1, 2, 3});
  }
  return scene;
}

std::string check_turning(const TurningScene& scene, int& contacts) {
  const Model turning(scene.turning), still(scene.still);
  if (touches(turning, {}, still, {})) return {};
  const std::optional<TurningOracle::Contact> truth = TurningOracle(scene.turning, scene.still).first(scene.angle);
  const Motion motion = Motion::screw({}, Screw{{}, {0, 0, 1}, scene.angle, 0});
  contacts += truth.has_value();
  for (const bool exchanged : {false, true}) {
    const FirstContactOptions options{.time_tolerance = exchanged ? 1e-6 : 1e-12};
    const MovingContact found = exchanged ? first_contact(still, {}, turning, motion, options)
                                          : first_contact(turning, motion, still, {}, options);
    const bool is_contact = found.verdict == MotionVerdict::contact;
    const std::string told = std::string(name_of(found.verdict)) + " " + std::to_string(found.lower) +
                             (truth ? " against " + std::to_string(truth->after) : " against none");
    if (found.verdict == MotionVerdict::undecided) return "undecided: " + told;
    // Below 1, as the oracle looks a little farther than the motion goes.
    if (truth && truth->after < 1 && found.lower > truth->after) return "late: " + told;
    if (is_contact && !(found.upper - found.lower <= options.time_tolerance)) return "wide: " + told;
    if (is_contact && !(distance(turning, motion.at(found.upper), still, {}).upper <= found.tolerance))
      return "not within the tolerance: " + told;
    if (is_contact && found.distance == 0 && !(truth && found.upper > truth->before - 1e-12)) return "early: " + told;
  }
  return {};
}

}  // namespace abut
