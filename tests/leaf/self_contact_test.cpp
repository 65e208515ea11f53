#include "leaf/self_contact.h"

#include "math/rounding.h"
#include "support/cgal_oracle.h"
#include "support/effort.h"
#include "support/pair_configurations.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace abut {
namespace {

using Corners = std::array<Vec3, 3>;

/// Two triangles as one mesh without common indices.
class TwoTriangles {
 public:
  TwoTriangles(const Corners& a, const Corners& b)
      : points_{a[0], a[1], a[2], b[0], b[1], b[2]}, forms_(classify_triangles(points_, triangles_)) {}

  /// The answer, after making sure that swapping the triangles does not change it.
  bool touch() const {
    SelfContactTest test({points_, triangles_, forms_, {}});
    const bool answer = test.touch(0, 1);
    EXPECT_EQ(test.touch(1, 0), answer);
    return answer;
  }

 private:
  std::array<Vec3, 6> points_;
  std::array<Triangle, 2> triangles_{{{0, 1, 2}, {3, 4, 5}}};
  std::vector<TriangleForm> forms_;
};

bool touch(const Corners& a, const Corners& b) { return TwoTriangles(a, b).touch(); }

Corners permuted(const Corners& corners, int permutation) {
  static constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const int(&order)[3] = orders[permutation];
  return {corners[order[0]], corners[order[1]], corners[order[2]]};
}

bool have_a_corner_in_common(const Corners& a, const Corners& b) {
  return std::any_of(a.begin(), a.end(), [&](const Vec3& p) { return std::find(b.begin(), b.end(), p) != b.end(); });
}

std::string describe(const Corners& a, const Corners& b) {
  std::string text;
  for (const Corners* corners : {&a, &b})
    for (const Vec3& p : *corners) {
      char line[120];
      std::snprintf(line, sizeof line, "Vec3{%a, %a, %a}, ", p.x, p.y, p.z);
      text += line;
    }
  return text;
}

const Corners face{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};

TEST(SelfContactTest, LeavesNeighboursAloneThatMeetInACommonCornerOrSide) {
  EXPECT_FALSE(touch(face, {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 0, 4}})) << "a side, at a right angle";
  EXPECT_FALSE(touch(face, {Vec3{4, 0, 0}, Vec3{0, 4, 0}, Vec3{4, 4, 0}})) << "a side, flat";
  EXPECT_FALSE(touch(face, {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0x1p-1074}})) << "a side, all but folded";
  EXPECT_FALSE(touch(face, {Vec3{0, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, -1, 0}})) << "a corner, flat";
  EXPECT_FALSE(touch(face, {Vec3{0, 0, 0}, Vec3{1, 1, 1}, Vec3{2, 1, 1}})) << "a corner, above the face";
  EXPECT_FALSE(touch(face, {Vec3{0, 0, 0}, Vec3{-1, -1, -1}, Vec3{-1, -1, 1}})) << "a corner, through the plane";
}

TEST(SelfContactTest, FindsNeighboursThatOverlapBeyondWhatTheyShare) {
  EXPECT_TRUE(touch(face, {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{1, 1, 0}})) << "folded over a side";
  EXPECT_TRUE(touch(face, {Vec3{0, 0, 0}, Vec3{1, 1, -1}, Vec3{1, 1, 1}})) << "a corner, and piercing";
  EXPECT_TRUE(touch(face, {Vec3{0, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}})) << "a corner, and a side on the face";
  EXPECT_TRUE(touch(face, {Vec3{0, 0, 0}, Vec3{9, 0, 0}, Vec3{9, -1, 5}})) << "a corner, and sides along each other";
  EXPECT_TRUE(touch(face, {Vec3{0, 0, 0}, Vec3{2, 0, 0}, Vec3{1, -3, 0}})) << "the same in one plane";
  EXPECT_TRUE(touch(face, {Vec3{0, 0, 0}, Vec3{9, 1, 0}, Vec3{1, 9, 0}})) << "a corner, one sector in the other";
  EXPECT_TRUE(touch(face, face)) << "a copy";
  EXPECT_TRUE(touch(face, {face[0], face[2], face[1]})) << "a copy the other way round";
}

TEST(SelfContactTest, CountsTouchingWithoutACommonCornerAsContact) {
  EXPECT_TRUE(touch(face, {Vec3{1, 0, 0}, Vec3{2, 0, 0}, Vec3{1, -1, 0}})) << "sides along each other";
  EXPECT_TRUE(touch(face, {Vec3{2, 0, 0}, Vec3{2, -1, 1}, Vec3{3, -1, 1}})) << "a corner on a side";
  EXPECT_TRUE(touch(face, {Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{2, 1, 1}})) << "a corner on the face";
  EXPECT_FALSE(touch(face, {Vec3{1, 1, 0x1p-1074}, Vec3{1, 1, 1}, Vec3{2, 1, 1}})) << "a hair above the face";
}

