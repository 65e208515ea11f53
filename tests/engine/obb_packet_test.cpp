// The packet kernels of oriented boxes against a hundred digits, and against their scalar twin.

#include "math/random.h"
#include "math/rounding.h"
#include "support/effort.h"
#include "support/kernels.h"

#include <algorithm>
#include <bit>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

namespace abut {
namespace {

using Real = boost::multiprecision::cpp_bin_float_100;
using RealVec = std::array<Real, 3>;

RealVec real(const Vec3& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }
RealVec times(const Matrix3& m, const RealVec& v) {
  RealVec r;
  for (int i = 0; i < 3; ++i) r[i] = m(i, 0) * v[0] + m(i, 1) * v[1] + m(i, 2) * v[2];
  return r;
}
Real determinant_of(const RealVec& a, const RealVec& b, const RealVec& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1]);
}
/// The solution x of m x = v, by Cramer's rule.
RealVec solve(const Matrix3& m, const RealVec& v) {
  const RealVec columns[3] = {real(m.column(0)), real(m.column(1)), real(m.column(2))};
  const Real det = determinant_of(columns[0], columns[1], columns[2]);
  return {determinant_of(v, columns[1], columns[2]) / det, determinant_of(columns[0], v, columns[2]) / det,
          determinant_of(columns[0], columns[1], v) / det};
}
/// The image in the world of a point of an inner frame.
RealVec placed(const InnerFrame& frame, const Placement& at, const RealVec& inner) {
  RealVec point;
  for (int k = 0; k < 3; ++k) point[k] = frame.centre[k] + Real(frame.unit) * inner[k];
  point = times(at.linear, point);
  for (int k = 0; k < 3; ++k) point[k] += at.shift[k];
  return point;
}
RealVec taken_back(const InnerFrame& frame, const Placement& at, RealVec world) {
  for (int k = 0; k < 3; ++k) world[k] -= at.shift[k];
  RealVec point = solve(at.linear, world);
  for (int k = 0; k < 3; ++k) point[k] = (point[k] - frame.centre[k]) / Real(frame.unit);
  return point;
}

/// Nearly turning: rotations, rounded to three digits or more, times a size.
enum class Map { rigid, nearly_turning, stretched, sheared };

struct Setting {
  InnerFrame a, b;
  Placement at_a, at_b;
  RelativePlacement relative;
};

Matrix3 stretch(Random& random, Map map) {
  if (map == Map::rigid) return {};
  if (map == Map::nearly_turning) {
    const double digits = std::exp2(random.between(10, 40));
    Matrix3 m = random.rotation().linear;
    for (double& entry : m.entries) entry = std::round(entry * digits) / digits;
    return m * (random.chance(0.5) ? 1 : std::exp2(random.between(-10, 10)));
  }
  Matrix3 m = random.rotation().linear;
  for (int j = 0; j < 3; ++j) {
    const double factor = std::exp2(random.between(-10, 10));
    for (int i = 0; i < 3; ++i) m(i, j) *= factor;
  }
  return map == Map::stretched ? m : m * Matrix3{{1, random.between(-5, 5), random.between(-5, 5), 0, 1, 0, 0, 0, 1}};
}

/// Frames of sizes that may differ, models far from their origins; the two points coincide in the world but for `off`.
Setting setting_where_points_meet(Random& random, Map map, const Vec3& inner_a, const Vec3& inner_b, double margin) {
  const auto frame = [&] {
    const double unit = std::ldexp(1.0, static_cast<int>(random.below(12)) - 6);
    return InnerFrame{random.in_cube(unit * (random.chance(0.3) ? 1e6 : 1)), unit};
  };
  Setting s{frame(), frame(), random.rotation(random.in_cube(5)), random.rotation(), {}};
  s.at_a.linear = s.at_a.linear * stretch(random, map);
  s.at_b.linear = s.at_b.linear * stretch(random, map);
  const RealVec goal = placed(s.a, s.at_a, real(inner_a)), from = placed(s.b, s.at_b, real(inner_b));
  const Vec3 off = random.direction() * (margin * 0.999);
  for (int k = 0; k < 3; ++k) s.at_b.shift[k] = static_cast<double>(goal[k] - from[k] + off[k]);
  s.relative = relate(s.a, s.at_a, s.b, s.at_b, margin);
  return s;
}

