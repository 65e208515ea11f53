#include <abut/leaf/closest_points.h>

namespace abut {

namespace {

// Entry 3 i + j belongs to side (or corner) i of a and side (or corner) j of b. Loops over all nine without branches:
// compilers turn them into vector instructions.
using Nine = std::array<double, 9>;

Nine each_of_a(const std::array<double, 3>& x) { return {x[0], x[0], x[0], x[1], x[1], x[1], x[2], x[2], x[2]}; }
Nine each_of_b(const std::array<double, 3>& x) { return {x[0], x[1], x[2], x[0], x[1], x[2], x[0], x[1], x[2]}; }

// Into [0, 1]; what is not a number becomes 0. In two loops, because compilers make branches of one.
void clamp(Nine& values) {
  for (double& value : values) value = value > 0 ? value : 0;
  for (double& value : values) value = value < 1 ? value : 1;
}

// Three vectors, coordinate by coordinate.
struct ThreeVectors {
  std::array<double, 3> x, y, z;
  explicit ThreeVectors(const std::array<Vec3, 3>& v)
      : x{v[0].x, v[1].x, v[2].x}, y{v[0].y, v[1].y, v[2].y}, z{v[0].z, v[1].z, v[2].z} {}
};

// Everything is a polynomial in the dot products of sides, corners and the way.
struct Products {
  Nine sides;    // side i of a times side j of b
  Nine along_a;  // side i of a times the way from its start to corner j of b
  Nine along_b;  // side j of b times the way from corner i of a to its start
  Nine ways;     // the square of the way from corner i to corner j

  explicit Products(const ShapePair& pair) {
    const ThreeVectors u(pair.a.sides), v(pair.b.sides), p(pair.a.corners),
        q({pair.way + pair.b.corners[0], pair.way + pair.b.corners[1], pair.way + pair.b.corners[2]});
    const Nine ux = each_of_a(u.x), uy = each_of_a(u.y), uz = each_of_a(u.z);
    const Nine vx = each_of_b(v.x), vy = each_of_b(v.y), vz = each_of_b(v.z);
    const Nine px = each_of_a(p.x), py = each_of_a(p.y), pz = each_of_a(p.z);
    const Nine qx = each_of_b(q.x), qy = each_of_b(q.y), qz = each_of_b(q.z);
    for (int k = 0; k < 9; ++k) {
      const double x = qx[k] - px[k], y = qy[k] - py[k], z = qz[k] - pz[k];
      ways[k] = x * x + y * y + z * z;
      sides[k] = ux[k] * vx[k] + uy[k] * vy[k] + uz[k] * vz[k];
      along_a[k] = ux[k] * x + uy[k] * y + uz[k] * z;
      along_b[k] = vx[k] * x + vy[k] * y + vz[k] * z;
    }
  }
};

// The closest points of each two sides, as parts of them, and the square of their length.
struct SidePairs {
  Nine s, t, square;

  SidePairs(const ShapePair& pair, const Products& p) {
    const Nine aa = each_of_a(pair.a.squares), over_aa = each_of_a(pair.a.over_squares);
    const Nine bb = each_of_b(pair.b.squares), over_bb = each_of_b(pair.b.over_squares);
    const Nine &ab = p.sides, &ar = p.along_a, &br = p.along_b;
    Nine first;
    for (int k = 0; k < 9; ++k) first[k] = (ar[k] * bb[k] - ab[k] * br[k]) / (aa[k] * bb[k] - ab[k] * ab[k]);
    clamp(first);
    for (int k = 0; k < 9; ++k) t[k] = (ab[k] * first[k] - br[k]) * over_bb[k];
    clamp(t);
    for (int k = 0; k < 9; ++k) s[k] = (ar[k] + ab[k] * t[k]) * over_aa[k];
    clamp(s);
    for (int k = 0; k < 9; ++k)
      square[k] =
          p.ways[k] + t[k] * (t[k] * bb[k] + 2 * br[k]) + s[k] * ((s[k] * aa[k] - 2 * ar[k]) - 2 * t[k] * ab[k]);
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
  bool is_inside() const { return std::min(std::min(first, second), 1 - (first + second)) >= 0; }
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
    if (!(foot.square < least && foot.is_inside())) continue;
    least = foot.square;
    points = {foot.weights(), at_corner(j), 0, 2, {a.corners[1], a.corners[2]}};
  }
  for (int i = 0; i < 3; ++i) {
    const Foot foot(b, -p.along_b[3 * i], p.along_b[3 * i + 2] + b.squares[2], p.ways[3 * i]);
    if (!(foot.square < least && foot.is_inside())) continue;
    least = foot.square;
    points = {at_corner(i), foot.weights(), 0, 2, {b.corners[1], b.corners[2]}};
  }
  const Vec3 v = pair.between(points.a, points.b);
  points.square = dot(v, v);
  return points;
}

}  // namespace abut
