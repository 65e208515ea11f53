#include "mesh/polygon.h"

#include "math/random.h"
#include "mesh/ear_clipping.h"
#include <abut/error.h>

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut {

namespace {

/// A polygon on whole numbers, so that what is expected of it can be computed exactly in 64 bits.
struct Node {
  std::int64_t x, y;
  friend auto operator<=>(const Node&, const Node&) = default;
};
using Outline = std::vector<Node>;

std::int64_t area_of(const Node& a, const Node& b, const Node& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// How often the outline winds around a point with odd coordinates; the outline's own are even, and no side runs
/// through such a point where this is asked.
int winding(const Outline& outline, const Node& p) {
  int turns = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Node &a = outline[i], &b = outline[(i + 1) % outline.size()];
    if (a.y <= p.y && b.y > p.y && area_of(a, b, p) > 0) ++turns;
    if (a.y > p.y && b.y <= p.y && area_of(a, b, p) < 0) --turns;
  }
  return turns;
}

bool is_on_a_line(const Outline& outline, const std::vector<Triangle>& triangles, const Node& p) {
  for (const Triangle& t : triangles)
    for (std::size_t k = 0; k < 3; ++k)
      if (area_of(outline[t[k]], outline[t[(k + 1) % 3]], p) == 0) return true;
  return false;
}

/// The outline in space, where x and y become two of the coordinates and `height` gives the third.
template <class Height>
std::vector<Vec3> lifted(const Outline& outline, int axis, const Height& height) {
  std::vector<Vec3> points;
  for (const Node& node : outline) {
    Vec3 point;
    point[(axis + 1) % 3] = static_cast<double>(node.x);
    point[(axis + 2) % 3] = static_cast<double>(node.y);
    point[axis] = height(node);
    points.push_back(point);
  }
  return points;
}
std::vector<Vec3> flat(const Outline& outline) {
  return lifted(outline, 2, [](const Node&) { return 0.0; });
}

std::vector<Triangle> fan_of(std::size_t corners) {
  std::vector<Triangle> fan;
  for (std::uint32_t i = 2; i < corners; ++i) fan.push_back({0, i - 1, i});
  return fan;
}

/// None when it crosses itself.
std::vector<Triangle> cut(const std::vector<Vec3>& points) {
  std::vector<Triangle> triangles = fan_of(points.size());
  if (PolygonCutter().cut(points, triangles)) return triangles;
  EXPECT_EQ(triangles, fan_of(points.size()));
  return {};
}

/// Every side of the outline once, every other edge once in each direction.
void expect_disc(std::size_t corners, const std::vector<Triangle>& triangles) {
  ASSERT_EQ(triangles.size(), corners - 2);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  for (const Triangle& t : triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      ++sides[{t[k], t[(k + 1) % 3]}];
      --sides[{t[(k + 1) % 3], t[k]}];
    }
  for (const auto& [side, count] : sides) {
    const bool forward = side.second == (side.first + 1) % corners, back = side.first == (side.second + 1) % corners;
    EXPECT_EQ(count, forward ? 1 : back ? -1 : 0) << side.first << " " << side.second;
  }
}

/// The triangles cover what the outline winds around, and nothing else; none is turned over.
void expect_covers(const Outline& outline, const std::vector<Triangle>& triangles, std::int64_t step = 2) {
  expect_disc(outline.size(), triangles);
  std::int64_t low_x = outline[0].x, low_y = outline[0].y, high_x = low_x, high_y = low_y, whole = 0;
  for (const Node& n : outline) {
    low_x = std::min(low_x, n.x), high_x = std::max(high_x, n.x);
    low_y = std::min(low_y, n.y), high_y = std::max(high_y, n.y);
  }
  for (std::size_t i = 2; i < outline.size(); ++i) whole += area_of(outline[0], outline[i - 1], outline[i]);
  for (const Triangle& t : triangles) {
    const std::int64_t area = area_of(outline[t[0]], outline[t[1]], outline[t[2]]);
    EXPECT_GE(whole < 0 ? -area : area, 0);
  }
  for (std::int64_t x = low_x - 1; x <= high_x + 1; x += step)
    for (std::int64_t y = low_y - 1; y <= high_y + 1; y += step) {
      const Node p{x, y};
      if (is_on_a_line(outline, triangles, p)) continue;
      int covered = 0;
      for (const Triangle& t : triangles) covered += winding({outline[t[0]], outline[t[1]], outline[t[2]]}, p);
      const int expected = winding(outline, p);
      EXPECT_LE(std::abs(expected), 1);
      bool any = false;
      for (const Triangle& t : triangles) any |= winding({outline[t[0]], outline[t[1]], outline[t[2]]}, p) != 0;
      EXPECT_EQ(any, expected != 0) << x << " " << y;
      EXPECT_EQ(covered, expected) << x << " " << y;
    }
}

/// The border of a random set of cells without holes, walked so that it touches itself in corners and does not cross.
Outline polyomino(Random& random, int cells, bool every_step) {
  std::set<Node> inside{{0, 0}};
  const Node steps[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
  const auto has_hole = [&] {
    // The outside, walked from afar, also from corner to corner.
    std::set<Node> seen{{-cells, -cells}};
    std::vector<Node> waiting{{-cells, -cells}};
    while (!waiting.empty()) {
      const Node at = waiting.back();
      waiting.pop_back();
      for (const Node& step : steps) {
        const Node next{at.x + step.x, at.y + step.y};
        if (std::max(std::abs(next.x), std::abs(next.y)) > cells || inside.contains(next)) continue;
        if (seen.insert(next).second) waiting.push_back(next);
      }
    }
    return seen.size() + inside.size() < static_cast<std::size_t>((2 * cells + 1) * (2 * cells + 1));
  };
  while (inside.size() < static_cast<std::size_t>(cells)) {
    auto at = inside.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(random.below(inside.size())));
    const Node& step = steps[random.below(4)];
    const Node cell{at->x + step.x, at->y + step.y};
    if (!inside.insert(cell).second) continue;
    if (has_hole()) inside.erase(cell);
  }
  // Walk with the inside on the left. Where two cells meet in a corner only, go on to the other one.
  const auto cell_ahead = [](const Node& at, const Node& d, bool left) {
    const Node side = left ? Node{-d.y, d.x} : Node{d.y, -d.x};
    return Node{at.x + (d.x + side.x - 1) / 2, at.y + (d.y + side.y - 1) / 2};
  };
  Outline outline;
  const Node start = *inside.begin();  // the lowest x, and of those the lowest y
  Node at = start, direction{1, 0};
  do {
    outline.push_back({2 * at.x, 2 * at.y});
    at = {at.x + direction.x, at.y + direction.y};
    for (const Node& d : {Node{direction.y, -direction.x}, direction, Node{-direction.y, direction.x}})
      if (inside.contains(cell_ahead(at, d, true)) && !inside.contains(cell_ahead(at, d, false))) {
        direction = d;
        break;
      }
  } while (!(at == start && direction == Node{1, 0}));
  if (every_step) return outline;
  Outline corners;
  for (std::size_t i = 0; i < outline.size(); ++i)
    if (area_of(outline[(i + outline.size() - 1) % outline.size()], outline[i], outline[(i + 1) % outline.size()]) != 0)
      corners.push_back(outline[i]);
  return corners;
}

/// A random outline that goes once around the middle, in and out.
Outline star(Random& random, int corners) {
  Outline outline;
  for (int i = 0; i < corners; ++i) {
    const double angle = 6.283185307179586 * i / corners, far = 10 + 90 * random.unit();
    outline.push_back({2 * std::llround(far * std::cos(angle)), 2 * std::llround(far * std::sin(angle))});
  }
  return outline;
}

}  // namespace

// A pin in the notch of an L-shaped face touched the face's fan.
TEST(Polygon, CutsAnLShapeWithoutItsNotch) {
  const Outline shape{{0, 0}, {40, 0}, {40, 20}, {20, 20}, {20, 40}, {0, 40}};
  for (std::size_t first = 0; first < shape.size(); ++first) {
    Outline turned = shape;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(first), turned.end());
    expect_covers(turned, cut(flat(turned)));
    std::reverse(turned.begin(), turned.end());
    expect_covers(turned, cut(flat(turned)));
  }
}

