// Lower bounds of boxes' distances against the boxes themselves, with a hundred digits.

#include "engine/packet_boxes.h"
#include "support/effort.h"
#include "support/feature_distance.h"
#include "support/gap_kernels.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

namespace abut {
namespace {

using Number = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;
using Point = oracle::Point<Number>;
using Corners = oracle::Corners<Number>;

/// The points x with |axis_k . (x - centre)| <= half_k, in the world: its eight corners solve three equations each.
struct RealBox {
  std::array<Point, 8> corners;

  RealBox(const ObbPacket& boxes, int lane, const InnerFrame& frame, const Placement& at) {
    Point axis[3], centre;
    for (int k = 0; k < 3; ++k) {
      centre[k] = boxes.centre[k][lane];
      for (int c = 0; c < 3; ++c) axis[k][c] = boxes.axes[k][c][lane];
    }
    const Number volume = oracle::product(axis[0], oracle::normal_of(axis[1], axis[2]));
    for (int corner = 0; corner < 8; ++corner) {
      Point inner = centre;
      for (int k = 0; k < 3; ++k) {
        const Number half = (corner >> k & 1) != 0 ? boxes.half[k][lane] : -boxes.half[k][lane];
        inner = oracle::moved(inner, Number(half / volume), oracle::normal_of(axis[(k + 1) % 3], axis[(k + 2) % 3]));
      }
      for (int i = 0; i < 3; ++i) {
        Number sum = at.shift[i];
        for (int j = 0; j < 3; ++j) sum += at.linear(i, j) * (frame.centre[j] + frame.unit * inner[j]);
        corners[corner][i] = sum;
      }
    }
  }

  /// Two triangles for each of six sides.
  Corners triangle(int i) const {
    static constexpr int sides[6][4] = {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                        {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}};
    const auto& side = sides[i / 2];
    return {corners[side[0]], corners[side[i % 2 == 0 ? 1 : 2]], corners[side[i % 2 == 0 ? 2 : 3]]};
  }

  /// By the corner 0 and the three that follow it along an axis each.
  bool holds(const Point& p) const {
    for (int k = 0; k < 3; ++k) {
      const Point u = oracle::minus(corners[1 << (k + 1) % 3], corners[0]);
      const Point v = oracle::minus(corners[1 << (k + 2) % 3], corners[0]);
      const Point w = oracle::minus(corners[1 << k], corners[0]), normal = oracle::normal_of(u, v);
      const Number along = oracle::product(normal, oracle::minus(p, corners[0])), most = oracle::product(normal, w);
      if (most > 0 ? along < 0 || along > most : along > 0 || along < most) return false;
    }
    return true;
  }
};

Vec3 rounded(const Point& p, const Point& from) {
  const Point way = oracle::minus(p, from);
  return {static_cast<double>(way[0]), static_cast<double>(way[1]), static_cast<double>(way[2])};
}

/// 0 when the boxes touch, else the distance of their closest sides. Those are picked with doubles and measured with a
/// hundred digits.
Number real_distance(const RealBox& a, const RealBox& b) {
  for (int i = 0; i < 8; ++i)
    if (a.holds(b.corners[i]) || b.holds(a.corners[i])) return 0;
  struct Candidate {
    double distance;
    int i, j;
  };
  std::vector<Candidate> candidates;
  const auto in_doubles = [&](const Corners& corners) {
    oracle::Corners<double> result;
    for (int k = 0; k < 3; ++k) {
      const Vec3 p = rounded(corners[k], a.corners[0]);
      result[k] = {p.x, p.y, p.z};
    }
    return result;
  };
  oracle::EveryNormal every;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) {
      const oracle::Corners<double> of_a = in_doubles(a.triangle(i)), of_b = in_doubles(b.triangle(j));
      oracle::Features<double> features(of_a, of_b, every);
      if (features.cross()) return 0;
      candidates.push_back({features.squared_distance(), i, j});
    }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& p, const Candidate& q) { return p.distance < q.distance; });
  Number least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const Corners of_a = a.triangle(candidates[i].i), of_b = b.triangle(candidates[i].j);
    least = std::min(least, oracle::Features<Number>(of_a, of_b, every).squared_distance());
  }
  return sqrt(least);
}

/// Two placed frames, and the boxes of one of them carried into the other.
struct Pair {
  InnerFrame frame_a, frame_b;
  Placement at_a, at_b;
};

