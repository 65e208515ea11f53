#include "support/shell_oracle.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace abut {

namespace {

constexpr int parts = 12;

/// Is the surface of one body partly inside, partly outside of the other?
struct Sides {
  bool inside = false, outside = false;
};
Sides sides_in(const Mesh& mesh, const SolidOracle& other, Random& random) {
  Sides sides;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto c = mesh.corners(t);
    for (int i = 0; i <= parts; ++i)
      for (int j = 0; i + j <= parts; ++j) {
        Vec3 point;
        for (int axis = 0; axis < 3; ++axis)
          point[axis] = c[0][axis] + ((c[1][axis] - c[0][axis]) * i + (c[2][axis] - c[0][axis]) * j) / parts;
        const SolidOracle::Answer answer = other.ask(point, random);
        if (!answer.on_surface) (answer.crossings % 2 == 1 ? sides.inside : sides.outside) = true;
        if (sides.inside && sides.outside) return sides;
      }
  }
  return sides;
}

using Whole = std::array<std::int64_t, 3>;
Whole whole(const Vec3& p) {
  return {static_cast<std::int64_t>(p.x), static_cast<std::int64_t>(p.y), static_cast<std::int64_t>(p.z)};
}
Whole minus(const Whole& a, const Whole& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
std::int64_t times(const Whole& a, const Whole& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Whole across(const Whole& a, const Whole& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// How far a body reaches along a direction.
std::pair<std::int64_t, std::int64_t> range(const Mesh& mesh, const Whole& direction) {
  std::pair<std::int64_t, std::int64_t> result{INT64_MAX, INT64_MIN};
  for (const Vec3& p : mesh.points) {
    const std::int64_t along = times(whole(p), direction);
    result = {std::min(result.first, along), std::max(result.second, along)};
  }
  return result;
}

/// A body's faces as directions, and its sides; in integers, so nothing is rounded.
struct Convex {
  std::vector<Whole> normals, sides;
  bool is_convex = true;

  explicit Convex(const Mesh& mesh) {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const auto c = mesh.corners(t);
      const Whole u = minus(whole(c[1]), whole(c[0])), v = minus(whole(c[2]), whole(c[0]));
      normals.push_back(across(u, v));
      sides.insert(sides.end(), {u, v});
      const auto [low, high] = range(mesh, normals.back());
      const std::int64_t here = times(whole(c[0]), normals.back());
      is_convex = is_convex && (here == low || here == high);
    }
  }
  /// Is all of the other body in this one?
  bool holds(const Mesh& own, const Mesh& other) const {
    for (const Whole& normal : normals) {
      const auto mine = range(own, normal), its = range(other, normal);
      if (its.first < mine.first || its.second > mine.second) return false;
    }
    return true;
  }
};

/// Do convex bodies share an inner point? They do unless a plane along a face, or along a side of each, is between
/// them.
bool overlap(const Mesh& a, const Convex& of_a, const Mesh& b, const Convex& of_b) {
  std::vector<Whole> directions = of_a.normals;
  directions.insert(directions.end(), of_b.normals.begin(), of_b.normals.end());
  for (const Whole& u : of_a.sides)
    for (const Whole& v : of_b.sides) directions.push_back(across(u, v));
  for (const Whole& direction : directions) {
    if (direction == Whole{}) continue;
    const auto x = range(a, direction), y = range(b, direction);
    if (x.second <= y.first || y.second <= x.first) return false;
  }
  return true;
}

bool boxes_meet(const Bounds& a, const Bounds& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (a.low[axis] > b.high[axis] || b.low[axis] > a.high[axis]) return false;
  return true;
}

}  // namespace

ShellOracle::ShellOracle(std::vector<Mesh> bodies) : bodies_(std::move(bodies)), groups_(bodies_.size()) {
  for (const Mesh& body : bodies_) oracles_.push_back(std::make_unique<SolidOracle>(body, Placement::identity()));
  std::iota(groups_.begin(), groups_.end(), 0u);
  Random random(7);
  for (std::size_t j = 0; j < bodies_.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) {
      if (groups_[i] == groups_[j] || !cross(i, j, random)) continue;
      const std::size_t first = std::min(groups_[i], groups_[j]), last = std::max(groups_[i], groups_[j]);
      std::replace(groups_.begin(), groups_.end(), last, first);
    }
}

bool ShellOracle::cross(std::size_t i, std::size_t j, Random& random) const {
  if (!boxes_meet(bounds_of(bodies_[i].points), bounds_of(bodies_[j].points))) return false;
  const Convex convex_i(bodies_[i]), convex_j(bodies_[j]);
  if (convex_i.is_convex && convex_j.is_convex) {
    const bool i_holds = convex_i.holds(bodies_[i], bodies_[j]), j_holds = convex_j.holds(bodies_[j], bodies_[i]);
    return i_holds == j_holds && (i_holds || overlap(bodies_[i], convex_i, bodies_[j], convex_j));
  }
  const Sides of_i = sides_in(bodies_[i], *oracles_[j], random), of_j = sides_in(bodies_[j], *oracles_[i], random);
  const bool same = !of_i.inside && !of_i.outside && !of_j.inside && !of_j.outside;
  return same || (of_i.inside && of_i.outside) || (of_j.inside && of_j.outside);
}

ShellOracle::Placed::Placed(const ShellOracle& oracle, const Placement& at) : oracle_(oracle) {
  for (const Mesh& body : oracle.bodies_) bodies_.push_back(std::make_unique<SolidOracle>(body, at));
}

ShellOracle::Placed::Where ShellOracle::Placed::ask(const Vec3& point, Random& random) const {
  std::set<std::size_t> around;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const SolidOracle::Answer answer = bodies_[i]->ask(point, random);
    if (answer.on_surface) return Where::on_surface;
    if (answer.crossings % 2 == 1) around.insert(oracle_.groups_[i]);
  }
  return around.size() % 2 == 1 ? Where::inside : Where::outside;
}

}  // namespace abut