TEST(Polygon, KeepsTheFanOfAConvexOne) {
  for (std::size_t corners : {3u, 4u, 5u, 12u, 128u}) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < corners; ++i) {
      const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(corners);
      points.push_back({std::cos(angle), 0.3 * std::sin(angle), std::sin(angle)});
    }
    EXPECT_EQ(cut(points), fan_of(corners));
    std::reverse(points.begin(), points.end());
    EXPECT_EQ(cut(points), fan_of(corners));
  }
  // Corners in the middle of sides, and repeated ones.
  EXPECT_EQ(cut(flat({{0, 0}, {2, 0}, {4, 0}, {4, 4}, {4, 4}, {0, 4}})), fan_of(6));
  EXPECT_EQ(cut(flat({{0, 0}, {0, 0}, {4, 0}, {4, 4}, {0, 0}, {0, 0}})), fan_of(6));
  // Concave, but seen from its first corner all of it is in sight.
  EXPECT_EQ(cut(flat({{2, 2}, {0, 8}, {0, 0}, {8, 0}})), fan_of(4));
}

TEST(Polygon, CutsRandomOutlinesThatTouchThemselves) {
  Random random(9);
  for (int run = 0; run < 150; ++run) {
    Outline outline = polyomino(random, 3 + run % 20, run % 2 == 0);
    const std::size_t first = random.below(outline.size());
    std::rotate(outline.begin(), outline.begin() + static_cast<std::ptrdiff_t>(first), outline.end());
    if (run % 3 == 0) std::reverse(outline.begin(), outline.end());
    if (run % 5 == 0) outline.insert(outline.begin() + 2, outline[2]);  // a corner twice
    const std::vector<Triangle> triangles = cut(flat(outline));
    ASSERT_FALSE(triangles.empty()) << run;
    expect_covers(outline, triangles);
    if (testing::Test::HasFailure()) FAIL() << run;
  }
}