/// Anything from overlapping to far apart, units and scales far from 1 and far from each other, frames off their
/// models' origins, models far from the world's.
Pair some_pair(Random& random, bool rigid) {
  Pair pair;
  const double scale = std::exp2(random.between(-27, 27));
  pair.frame_a = {random.in_cube(1), std::exp2(std::floor(random.between(-3, 3)))};
  pair.frame_b = {random.in_cube(1), std::exp2(std::floor(random.between(-3, 3)))};
  const double unit = std::exp2(std::floor(std::log2(scale)));
  for (InnerFrame* frame : {&pair.frame_a, &pair.frame_b}) frame->unit *= unit, frame->centre = frame->centre * scale;
  const Vec3 away = random.chance(0.2) ? random.direction() * (1e6 * scale) : Vec3{};
  const double apart = random.chance(0.2) ? 1e6 : random.chance(0.5) ? 1 : 12;
  pair.at_a = random.rotation(away);
  pair.at_b = random.rotation(away + random.in_cube(apart) * scale);
  if (!rigid)
    for (Placement* at : {&pair.at_a, &pair.at_b})
      for (double& entry : at->linear.entries) entry *= std::exp2(random.between(-2, 2));
  return pair;
}

double root_less_slack(double square, double slack) { return std::sqrt(square) - slack; }

/// Packets with one side closed, and what must hold of every bound.
void expect_bounds(const Pair& pair, bool closes_a, Random& random, int& positive, int& apart) {
  const ObbPacket of_a = random_boxes(random), of_b = random_boxes(random);
  const RelativePlacement b_in_a = relate(pair.frame_a, pair.at_a, pair.frame_b, pair.at_b, 0);
  const GapFrame frame = closes_a ? GapFrame::of_a(b_in_a, 2, 2) : GapFrame::of_b(b_in_a, 2, 2);
  const InnerFrame& opened_frame = closes_a ? pair.frame_b : pair.frame_a;
  const Placement& opened_at = closes_a ? pair.at_b : pair.at_a;
  const double world = least_stretch(opened_at.linear) * opened_frame.unit;
  const int lane = static_cast<int>(random.below(ObbPacket::lanes));
  const GapBox closed(frame, closes_a ? of_a : of_b, lane);
  const ObbPacket& opened = closes_a ? of_b : of_a;
  const RealBox real_closed(closes_a ? of_a : of_b, lane, closes_a ? pair.frame_a : pair.frame_b,
                            closes_a ? pair.at_a : pair.at_b);
  Number distances[ObbPacket::lanes];
  for (int i = 0; i < ObbPacket::lanes; ++i)
    distances[i] = real_distance(real_closed, RealBox(opened, i, opened_frame, opened_at));

  double scalar[ObbPacket::lanes], squares[ObbPacket::lanes];
  squared_gaps_scalar(frame, closed, opened, scalar);
  for (Simd simd : available_simd())
    for (bool fused : {false, true}) {
      const double limit = scalar[random.below(ObbPacket::lanes)];
      const std::uint32_t near = PacketGapsOn{simd, fused}.near_lanes(frame, closed, opened, limit, squares);
      for (int i = 0; i < ObbPacket::lanes; ++i) {
        const std::string what = std::string(name_of(simd)) + (fused ? ", fused" : "");
        EXPECT_LE(root_less_slack(squares[i], frame.slack) * world, distances[i]) << what;
        EXPECT_EQ(near >> i & 1, !(squares[i] > limit)) << what;
        if (!fused) {
          EXPECT_EQ(squares[i], scalar[i]) << what;
        }
      }
    }
  for (int i = 0; i < ObbPacket::lanes; ++i) {
    apart += distances[i] > 0;
    positive += root_less_slack(scalar[i], frame.slack) * world > 0.5 * distances[i] && distances[i] > 0;
  }
}

constexpr int rounds = sanitized ? 4 : 60;

TEST(GapBox, BoundsTheDistanceOfRigidlyPlacedBoxesFromBelowOnEveryInstructionSet) {
  Random random(61);
  int positive = 0, apart = 0;
  for (int i = 0; i < rounds; ++i) expect_bounds(some_pair(random, true), i % 2 == 0, random, positive, apart);
  // And most of the time not by little.
  EXPECT_GT(positive, 0.7 * apart);
  EXPECT_GT(apart, rounds * 4);
}

TEST(GapBox, BoundsTheDistanceOfStretchedBoxesFromBelow) {
  Random random(62);
  int positive = 0, apart = 0;
  for (int i = 0; i < rounds; ++i) expect_bounds(some_pair(random, false), i % 2 == 0, random, positive, apart);
  EXPECT_GT(positive, 0.1 * apart);
}

