#include "leaf/closest_points.h"

namespace abut {

namespace {

// The part of `side` at which it comes closest to `offset` from its start, inside [0, 1]; 0 for a side without length.
double closest_part(const Vec3& offset, const Vec3& side, double over_square) {
  const double part = dot(offset, side) * over_square;
  // Not a number for a side without length.
  return part > 0 ? std::min(part, 1.0) : 0;
}

// The frame of a face: the longest side, from corner `start` on, and the height on it.
struct FaceFrame {
  int start;
  Vec3 base, rise, height;  // rise: from `start` to the corner opposite; height: its part across the base
  double over_base_square, height_square;

  explicit FaceFrame(const PlacedShape& shape) : start(shape.longest_side()) {
    base = shape.sides[start];
    rise = -shape.sides[(start + 2) % 3];
    over_base_square = shape.over_squares[start];
    height = across_base(rise);
    height_square = dot(height, height);
  }

  // Without the part along the base.
  Vec3 across_base(const Vec3& v) const { return v - base * (dot(v, base) * over_base_square); }

  // Where a perpendicular meets the plane: parts of rise and base from the start on.
  struct Foot {
    double up, along;
    bool is_inside() const { return up >= 0 && along >= 0 && up + along <= 1; }
    // The least magnitude of the weights, of which two are these.
    double least_weight() const { return std::min(std::abs(1 - up - along), std::min(std::abs(up), std::abs(along))); }
  };

  // The perpendicular from `offset` (seen from the start). On a sliver the height's direction is uncertain, but then so
  // short that any part of it is as good as any other: the length that counts is measured between the points, not along
  // a normal.
  Foot foot_of(const Vec3& offset) const {
    // The part along the base goes first: on a sliver it would drown the height.
    const double up = dot(across_base(offset), height) / height_square;
    return {up, dot(offset - rise * up, base) * over_base_square};
  }
  Weights weights_of(const Foot& foot) const {
    Weights weights;
    weights[start] = std::max(0.0, 1 - foot.up - foot.along);
    weights[(start + 1) % 3] = foot.along;
    weights[(start + 2) % 3] = foot.up;
    return weights;
  }
  // False when the foot is not in the face's inside, and then a side is as close.
  bool foot(const Vec3& offset, Weights& weights) const {
    if (!(height_square > 0)) return false;
    const Foot found = foot_of(offset);
    if (!found.is_inside()) return false;
    weights = weights_of(found);
    return true;
  }
};

// Visits every pair of features and keeps the closest points.
class FeatureSearch {
 public:
  explicit FeatureSearch(const ShapePair& pair)
      : pair_(pair), a_(pair.a), b_(pair.b), size_(4 * (largest(abs(pair.way)) + a_.reach + b_.reach)) {
    offer(at_corner(corner_index(a_.form, 0)), at_corner(corner_index(b_.form, 0)), 0, {}, {}, true);
  }

  void corners_to_sides();
  void corners_to_faces();
  void sides_to_sides();
  // Is a crossing surely what comes closest? For two real triangles.
  bool sides_through_faces();
  const ClosestPoints& best() const { return best_; }

 private:
  void offer(const Weights& s, const Weights& t, int count, const Vec3& first, const Vec3& second = {},
             bool always = false) {
    const Vec3 v = pair_.between(s, t);
    const double square = dot(v, v);
    if (square < best_.square || always) best_ = {s, t, square, count, {first, second}};
  }
  Vec3 b_corner(int i) const { return pair_.way + b_.corners[i]; }

  const ShapePair& pair_;
  const PlacedShape &a_, &b_;
  double size_;  // no length of the pair is more
  ClosestPoints best_;
};

bool inside(double part) { return part > 0 && part < 1; }

void FeatureSearch::corners_to_sides() {
  for (int k = 0; k < corner_count(a_.form); ++k) {
    const int corner = corner_index(a_.form, k);
    for (int i = b_.first_side(); i < b_.end_side(); ++i) {
      const double t = closest_part((a_.corners[corner] - pair_.way) - b_.corners[i], b_.sides[i], b_.over_squares[i]);
      offer(at_corner(corner), on_side(i, t), inside(t), b_.sides[i]);
    }
  }
  for (int k = 0; k < corner_count(b_.form); ++k) {
    const int corner = corner_index(b_.form, k);
    for (int i = a_.first_side(); i < a_.end_side(); ++i) {
      const double s = closest_part(b_corner(corner) - a_.corners[i], a_.sides[i], a_.over_squares[i]);
      offer(on_side(i, s), at_corner(corner), inside(s), a_.sides[i]);
    }
  }
}

void FeatureSearch::corners_to_faces() {
  Weights foot;
  if (b_.form == TriangleForm::triangle) {
    const FaceFrame frame(b_);
    for (int k = 0; k < corner_count(a_.form); ++k) {
      const int corner = corner_index(a_.form, k);
      if (frame.foot((a_.corners[corner] - pair_.way) - b_.corners[frame.start], foot))
        offer(at_corner(corner), foot, 2, frame.base, frame.height);
    }
  }
  if (a_.form == TriangleForm::triangle) {
    const FaceFrame frame(a_);
    for (int k = 0; k < corner_count(b_.form); ++k) {
      const int corner = corner_index(b_.form, k);
      if (frame.foot(b_corner(corner) - a_.corners[frame.start], foot))
        offer(foot, at_corner(corner), 2, frame.base, frame.height);
    }
  }
}

// Insides of two sides: cross products find the closest points of the lines; points near an end, and parallel lines,
// are covered by corners_to_sides. The textbook's a e - b^2 would cancel where the lines are nearly parallel.
void FeatureSearch::sides_to_sides() {
  for (int i = a_.first_side(); i < a_.end_side(); ++i) {
    const Vec3& u = a_.sides[i];
    for (int j = b_.first_side(); j < b_.end_side(); ++j) {
      const Vec3 &v = b_.sides[j], normal = cross(u, v);
      const double square = dot(normal, normal);
      if (!(square > 0)) continue;
      const Vec3 start = b_corner(j) - a_.corners[i];
      const double s = dot(cross(start, v), normal) / square, t = dot(cross(start, u), normal) / square;
      if (!inside(s) || !inside(t)) continue;
      // One step of mutual correction: each part is the best one for the other, whatever the angle.
      const double better_t = closest_part(u * s - start, v, b_.over_squares[j]);
      const double better_s = closest_part(start + v * better_t, u, a_.over_squares[i]);
      offer(on_side(i, better_s), on_side(j, better_t), 2, u, v);
    }
  }
}

// Sides of one triangle through the face of the other, and whether they are well clear of its boundary.
class Crossings {
 public:
  // No length of either triangle, nor of the way between corners, is more than `size`.
  Crossings(const PlacedShape& face, double size)
      : frame_(face),
        normal_(cross(frame_.base, frame_.height)),
        normal_square_(dot(normal_, normal_)),
        least_height_(0x1p-52 * (size * size) * normal_square_),
        well_(frame_.height_square >= 0x1p-20 * (size * size)) {}