TEST(Polygon, CutsRandomStars) {
  Random random(10);
  for (int run = 0; run < 30; ++run) {
    Outline outline = star(random, 4 + 3 * run);
    std::rotate(outline.begin(), outline.begin() + 1, outline.end());
    const std::vector<Triangle> triangles = cut(flat(outline));
    ASSERT_FALSE(triangles.empty()) << run;
    expect_covers(outline, triangles, 6);
  }
}

// A hole is told by a bridge that is walked in both directions.
TEST(Polygon, CutsAroundAHoleOnABridge) {
  Outline outline{{0, 0}, {60, 0}, {60, 60}, {0, 60}, {0, 0}, {20, 20}, {20, 40}, {40, 40}, {40, 20}, {20, 20}};
  for (std::size_t first = 0; first < outline.size(); ++first) {
    std::rotate(outline.begin(), outline.begin() + 1, outline.end());
    expect_covers(outline, cut(flat(outline)));
  }
}

TEST(Polygon, TakesNeedlesAndWhatHasNoArea) {
  expect_covers({{0, 0}, {20, 0}, {40, 0}, {20, 0}, {20, 20}, {0, 20}},
                cut(flat({{0, 0}, {20, 0}, {40, 0}, {20, 0}, {20, 20}, {0, 20}})));
  expect_covers({{0, 0}, {20, 0}, {20, 20}, {10, 4}, {20, 20}, {0, 20}},
                cut(flat({{0, 0}, {20, 0}, {20, 20}, {10, 4}, {20, 20}, {0, 20}})));
  EXPECT_EQ(cut(flat({{0, 0}, {2, 2}, {8, 8}, {4, 4}, {6, 6}})), fan_of(5));
  EXPECT_EQ(cut(flat({{2, 2}, {2, 2}, {2, 2}, {2, 2}})), fan_of(4));
  EXPECT_EQ(cut(flat({{0, 0}, {8, 0}, {0, 0}, {0, 8}})), fan_of(4));
  std::vector<Vec3> upright = flat({{0, 0}, {2, 2}, {8, 8}, {4, 4}});
  upright[1].z = 3, upright[2].z = 12, upright[3].z = 6;
  EXPECT_EQ(cut(upright), fan_of(4));
}

TEST(Polygon, RefusesOneThatCrossesItself) {
  EXPECT_TRUE(cut(flat({{0, 0}, {20, 20}, {20, 0}, {0, 20}})).empty());                   // a bow
  EXPECT_TRUE(cut(flat({{0, 0}, {20, 20}, {20, 0}, {0, 10}})).empty());                   // one with an area
  EXPECT_TRUE(cut(flat({{-8, -8}, {0, 0}, {8, 8}, {8, -8}, {0, 0}, {-8, 8}})).empty());   // crossing in a corner
  EXPECT_TRUE(cut(flat({{0, 30}, {18, -24}, {-28, 10}, {28, 10}, {-18, -24}})).empty());  // a pentagram
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_TRUE(cut(lifted(Outline{{0, 0}, {20, 20}, {20, 0}, {0, 10}}, axis, [](const Node& n) {
                  return 0.7 * static_cast<double>(n.x) + 0.1 * static_cast<double>(n.y);
                })).empty());
}