TEST(SelfContactTest, ClosesATJointWithAFlatTriangle) {
  // Above the line from p to q one triangle, below it two that meet in m; the flat triangle p m q stitches them.
  const Vec3 p{0, 0, 0}, m{1, 0, 0}, q{3, 0, 0}, above{1, 2, 0}, below{1, -2, 0};
  const Corners stitch{p, m, q};
  EXPECT_FALSE(touch(stitch, {p, q, above}));
  EXPECT_FALSE(touch(stitch, {m, p, below}));
  EXPECT_FALSE(touch(stitch, {q, m, below}));
  EXPECT_TRUE(touch({p, q, above}, {m, p, below})) << "the T-joint itself";
}

TEST(SelfContactTest, DecidesSegmentsAndPoints) {
  const auto segment = [](const Vec3& p, const Vec3& q) { return Corners{p, q, q}; };
  const auto dot_at = [](const Vec3& p) { return Corners{p, p, p}; };
  const Vec3 o{0, 0, 0}, x{4, 0, 0};
  EXPECT_FALSE(touch(segment(o, x), segment(x, {9, 0, 0}))) << "end to end on one line";
  EXPECT_FALSE(touch(segment(o, x), segment(x, {4, 1, 0}))) << "end to end at an angle";
  EXPECT_TRUE(touch(segment(o, x), segment(o, {2, 0, 0}))) << "one on the other";
  EXPECT_TRUE(touch(segment(o, x), segment(x, o))) << "copies";
  EXPECT_FALSE(touch(face, segment(o, x))) << "a side of the face";
  EXPECT_TRUE(touch(face, segment(o, {2, 0, 0}))) << "a part of a side";
  EXPECT_TRUE(touch(face, segment(o, {9, 9, 0}))) << "over the face";
  EXPECT_FALSE(touch(face, segment(o, {-1, 9, 0}))) << "past the face";
  EXPECT_TRUE(touch(face, {Vec3{-1, -1, 0}, o, Vec3{3, 3, 0}})) << "from its middle corner over the face";
  EXPECT_FALSE(touch(face, {Vec3{-1, -1, 1}, o, Vec3{1, 1, -1}})) << "through a corner of the face";
  EXPECT_FALSE(touch(face, dot_at(o)));
  EXPECT_FALSE(touch(segment(o, x), dot_at(x)));
  EXPECT_TRUE(touch(segment(o, x), dot_at({1, 0, 0}))) << "no corner of the segment";
  EXPECT_TRUE(touch(dot_at(o), dot_at(o))) << "copies";
}

/// All triangles, segments and points with corners among these.
std::vector<Corners> all_triangles(const std::vector<Vec3>& points) {
  std::vector<Corners> result;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i; j < points.size(); ++j)
      for (std::size_t k = j; k < points.size(); ++k) result.push_back({points[i], points[j], points[k]});
  return result;
}

std::vector<Vec3> grid(int nx, int ny, int nz, double cell = 1) {
  std::vector<Vec3> points;
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z) points.push_back(Vec3{1.0 * x, 1.0 * y, 1.0 * z} * cell);
  return points;
}

struct Compared {
  int pairs = 0, contacts = 0;
};

/// Compares every `stride`-th pair with a common corner with the oracle, in `orders` random orders of the corners, or
/// all 36.
Compared compare_all_pairs(const std::vector<Vec3>& points, int stride, int orders) {
  Random random(7);
  const std::vector<Corners> triangles = all_triangles(points);
  Compared compared;
  int seen = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const Corners &a = triangles[i], &b = triangles[j];
      if (!have_a_corner_in_common(a, b) || seen++ % stride != 0) continue;
      const bool expected = cgal_touch_beyond_common(a, b);
      ++compared.pairs;
      compared.contacts += expected;
      for (int order = 0; order < orders; ++order) {
        const int which = orders == 36 ? order : static_cast<int>(random.below(36));
        const Corners pa = permuted(a, which / 6), pb = permuted(b, which % 6);
        EXPECT_EQ(touch(pa, pb), expected) << describe(pa, pb);
        if (testing::Test::HasFailure()) return compared;
      }
    }
  return compared;
}

/// Both answers must be common, or the comparison says little.
void expect_both_answers(const Compared& compared, int least_pairs) {
  EXPECT_GT(compared.pairs, least_pairs);
  EXPECT_GT(compared.contacts, compared.pairs / 10);
  EXPECT_LT(compared.contacts, compared.pairs * 9 / 10);
}

TEST(SelfContactTest, AgreesWithCgalOnAllPairsOnACubeInAllOrders) {
  expect_both_answers(compare_all_pairs(grid(2, 2, 2), 1, 36), 3000);
}

// All pairs, or every so many of them.
const int step = sanitized ? 101 : in_full() ? 1 : 3;

TEST(SelfContactTest, AgreesWithCgalOnAllPairsOnAGridOfEighteenPoints) {
  expect_both_answers(compare_all_pairs(grid(3, 3, 2), step, 2), 150000 / step);
}

