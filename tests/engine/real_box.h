#pragma once

// Placed boxes as they are, with a hundred digits.

#include "engine/packet_boxes.h"
#include "math/inner_frame.h"
#include "support/feature_distance.h"

#include <algorithm>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace abut {

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

inline Vec3 rounded(const Point& p, const Point& from) {
  const Point way = oracle::minus(p, from);
  return {static_cast<double>(way[0]), static_cast<double>(way[1]), static_cast<double>(way[2])};
}

/// 0 when the boxes touch, else the distance of their closest sides. Those are picked with doubles and measured with a
/// hundred digits.
inline Number real_distance(const RealBox& a, const RealBox& b) {
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
      // Doubles take a box that is tiny beside the other for one that crosses it.
      if (features.cross()) {
        const Corners exact_a = a.triangle(i), exact_b = b.triangle(j);
        if (oracle::Features<Number>(exact_a, exact_b, every).cross()) return 0;
      }
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

/// Two placed frames.
struct PlacedFrames {
  InnerFrame frame_a, frame_b;
  Placement at_a, at_b;
};

/// Anything from overlapping to far apart, units and scales far from 1 and far from each other, frames off their
/// models' origins, models far from the world's.
inline PlacedFrames some_frames(Random& random, bool rigid) {
  PlacedFrames pair;
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

}  // namespace abut