TEST(Polygon, CutsWhatIsNotInAPlane) {
  Random random(11);
  for (int run = 0; run < 60; ++run) {
    const Outline outline = polyomino(random, 4 + run % 12, false);
    const auto points = lifted(outline, run % 3, [&](const Node&) { return 0.5 * random.unit(); });
    const std::vector<Triangle> triangles = cut(points);
    ASSERT_FALSE(triangles.empty()) << run;
    expect_covers(outline, triangles);
  }
}

// Quads of files: four corners near a rectangle, off by rounding, some of them hardly wider than that.
TEST(Polygon, NeverRefusesAQuadThatIsOffByRounding) {
  Random random(12);
  for (int run = 0; run < 20000; ++run) {
    const double length = 1000, width = std::ldexp(1000, -(run % 40));
    const Vec3 along{random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5};
    const Vec3 other{random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5};
    const Vec3 u = along * (length / abut::length(along)), side = cross(along, other);
    const Vec3 v = side * (width / abut::length(side));
    std::vector<Vec3> points{{}, u, u + v, v};
    for (Vec3& point : points)
      for (int axis = 0; axis < 3; ++axis) point[axis] = static_cast<double>(static_cast<float>(point[axis] + 1234.5));
    EXPECT_FALSE(cut(points).empty()) << run;
  }
}

// A fan put 35,000 triangles on one corner, and looking for those that cross took 42 seconds.
TEST(Polygon, PutsFewTrianglesOnOneCornerOfALargeOne) {
  std::vector<Vec3> points;
  constexpr std::size_t corners = 3500;
  for (std::size_t i = 0; i < corners; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / corners;
    points.push_back({std::cos(angle), std::sin(angle), 0});
  }
  const std::vector<Triangle> triangles = cut(points);
  expect_disc(corners, triangles);
  std::vector<int> on(corners);
  for (const Triangle& t : triangles)
    for (std::uint32_t corner : t) ++on[corner];
  EXPECT_LE(*std::max_element(on.begin(), on.end()), 40);
}

TEST(Polygon, LooksAtLittleMoreThanProportionallyManyCornersOfLargeOnes) {
  const auto comb = [](int teeth, std::int64_t lean) {
    Outline outline;
    for (std::int64_t i = 0; i < teeth; ++i) {
      outline.push_back({8 * i, 0});
      outline.push_back({8 * i + lean, 100000});
      outline.push_back({8 * i + 4 + lean, 100000});
      outline.push_back({8 * i + 4, 0});
    }
    outline.push_back({8 * teeth, -10});
    outline.push_back({0, -10});
    return flat(outline);
  };
  const auto spiral = [](int turns) {
    Outline in, out;
    for (std::int64_t i = 1; i < turns; ++i)
      for (const Node& corner : {Node{i, -i}, Node{i, i}, Node{-i, i}, Node{-i, -i - 1}}) {
        in.push_back({8 * corner.x, 8 * corner.y});
        out.push_back({8 * corner.x + (corner.x > 0 ? 4 : -4), 8 * corner.y + (corner.y > 0 ? 4 : -4)});
      }
    in.insert(in.end(), out.rbegin(), out.rend());
    return flat(in);
  };
  const auto looks = [](const std::vector<Vec3>& points) {
    std::vector<FlatPoint> corners;
    double area = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3 &p = points[i], &q = points[(i + 1) % points.size()];
      area += p.x * q.y - p.y * q.x;
      corners.push_back({p.x, p.y});
    }
    if (area < 0) std::reverse(corners.begin(), corners.end());
    const EarCut its = clip_ears(corners);
    EXPECT_EQ(its.triangles.size(), points.size() - 2);
    return its.looks;
  };
  for (int kind = 0; kind < 3; ++kind) {
    const auto make = [&](int n) { return kind == 2 ? spiral(n / 2) : comb(n, kind == 0 ? 0 : 90000); };
    // Ten times as many corners: 100 times as many looks would be square.
    const std::uint64_t few = looks(make(900)), many = looks(make(9000));
    EXPECT_LT(many, 30 * few) << kind;
    EXPECT_GT(few, 0u) << kind;
  }
}

TEST(Polygon, IsRefusedByTheMeshWhenItCrossesItself) {
  Mesh mesh{flat({{0, 0}, {20, 20}, {20, 0}, {0, 20}}), {}, {}};
  const std::uint32_t bow[] = {0, 1, 2, 3};
  EXPECT_THROW(mesh.add_polygon(bow), Error);
  EXPECT_TRUE(mesh.triangles.empty());
}

}  // namespace abut