TEST(GapBox, BoundsTheDistanceOfAPointFromBoxesFromBelow) {
  Random random(63);
  for (int round = 0; round < rounds; ++round) {
    const ObbPacket boxes = random_boxes(random);
    const Vec3 point = random.in_cube(round % 3 == 0 ? 1e5 : 1);
    const Point p{point.x, point.y, point.z};
    double scalar[ObbPacket::lanes], squares[ObbPacket::lanes];
    squared_gaps_scalar(point, boxes, scalar);
    Number distances[ObbPacket::lanes];
    for (int i = 0; i < ObbPacket::lanes; ++i) {
      const RealBox box(boxes, i, {}, {});
      oracle::EveryNormal every;
      const Corners alone{p, p, p};
      Number least = std::numeric_limits<double>::infinity();
      for (int t = 0; t < 12; ++t) {
        const Corners side = box.triangle(t);
        least = std::min(least, oracle::Features<Number>(alone, side, every).squared_distance());
      }
      distances[i] = box.holds(p) ? Number(0) : Number(sqrt(least));
    }
    for (Simd simd : available_simd())
      for (bool fused : {false, true}) {
        PacketGapsOn{simd, fused}.near_lanes(point, boxes, 1, squares);
        for (int i = 0; i < ObbPacket::lanes; ++i) {
          EXPECT_LE(std::sqrt(squares[i]), distances[i]) << name_of(simd);
          EXPECT_GE(std::sqrt(squares[i]), distances[i] * 0.5 - 1e-5) << name_of(simd);
          if (!fused) {
            EXPECT_EQ(squares[i], scalar[i]) << name_of(simd);
          }
        }
      }
  }
}

TEST(GapFrame, HasInfiniteSlackWhereNumbersEnd) {
  RelativePlacement b_in_a;
  b_in_a.shift_error = std::numeric_limits<double>::infinity();
  EXPECT_EQ(GapFrame::of_a(b_in_a, 1, 1).slack, std::numeric_limits<double>::infinity());
  EXPECT_EQ(GapFrame::of_b(b_in_a, 1, 1).slack, std::numeric_limits<double>::infinity());
  b_in_a.shift_error = std::nan("");
  EXPECT_EQ(GapFrame::of_b(b_in_a, 1, 1).slack, std::numeric_limits<double>::infinity());
}

/// Is no unit vector's image shorter than this? Decided by the principal minors of M'M - length^2 I.
bool stretches_at_least(const Matrix3& m, double length) {
  Number gram[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      gram[i][j] = i == j ? Number(-Number(length) * Number(length)) : Number(0);
      for (int k = 0; k < 3; ++k) gram[i][j] += Number(m(k, i)) * Number(m(k, j));
    }
  const auto minor = [&](int i, int j) { return gram[i][i] * gram[j][j] - gram[i][j] * gram[j][i]; };
  for (int i = 0; i < 3; ++i)
    if (gram[i][i] < 0 || minor(i, (i + 1) % 3) < 0) return false;
  const Number whole = gram[0][0] * (gram[1][1] * gram[2][2] - gram[1][2] * gram[2][1]) -
                       gram[0][1] * (gram[1][0] * gram[2][2] - gram[1][2] * gram[2][0]) +
                       gram[0][2] * (gram[1][0] * gram[2][1] - gram[1][1] * gram[2][0]);
  return whole >= 0;
}

TEST(LeastStretch, IsNearlyExactForRotationsAndUniformScales) {
  Random random(64);
  for (int i = 0; i < 2000; ++i) {
    const double scale = i % 2 == 0 ? 1 : std::exp2(random.between(-250, 250));
    const Matrix3 m = random.rotation().linear * scale;
    const double least = least_stretch(m);
    EXPECT_TRUE(stretches_at_least(m, least)) << scale;
    EXPECT_FALSE(stretches_at_least(m, least * (1 + 1e-14))) << scale;
  }
}

TEST(LeastStretch, IsALowerBoundForScalesAndShearsOfAnyKind) {
  Random random(65);
  int useful = 0;
  for (int i = 0; i < 2000; ++i) {
    Matrix3 m = random.rotation().linear;
    const double wildness = i % 4 == 0 ? 1e-7 : i % 4 == 1 ? 0.5 : i % 4 == 2 ? 10 : 60;
    for (double& entry : m.entries) entry *= std::exp2(random.between(-wildness, wildness));
    const double least = least_stretch(m);
    EXPECT_TRUE(stretches_at_least(m, least));
    useful += least > 0 && !stretches_at_least(m, 3 * least);
  }
  EXPECT_GT(useful, 1900);
}

TEST(LeastStretch, IsNothingForSingularMaps) {
  EXPECT_EQ(least_stretch(Matrix3{{1, 2, 3, 2, 4, 6, 0, 0, 1}}), 0);
  EXPECT_EQ(least_stretch(Matrix3{{1, 0, 0, 0, 1, 0, 0, 0, 0}}), 0);
}

}  // namespace
}  // namespace abut
