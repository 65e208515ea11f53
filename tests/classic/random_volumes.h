#pragma once

// Volumes of every kind around random triangles, placed in fifty digits.

#include "classic/all_volumes.h"
#include "core_oracle.h"
#include "math/random.h"

namespace abut::classic {

using FiftyVec = std::array<Fifty, 3>;

/// Every kind in both storages.
template <class Check>
void for_every_kind(Check&& check) {
  const auto both = [&]<class V>(const V*) {
    check(static_cast<const typename V::template In<double>*>(nullptr));
    check(static_cast<const typename V::template In<float>*>(nullptr));
  };
  [&]<class... V>(const std::tuple<V...>*) {
    (both(static_cast<const V*>(nullptr)), ...);
  }(static_cast<const AllVolumes*>(nullptr));
}

/// A cluster within [-1, 1]: round, flat, long, tiny or a single point.
inline std::vector<BuildTriangle> random_run(Random& random) {
  const Vec3 centre = random.in_cube(0.5);
  const Matrix3 turn = random.rotation().linear;
  Vec3 size{0.28, 0.28, 0.28};
  if (random.chance(0.5)) size.z = random.chance(0.3) ? 0 : 0.01;
  if (random.chance(0.4)) size.y = random.chance(0.3) ? 0 : 0.02;
  if (random.chance(0.2)) size = size * 1e-7;
  if (random.chance(0.05)) size = {};
  std::vector<BuildTriangle> run(1 + random.below(random.chance(0.3) ? 1 : 12));
  for (BuildTriangle& t : run)
    for (Vec3& corner : t.corners) {
      const Vec3 p = random.in_cube(1);
      corner = centre + turn * Vec3{p.x * size.x, p.y * size.y, p.z * size.z};
    }
  return run;
}

struct Setting {
  RelativePlacement b_in_a;
  std::array<FiftyVec, 3> linear;  // the real map, scale included
  FiftyVec shift;
};

/// Any relative placement, taken as exact.
inline Setting random_setting(Random& random, bool affine) {
  Setting s;
  Placement at = random.rotation();
  if (affine)
    at.linear = at.linear * Matrix3{{random.between(0.2, 3), random.between(-1, 1), random.between(-1, 1), 0,
                                     random.between(0.2, 3), random.between(-1, 1), 0, 0, random.between(0.1, 2)}};
  const double unit = random.chance(0.5) ? 1 : std::ldexp(1.0, static_cast<int>(random.below(40)) - 20);
  at.shift = random.direction() * random.between(0, 3) * std::max(1.0, unit);
  s.b_in_a = relate({}, {}, {{}, unit}, at, 0);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) s.linear[i][j] = Fifty(at.linear(i, j)) * Fifty(unit);
    s.shift[i] = Fifty(at.shift[i]);
  }
  return s;
}

inline FiftyVec image(const Setting& s, const Vec3& p) {
  FiftyVec result;
  for (int i = 0; i < 3; ++i)
    result[i] = s.linear[i][0] * Fifty(p.x) + s.linear[i][1] * Fifty(p.y) + s.linear[i][2] * Fifty(p.z) + s.shift[i];
  return result;
}

inline Fifty least_distance(const Setting& s, TriangleRun a, TriangleRun b) {
  Fifty least = -1;
  for (const BuildTriangle& of_b : b)
    for (const Vec3& q : of_b.corners) {
      const FiftyVec placed = image(s, q);
      for (const BuildTriangle& of_a : a)
        for (const Vec3& p : of_a.corners) {
          Fifty square = 0;
          for (int i = 0; i < 3; ++i) square += (placed[i] - Fifty(p[i])) * (placed[i] - Fifty(p[i]));
          if (least < 0 || square < least) least = square;
        }
    }
  return sqrt(least);
}

}  // namespace abut::classic