/// Axes rounded to float; rows of the result.
Matrix3 rounded_axes(Random& random) {
  Matrix3 axes = random.rotation().linear;
  for (double& entry : axes.entries) entry = static_cast<float>(entry);
  return axes;
}

/// The smallest box with these axes and this centre that holds the point, but at least as large as `half`.
void store(ObbPacket& boxes, int lane, const Matrix3& axes, const Vec3& centre, const Vec3& half,
           const RealVec& point) {
  for (int k = 0; k < 3; ++k) boxes.centre[k][lane] = static_cast<float>(centre[k]);
  for (int k = 0; k < 3; ++k) {
    Real along = 0;
    for (int c = 0; c < 3; ++c) {
      boxes.axes[k][c][lane] = static_cast<float>(axes(k, c));
      along += Real(axes(k, c)) * (point[c] - Real(boxes.centre[c][lane]));
    }
    const double needed = static_cast<double>(abs(along)) * (1 + 0x1p-50);
    boxes.half[k][lane] = std::max(float_up(needed), static_cast<float>(half[k]));
  }
}

/// Packets in which box `lane` of A and of B share just one point, a face of one and a corner of the other.
struct Touching {
  ObbPacket a, b;
  int lane;
  Setting setting;
};

Touching touching(Random& random, Map map, double margin) {
  Touching t;
  t.lane = static_cast<int>(random.below(ObbPacket::lanes));
  const bool face_is_a = random.chance(0.5);
  const double size_a = std::exp2(-random.between(0, 14)), size_b = std::exp2(-random.between(0, 14));
  const Vec3 point_a = random.in_cube(0.9), point_b = random.in_cube(0.9);
  t.setting = setting_where_points_meet(random, map, point_a, point_b, margin);
  const Setting& s = t.setting;
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
    const Matrix3 axes_a = rounded_axes(random), axes_b = rounded_axes(random);
    const Vec3 half_a = abs(random.in_cube(size_a)), half_b = abs(random.in_cube(size_b));
    // The face's axis as a functional on the other frame says on which corner the other box stands.
    const Matrix3 &face = face_is_a ? axes_a : axes_b, &corner = face_is_a ? axes_b : axes_a;
    const Vec3 &half_of_face = face_is_a ? half_a : half_b, &half_of_corner = face_is_a ? half_b : half_a;
    const Vec3 functional = transposed_times(face_is_a ? s.relative.linear : s.relative.back, face.row(0));
    const Vec3 face_centre = (face_is_a ? point_a : point_b) - face.row(0) * half_of_face.x +
                             face.row(1) * (half_of_face.y * random.between(-1, 1)) +
                             face.row(2) * (half_of_face.z * random.between(-1, 1));
    Vec3 corner_centre = face_is_a ? point_b : point_a;
    for (int k = 0; k < 3; ++k)
      corner_centre += corner.row(k) * (half_of_corner[k] * (dot(functional, corner.row(k)) > 0 ? 1 : -1));
    const RealVec on_a = real(point_a);
    const RealVec on_b = margin > 0 ? real(point_b) : taken_back(s.b, s.at_b, placed(s.a, s.at_a, on_a));
    store(t.a, lane, axes_a, face_is_a ? face_centre : corner_centre, {}, on_a);
    store(t.b, lane, axes_b, face_is_a ? corner_centre : face_centre, {}, on_b);
  }
  return t;
}