TEST(SelfContactTest, AgreesWithCgalOnAllPairsOnAGridInOnePlane) {
  expect_both_answers(compare_all_pairs(grid(4, 1, 4), step, 2), 100000 / step);
}

TEST(SelfContactTest, AgreesWithCgalOnAllPairsOnOneLine) {
  std::vector<Vec3> points;
  for (int i = 0; i < 6; ++i) points.push_back(Vec3{1, -2, 3} * i);
  expect_both_answers(compare_all_pairs(points, 1, 36), 1000);
}

// A tenth is no double: what is flat or straight on the grids above is so here only now and then.
TEST(SelfContactTest, AgreesWithCgalOnAGridThatIsRounded) {
  expect_both_answers(compare_all_pairs(grid(3, 3, 2, 0.1), 21 * step, 2), 8000 / step);
}

void make_a_corner_common(Configuration& c, Random& random) {
  c.b[random.below(3)] = c.a[random.below(3)];
  if (random.chance(0.4)) c.b[random.below(3)] = c.a[random.below(3)];
}

TEST(SelfContactTest, AgreesWithCgalOnConfigurationsThatAreHardForRoundedArithmetic) {
  Random random(11);
  const int pairs = long_tries(10000);
  int contacts = 0;
  for (int i = 0; i < pairs; ++i) {
    Configuration c = any_configuration(random);
    if (random.chance(0.3)) c = {c.a, c.a};
    if (random.chance(0.3)) std::swap(c.b[random.below(3)], any_configuration(random).b[0]);
    make_a_corner_common(c, random);
    if (random.chance(0.3)) {
      double& coordinate = c.b[random.below(3)][static_cast<int>(random.below(3))];
      coordinate = random.chance(0.5) ? next_up(coordinate) : next_down(coordinate);
    }
    const double scale = random.chance(0.2) ? std::ldexp(1.0, static_cast<int>(random.below(580)) - 290) : 1;
    for (Vec3* p : {&c.a[0], &c.a[1], &c.a[2], &c.b[0], &c.b[1], &c.b[2]}) *p = *p * scale;
    const bool expected = cgal_touch_beyond_common(c.a, c.b);
    contacts += expected;
    ASSERT_EQ(touch(c.a, c.b), expected) << describe(c.a, c.b);
  }
  EXPECT_GT(contacts, pairs / 10);
  EXPECT_LT(contacts, pairs * 9 / 10);
}

/// Neighbours in a plane that no axis is at right angles to, each a rounding away from it.
TEST(SelfContactTest, AgreesWithCgalOnNeighboursThatAreNearlyFlat) {
  Random random(12);
  int contacts = 0;
  for (int i = 0; i < long_tries(6000); ++i) {
    const Vec3 e = random.direction(), f = random.direction(), away = random.in_cube(2);
    const auto corner = [&] { return away + e * random.between(-1, 1) + f * random.between(-1, 1); };
    Configuration c{{corner(), corner(), corner()}, {corner(), corner(), corner()}};
    c.b[0] = c.a[0];
    if (random.chance(0.5)) c.b[1] = c.a[1];
    if (random.chance(0.2)) c.b[1] = (c.a[0] + c.a[1]) * 0.5;
    const bool expected = cgal_touch_beyond_common(c.a, c.b);
    contacts += expected;
    ASSERT_EQ(touch(c.a, c.b), expected) << describe(c.a, c.b);
  }
  EXPECT_GT(contacts, long_tries(100));
}

TEST(SelfContactTest, NeedsNoExactArithmeticInASmoothOrFlatSurface) {
  // A height field on a grid, flat, then curved: every pair of triangles of the two rings around its middle.
  for (double height : {0.0, 0.1}) {
    std::vector<Vec3> points;
    std::vector<Triangle> triangles;
    for (int x = 0; x < 4; ++x)
      for (int y = 0; y < 4; ++y) points.push_back({x / 3.0, y / 3.0, height * (x * x - y * y) / 9.0});
    for (std::uint32_t x = 0; x < 3; ++x)
      for (std::uint32_t y = 0; y < 3; ++y) {
        const std::uint32_t corner = 4 * x + y;
        triangles.push_back({corner, corner + 4, corner + 5});
        triangles.push_back({corner, corner + 5, corner + 1});
      }
    const std::vector<TriangleForm> forms = classify_triangles(points, triangles);
    SelfContactTest test({points, triangles, forms, {}});
    for (std::uint32_t a = 0; a < triangles.size(); ++a)
      for (std::uint32_t b = a + 1; b < triangles.size(); ++b) {
        const bool neighbours = std::any_of(triangles[a].begin(), triangles[a].end(), [&](std::uint32_t p) {
          return std::find(triangles[b].begin(), triangles[b].end(), p) != triangles[b].end();
        });
        if (neighbours) {
          EXPECT_FALSE(test.touch(a, b)) << a << " " << b;
        }
      }
    EXPECT_EQ(test.exact_tests(), 0u) << height;
  }
}

}  // namespace
}  // namespace abut
