#include "leaf/closest_points.h"

namespace abut {

namespace {

// A number for each side or corner of b, and one more to fill the vectors that compilers make of loops without
// branches.
using Four = std::array<double, 4>;

Four filled(const std::array<double, 3>& x) { return {x[0], x[1], x[2], x[2]}; }

// Into [0, 1]; what is not a number becomes 0. In two loops, because compilers make branches of one.
void clamp(Four& values) {
  for (double& value : values) value = value > 0 ? value : 0;
  for (double& value : values) value = value < 1 ? value : 1;
}

// Vectors of b, coordinate by coordinate.
struct FourVectors {
  Four x, y, z;
  explicit FourVectors(const std::array<Vec3, 3>& v)
      : x{v[0].x, v[1].x, v[2].x, v[2].x}, y{v[0].y, v[1].y, v[2].y, v[2].y}, z{v[0].z, v[1].z, v[2].z, v[2].z} {}
};

// What belongs to b and to all sides of a alike.
struct SidesOfB {
  FourVectors sides, corners;  // corners seen from a's corner 0
  Four squares, over_squares;
  explicit SidesOfB(const ShapePair& pair)
      : sides(pair.b.sides),
        corners(pair.b.corners),
        squares(filled(pair.b.squares)),
        over_squares(filled(pair.b.over_squares)) {
    for (int j = 0; j < 4; ++j) corners.x[j] += pair.way.x, corners.y[j] += pair.way.y, corners.z[j] += pair.way.z;
  }
};

// One side of a and all of b: everything is a polynomial in the dot products of sides and the ways between corners.
struct SideRow {
  Four along_a;       // the side times the way from its start to corner j of b
  Four along_b;       // side j of b times that way
  Four ways;          // the square of that way
  Four s, t, square;  // the closest points as parts of the sides, and the square of their length

  SideRow(const Vec3& side, const Vec3& start, double aa, double over_aa, const SidesOfB& b) {
    Four ab, first;
    for (int j = 0; j < 4; ++j) {
      const double x = b.corners.x[j] - start.x, y = b.corners.y[j] - start.y, z = b.corners.z[j] - start.z;
      ways[j] = x * x + y * y + z * z;
      along_a[j] = side.x * x + side.y * y + side.z * z;
      along_b[j] = b.sides.x[j] * x + b.sides.y[j] * y + b.sides.z[j] * z;
      ab[j] = side.x * b.sides.x[j] + side.y * b.sides.y[j] + side.z * b.sides.z[j];
    }
    for (int j = 0; j < 4; ++j)
      first[j] = (along_a[j] * b.squares[j] - ab[j] * along_b[j]) / (aa * b.squares[j] - ab[j] * ab[j]);
    clamp(first);
    for (int j = 0; j < 4; ++j) t[j] = (ab[j] * first[j] - along_b[j]) * b.over_squares[j];
    clamp(t);
    for (int j = 0; j < 4; ++j) s[j] = (along_a[j] + ab[j] * t[j]) * over_aa;
    clamp(s);
    for (int j = 0; j < 4; ++j)
      square[j] = ways[j] + t[j] * (t[j] * b.squares[j] + 2 * along_b[j]) +
                  s[j] * ((s[j] * aa - 2 * along_a[j]) - 2 * t[j] * ab[j]);
  }
  SideRow(const ShapePair& pair, int i, const SidesOfB& b)
      : SideRow(pair.a.sides[i], pair.a.corners[i], pair.a.squares[i], pair.a.over_squares[i], b) {}
};

// The foot of a corner on a face, from the corner's products with the face's corners 1 and 2.
struct Foot {
  double first, second, square;
  Foot(const PlacedShape& face, double with_first, double with_second, double corner_square)
      : first((with_first * face.squares[2] - with_second * face.corner_dot) * face.over_area),
        second((with_second * face.squares[0] - with_first * face.corner_dot) * face.over_area),
        square(corner_square - first * with_first - second * with_second) {}
  bool is_inside() const { return std::min(std::min(first, second), 1 - (first + second)) >= 0; }
  Weights weights() const { return {std::max(0.0, 1 - first - second), first, second}; }
};

ClosestPoints on_sides(const ShapePair& pair, int i, int j, double s, double t) {
  ClosestPoints points{on_side(i, s), on_side(j, t), 0, 0, {}};
  if (s > 0 && s < 1) points.along[points.along_count++] = pair.a.sides[i];
  if (t > 0 && t < 1) points.along[points.along_count++] = pair.b.sides[j];
  return points;
}

}  // namespace

ClosestPoints quick_closest_points(const ShapePair& pair) {
  const PlacedShape &a = pair.a, &b = pair.b;
  const SidesOfB sides(pair);
  const SideRow rows[] = {{pair, 0, sides}, {pair, 1, sides}, {pair, 2, sides}};
  int best_i = 0, best_j = 0;
  double least = rows[0].square[0];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const bool less = rows[i].square[j] < least;
      best_i = less ? i : best_i, best_j = less ? j : best_j, least = less ? rows[i].square[j] : least;
    }
  ClosestPoints points = on_sides(pair, best_i, best_j, rows[best_i].s[best_j], rows[best_i].t[best_j]);
  for (int j = 0; j < 3; ++j) {
    const Foot foot(a, rows[0].along_a[j], a.squares[2] - rows[2].along_a[j], rows[0].ways[j]);
    if (!(foot.square < least && foot.is_inside())) continue;
    least = foot.square;
    points = {foot.weights(), at_corner(j), 0, 2, {a.corners[1], a.corners[2]}};
  }
  for (int i = 0; i < 3; ++i) {
    const Foot foot(b, -rows[i].along_b[0], rows[i].along_b[2] + b.squares[2], rows[i].ways[0]);
    if (!(foot.square < least && foot.is_inside())) continue;
    least = foot.square;
    points = {at_corner(i), foot.weights(), 0, 2, {b.corners[1], b.corners[2]}};
  }
  const Vec3 v = pair.between(points.a, points.b);
  points.square = dot(v, v);
  return points;
}

}  // namespace abut