  int start() const { return frame_.start; }
  // See common_points.
  bool well_clear() const { return well_; }

  // Where the side from `start` (seen from the frame's) crosses the face's plane, and where that is in the face.
  bool cross_at(const Vec3& start, const Vec3& side, double side_square, double& part, Weights& weights) {
    const double from = dot(normal_, start), to = dot(normal_, start + side);
    well_ = well_ && from * from >= least_height_;
    if (!((from <= 0) != (to <= 0))) return false;
    part = std::clamp(from / (from - to), 0.0, 1.0);
    const FaceFrame::Foot foot = frame_.foot_of(start + side * part);
    well_ = well_ && foot.least_weight() >= 0x1p-10 &&
            (from - to) * (from - to) >= 0x1p-16 * (side_square * normal_square_);
    if (!(frame_.height_square > 0 && foot.is_inside())) return false;
    weights = frame_.weights_of(foot);
    return true;
  }

 private:
  FaceFrame frame_;
  Vec3 normal_;
  double normal_square_, least_height_;
  bool well_;
};

bool FeatureSearch::sides_through_faces() {
  double part = 0;
  Weights weights;
  bool well_clear = true;
  if (b_.form == TriangleForm::triangle) {
    Crossings face(b_, size_);
    for (int i = a_.first_side(); i < a_.end_side(); ++i)
      if (face.cross_at((a_.corners[i] - pair_.way) - b_.corners[face.start()], a_.sides[i], a_.squares[i], part,
                        weights))
        offer(on_side(i, part), weights, 0, {});
    well_clear = face.well_clear();
  }
  if (a_.form == TriangleForm::triangle) {
    Crossings face(a_, size_);
    for (int i = b_.first_side(); i < b_.end_side(); ++i)
      if (face.cross_at(b_corner(i) - a_.corners[face.start()], b_.sides[i], b_.squares[i], part, weights))
        offer(weights, on_side(i, part), 0, {});
    well_clear = well_clear && face.well_clear();
  }
  return well_clear && best_.square <= 0x1p-60 * (size_ * size_);
}

}  // namespace

ClosestPoints closest_points(const ShapePair& pair) {
  FeatureSearch search(pair);
  search.corners_to_sides();
  search.corners_to_faces();
  search.sides_to_sides();
  return search.best();
}

// Of triangles that cross, mostly only the crossings matter: where every other pair of features is farther apart than
// they are, the others need not be looked at. S: the pair's size. Let both heights be 2^-10 S at least, every corner
// 2^-26 S from the other's plane, and let a side that crosses b's plane do so at an angle whose sine is 2^-8 at least,
// in a point whose weights are 2^-10 at least, inside of b or not.
// - Corners are 2^-26 S from all points of the other triangle.
// - A side of a that does not cross b's plane is as far from it. Of one that does, at X, a point at the height h over
//   the plane is h away from any side of b and, seen along the plane, at least e - h cot(angle), e the distance of X
//   from that side's line: at least 2^-10 2^-10 S. The larger of both is at least e sin(angle) / 1.42, 2^-28.5 S.
// Rounding takes 2^-39 S from heights over a plane (a normal is off by 13u 2^10 of its length), so that X is off by
// 2^-31 S, and its weights by 2^-20, what solving for them takes included. It adds 10u S to a length between points. So
// whatever is within 2^-30 S is a crossing, and the first of the closest is the same one.
ClosestPoints common_points(const ShapePair& pair) {
  if (pair.a.form == TriangleForm::triangle && pair.b.form == TriangleForm::triangle) {
    FeatureSearch crossings(pair);
    if (crossings.sides_through_faces()) return crossings.best();
  }
  FeatureSearch search(pair);
  search.corners_to_sides();
  search.corners_to_faces();
  search.sides_to_sides();
  search.sides_through_faces();
  return search.best();
}

}  // namespace abut
