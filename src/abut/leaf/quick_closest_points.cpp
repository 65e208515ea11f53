#include <abut/leaf/closest_points.h>

namespace abut {

namespace {

// Everything is a polynomial in the dot products of sides, corners and the way; those of three sides with three sides
// give the others by addition. Entry 3 i + j belongs to side (or corner) i of a and side (or corner) j of b.
struct Products {
  double sides[9];    // side i of a times side j of b
  double along_a[9];  // side i of a times the way from its start to corner j of b
  double along_b[9];  // side j of b times the way from corner i of a to its start
  double ways[9];     // the square of the way from corner i to corner j

  explicit Products(const ShapePair& pair) {
    const PlacedShape &a = pair.a, &b = pair.b;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const Vec3 way = (pair.way + b.corners[j]) - a.corners[i];
        ways[3 * i + j] = dot(way, way);
        sides[3 * i + j] = dot(a.sides[i], b.sides[j]);
      }
    }
    for (int i = 0; i < 3; ++i) {
      const double start = dot(a.sides[i], pair.way - a.corners[i]);
      along_a[3 * i] = start;
      along_a[3 * i + 1] = start + sides[3 * i];
      along_a[3 * i + 2] = start - sides[3 * i + 2];
    }
    for (int j = 0; j < 3; ++j) {
      const double start = dot(b.sides[j], pair.way + b.corners[j]);
      along_b[j] = start;
      along_b[3 + j] = start - sides[j];
      along_b[6 + j] = start + sides[6 + j];
    }
  }
};

double clamped(double x) {
  const double low = x > 0 ? x : 0;
  return low < 1 ? low : 1;
}

// The closest points of each two sides, as parts of them, and the square of their length.
struct SidePairs {
  double s[9], t[9], square[9];

  SidePairs(const ShapePair& pair, const Products& p) {
    for (int i = 0; i < 3; ++i) {
      const double aa = pair.a.squares[i], over_aa = pair.a.over_squares[i];
      for (int j = 0; j < 3; ++j) {
        const int k = 3 * i + j;
        const double bb = pair.b.squares[j], ab = p.sides[k], ar = p.along_a[k], br = p.along_b[k];
        const double first = clamped((ar * bb - ab * br) / (aa * bb - ab * ab));
        t[k] = clamped((ab * first - br) * pair.b.over_squares[j]);
        s[k] = clamped((ar + ab * t[k]) * over_aa);
        square[k] = p.ways[k] + t[k] * (t[k] * bb + 2 * br) + s[k] * ((s[k] * aa - 2 * ar) - 2 * t[k] * ab);
      }
    }
  }
  int best() const {
    int least = 0;
    for (int k = 1; k < 9; ++k) least = square[k] < square[least] ? k : least;
    return least;
  }
};

// The foot of a corner on a face, from the corner's products with the face's corners 1 and 2.
struct Foot {
  double first, second, square;
  Foot(const PlacedShape& face, double with_first, double with_second, double corner_square)
      : first((with_first * face.squares[2] - with_second * face.corner_dot) * face.over_area),
        second((with_second * face.squares[0] - with_first * face.corner_dot) * face.over_area),
        square(corner_square - first * with_first - second * with_second) {}
  bool is_inside() const { return first >= 0 && second >= 0 && first + second <= 1; }
  Weights weights() const { return {std::max(0.0, 1 - first - second), first, second}; }
};

ClosestPoints on_sides(const ShapePair& pair, int k, double s, double t) {
  const int i = k / 3, j = k % 3;
  ClosestPoints points{on_side(i, s), on_side(j, t), 0, 0, {}};
  if (s > 0 && s < 1) points.along[points.along_count++] = pair.a.sides[i];
  if (t > 0 && t < 1) points.along[points.along_count++] = pair.b.sides[j];
  return points;
}

}  // namespace

ClosestPoints quick_closest_points(const ShapePair& pair) {
  const PlacedShape &a = pair.a, &b = pair.b;
  const Products p(pair);
  const SidePairs sides(pair, p);
  const int k = sides.best();
  double least = sides.square[k];
  ClosestPoints points = on_sides(pair, k, sides.s[k], sides.t[k]);
  for (int j = 0; j < 3; ++j) {
    const Foot foot(a, p.along_a[j], a.squares[2] - p.along_a[6 + j], p.ways[j]);
    if (!(foot.is_inside() && foot.square < least)) continue;
    least = foot.square;
    points = {foot.weights(), at_corner(j), 0, 2, {a.corners[1], a.corners[2]}};
  }
  for (int i = 0; i < 3; ++i) {
    const Foot foot(b, -p.along_b[3 * i], p.along_b[3 * i + 2] + b.squares[2], p.ways[3 * i]);
    if (!(foot.is_inside() && foot.square < least)) continue;
    least = foot.square;
    points = {at_corner(i), foot.weights(), 0, 2, {b.corners[1], b.corners[2]}};
  }
  const Vec3 v = pair.between(points.a, points.b);
  points.square = dot(v, v);
  return points;
}

}  // namespace abut