/// Is the bit of the pair of boxes set when A's is closed, and when B's is?
bool may_touch_both_ways(Simd simd, const Touching& t) {
  const ClosedFrame of_a = ClosedFrame::of_a(t.setting.relative, 1.75, 1.75);
  const ClosedFrame of_b = ClosedFrame::of_b(t.setting.relative, 1.75, 1.75);
  return (may_touch(simd, of_a, t.a, t.lane, t.b) >> t.lane & 1) != 0 &&
         (may_touch(simd, of_b, t.b, t.lane, t.a) >> t.lane & 1) != 0;
}

TEST(ObbPacket, KeepsBoxesTogetherThatShareAPoint) {
  for (Map map : {Map::rigid, Map::nearly_turning, Map::stretched, Map::sheared}) {
    Random random(1 + static_cast<int>(map));
    for (int i = 0; i < tries(4000); ++i) {
      const Touching t = touching(random, map, 0);
      for (Simd simd : available_simd())
        ASSERT_TRUE(may_touch_both_ways(simd, t)) << name_of(simd) << ", setting " << i;
    }
  }
}

TEST(ObbPacket, KeepsBoxesTogetherThatAreWithinTheMargin) {
  for (Map map : {Map::rigid, Map::nearly_turning, Map::stretched, Map::sheared}) {
    Random random(5 + static_cast<int>(map));
    for (int i = 0; i < tries(2000); ++i) {
      const Touching t = touching(random, map, std::exp2(-random.between(2, 20)));
      for (Simd simd : available_simd())
        ASSERT_TRUE(may_touch_both_ways(simd, t)) << name_of(simd) << ", setting " << i;
    }
  }
}

/// Moves B's model away from where boxes touch, along the normal of the face, by `gap` of the larger model's inner
/// unit.
double share_separated(Map map, double gap, Simd simd) {
  Random random(9);
  int separated = 0;
  constexpr int tries = 500;
  for (int i = 0; i < tries; ++i) {
    Touching t = touching(random, map, 0);
    // The face's axis is A's or B's first; both directions are tried, one of them leads away.
    bool apart = false;
    for (const ObbPacket* face : {&t.a, &t.b})
      for (double sign : {-1.0, 1.0}) {
        Vec3 axis;
        for (int c = 0; c < 3; ++c) axis[c] = face->axes[0][c][t.lane];
        if (face == &t.b) axis = transposed_times(t.setting.relative.back, axis);
        RelativePlacement moved = t.setting.relative;
        moved.shift += axis * (sign * gap * std::max(1.0, moved.scale) / length(axis));
        const ClosedFrame of_a = ClosedFrame::of_a(moved, 1.75, 1.75);
        apart = apart || (may_touch(simd, of_a, t.a, t.lane, t.b) >> t.lane & 1) == 0;
      }
    separated += apart;
  }
  return static_cast<double>(separated) / tries;
}

TEST(ObbPacket, SeparatesBoxesAsSoonAsTheyAreClearByAFewUnitsOfFloat) {
  for (Simd simd : available_simd()) {
    // 2^-24 is a float's unit for models of size 1; the slack of larger boxes is 2^-18 of their size.
    EXPECT_EQ(share_separated(Map::rigid, 0, simd), 0) << name_of(simd);
    EXPECT_GT(share_separated(Map::rigid, 0x1p-13, simd), 0.99) << name_of(simd);
  }
  EXPECT_GT(share_separated(Map::rigid, 0x1p-20, Simd::best), 0.3);
  // Three digits, of both placements, are 2^-9 of a box's size.
  EXPECT_GT(share_separated(Map::nearly_turning, 0x1p-6, Simd::best), 0.99);
}

ObbPacket random_boxes(Random& random, double size) {
  ObbPacket boxes;
  for (int lane = 0; lane < ObbPacket::lanes; ++lane)
    store(boxes, lane, rounded_axes(random), random.in_cube(0.7), abs(random.in_cube(size)), real({}));
  return boxes;
}

