// Volumes stored in float hold their points, to the last digit: small ones far from the origin, where a number that is
// rounded inward shows.

#include "math/nearest_float.h"
#include "random_volumes.h"
#include "support/effort.h"

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

std::array<Fifty, 3> way_to(const Vec3& from, const Vec3& to) {
  return {Fifty(to.x) - Fifty(from.x), Fifty(to.y) - Fifty(from.y), Fifty(to.z) - Fifty(from.z)};
}

Fifty along(const Vec3& axis, const std::array<Fifty, 3>& way) {
  return Fifty(axis.x) * way[0] + Fifty(axis.y) * way[1] + Fifty(axis.z) * way[2];
}

bool holds(const BoxView& box, const Vec3& point) {
  for (int i = 0; i < 3; ++i)
    if (abs(along(box.axes.column(i), way_to(box.centre, point))) > Fifty(box.half[i])) return false;
  return true;
}

template <int dimensions>
bool holds(const Core<dimensions>& core, double radius, const Vec3& point) {
  return true_distance(Core<0>{point, {}, {}}, core) <= Fifty(radius);
}

template <class Real>
bool holds(const BasicSphere<Real>& v, const Vec3& point) {
  return holds(Core<0>{v.middle(), {}, {}}, v.radius, point);
}
template <class Real>
bool holds(const BasicAabb<Real>& v, const Vec3& point) {
  return holds(v.box(), point);
}
template <class Real>
bool holds(const BasicObb<Real>& v, const Vec3& point) {
  return holds(v.box(), point);
}
template <class Real>
bool holds(const BasicObbQuaternion<Real>& v, const Vec3& point) {
  return holds(v.box(), point);
}
template <class Real>
bool holds(const BasicLss<Real>& v, const Vec3& point) {
  return holds(v.core(), v.radius, point) && holds(v.box(), point);
}
template <class Real>
bool holds(const BasicRss<Real>& v, const Vec3& point) {
  return holds(v.core(), v.radius, point) && holds(v.box(), point);
}
template <class Real>
bool holds(const BasicHybrid<Real>& v, const Vec3& point) {
  Rectangle core = v.core();
  for (std::size_t unused = v.dimensions; unused < 2; ++unused) core.extent[unused] = 0;
  return holds(core, v.radius, point) && holds(v.box(), point);
}
template <class Real>
bool holds(const BasicHybridDynamic<Real>& v, const Vec3& point) {
  return holds(v.ball, point) && holds(v.line, point) && holds(v.swept, point);
}
template <class Real, int k>
bool holds(const BasicKDop<Real, k>& v, const Vec3& point) {
  for (int i = 0; i < k / 2; ++i) {
    const Fifty at = along(KDopDirections<k>::direction(i), way_to({}, point));
    if (at < Fifty(v.low[i]) || at > Fifty(v.high[i])) return false;
  }
  return true;
}

/// Within [-1, 1], of any size from 2^-60 to 1/2, as far out as a model's inner frame goes.
std::vector<BuildTriangle> far_run(Random& random) {
  std::vector<BuildTriangle> run = random_run(random);
  const double size = std::ldexp(1.0, -1 - static_cast<int>(random.below(60)));
  const Vec3 place = random.in_cube(0.5);
  for (BuildTriangle& t : run)
    for (Vec3& corner : t.corners) corner = place + corner * size;
  return run;
}

template <class V>
void expect_to_hold(const V& v, TriangleRun run, const char* made) {
  for (const BuildTriangle& t : run)
    for (const Vec3& corner : t.corners) ASSERT_TRUE(holds(v, corner)) << name_of(V::kind) << ", " << made;
}

template <class Check>
void for_every_float_kind(Check&& check) {
  for_every_kind([&]<class V>(const V*) {
    if constexpr (std::is_same_v<V, typename V::template In<float>>) check(static_cast<const V*>(nullptr));
  });
}

TEST(FloatStorage, HoldsThePointsOfWhatIsFittedAndOfWhatIsNarrowed) {
  Random random(1);
  for (int i = 0; i < tries(400); ++i) {
    const auto run = far_run(random);
    for_every_float_kind([&]<class V>(const V*) {
      expect_to_hold(V::around(run, Fit::surface), run, "fitted");
      expect_to_hold(narrow(V::template In<double>::around(run, Fit::surface)), run, "narrowed");
    });
  }
}

TEST(FloatStorage, HoldsThePointsOfWhatIsRefitted) {
  Random random(2);
  for (int i = 0; i < tries(300); ++i) {
    const auto before = far_run(random), run = far_run(random);
    Extents<double> ends = extents_of<double>(run[0].corners[0], run[0].corners[1], run[0].corners[2]);
    for (const BuildTriangle& t : run)
      ends = merged(ends, extents_of<double>(t.corners[0], t.corners[1], t.corners[2]));
    for_every_float_kind([&]<class V>(const V*) {
      if constexpr (requires(const V& v) { refitted(v, ends, TriangleRun(run)); }) {
        const V old = V::around(before, Fit::surface);
        std::vector<V> pieces;
        for (const BuildTriangle& t : run) pieces.push_back(V::around({&t, 1}, Fit::surface));
        expect_to_hold(refitted(old, ends, TriangleRun(run)), run, "refitted to triangles");
        expect_to_hold(refitted(old, ends, std::span<const V>(pieces)), run, "refitted to pieces");
      } else {
        expect_to_hold(V::between(ends), run, "between ends");
      }
    });
  }
}

/// In the shape that GCC 12 vectorises: three numbers side by side, rounded and compared with what they were.
struct Triple {
  float at[3], off[3];
};
__attribute__((noinline)) void round_three(const double (&from)[3], Triple& to) {
  for (int i = 0; i < 3; ++i) {
    to.at[i] = nearest_float(from[i]);
    to.off[i] = static_cast<float>(std::abs(from[i] - to.at[i]));
  }
}

// A plain conversion made `off` zero for two of the three.
TEST(FloatStorage, KnowsHowFarANumberIsFromItsFloat) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    double from[3];
    for (double& x : from) x = random.between(-1, 1);
    Triple to;
    round_three(from, to);
    for (int k = 0; k < 3; ++k) {
      const volatile float nearest = static_cast<float>(from[k]);
      ASSERT_EQ(to.at[k], nearest);
      ASSERT_EQ(to.off[k], static_cast<float>(std::abs(from[k] - nearest)));
    }
  }
}

}  // namespace
}  // namespace abut::classic