TEST(ObbPacket, GivesWhatItsScalarTwinGivesButForRounding) {
  Random random(3);
  int apart = 0;
  for (int i = 0; i < 3000; ++i) {
    const Map map = static_cast<Map>(i % 4);
    constexpr double margin = 1e-3, rounding = 1e-4;
    const Setting s = setting_where_points_meet(random, map, random.in_cube(1), random.in_cube(1), margin);
    ObbPacket a = random_boxes(random, 0.3), b = random_boxes(random, 0.3);
    for (int lane = 0; lane < ObbPacket::lanes; ++lane)
      for (int k = 0; k < 3; ++k)
        a.half[k][lane] = static_cast<float>(random.unit() * 0.2), b.half[k][lane] = a.half[k][lane] * 0.7f;
    RelativePlacement less = s.relative, more = s.relative;
    less.margin *= 1 - rounding;
    more.margin *= 1 + rounding;
    // Stretched frames have errors of their own size.
    if (map != Map::rigid) less.margin -= 0.01 * less.margin, more.margin += 0.01 * more.margin;
    const int lane = i % ObbPacket::lanes;
    const std::uint32_t fewest = may_touch(Simd::scalar, ClosedFrame::of_a(less, 1.75, 1.75), a, lane, b);
    const std::uint32_t most = may_touch(Simd::scalar, ClosedFrame::of_a(more, 1.75, 1.75), a, lane, b);
    for (Simd simd : available_simd()) {
      const std::uint32_t bits = may_touch(simd, ClosedFrame::of_a(s.relative, 1.75, 1.75), a, lane, b);
      EXPECT_EQ(fewest & ~bits, 0u) << name_of(simd);
      EXPECT_EQ(bits & ~most, 0u) << name_of(simd);
    }
    apart += ObbPacket::lanes - std::popcount(most);
  }
  EXPECT_GT(apart, 3000);
}

TEST(ObbPacket, SaysMaybeWhereNumbersEnd) {
  Random random(4);
  const ObbPacket boxes = random_boxes(random, 0.1);
  const auto expect_maybe = [&](const RelativePlacement& p, const char* why) {
    for (Simd simd : available_simd())
      for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
        EXPECT_EQ(may_touch(simd, ClosedFrame::of_a(p, 1.75, 1.75), boxes, lane, boxes), 255u) << why << name_of(simd);
        EXPECT_EQ(may_touch(simd, ClosedFrame::of_b(p, 1.75, 1.75), boxes, lane, boxes), 255u) << why << name_of(simd);
      }
  };
  RelativePlacement p;
  p.margin = std::numeric_limits<double>::infinity();
  expect_maybe(p, "an infinite margin, ");
  p = {};
  p.shift = {std::nan(""), std::nan(""), std::nan("")};
  expect_maybe(p, "a shift that is no number, ");
  p = {};
  p.shift_error = std::numeric_limits<double>::infinity();
  expect_maybe(p, "an unknown shift, ");
  p = {};
  p.rigid = false;
  p.linear = p.linear * 0x1p200;
  p.back = p.back * 0x1p-200;
  p.linear(0, 1) = 0x1p300;
  p.stretch = 0x1p301, p.back_stretch = 0x1p100;
  expect_maybe(p, "a map beyond float, ");
}

TEST(ObbPacket, KeepsModelsOfVeryUnlikeSizeTogether) {
  // Box 0 of each holds the origin; frames differ in unit by up to 2^600, so that the smaller model is a point or less.
  Random random(6);
  const ObbPacket boxes = random_boxes(random, 0.1);
  for (int exponent = -300; exponent <= 300; exponent += 10)
    for (Simd simd : available_simd()) {
      const InnerFrame a{{}, 1}, b{{}, std::ldexp(1.0, exponent)};
      const RelativePlacement p = relate(a, random.rotation(), b, random.rotation(), 0);
      for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
        EXPECT_EQ(may_touch(simd, ClosedFrame::of_a(p, 1.75, 1.75), boxes, lane, boxes), 255u) << exponent;
        EXPECT_EQ(may_touch(simd, ClosedFrame::of_b(p, 1.75, 1.75), boxes, lane, boxes), 255u) << exponent;
      }
    }
}

}  // namespace
}  // namespace abut
