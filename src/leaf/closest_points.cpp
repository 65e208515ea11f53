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

  // Where the perpendicular from `offset` (seen from the start) meets the face's inside; false when it does not, and
  // then a side is as close. On a sliver the height's direction is uncertain, but then so short that any part of it
  // is as good as any other: the length that counts is measured between the points, not along a normal.
  bool foot(const Vec3& offset, Weights& weights) const {
    if (!(height_square > 0)) return false;
    // The part along the base goes first: on a sliver it would drown the height.
    const double up = dot(across_base(offset), height) / height_square;
    const double along = dot(offset - rise * up, base) * over_base_square;
    if (!(up >= 0 && along >= 0 && up + along <= 1)) return false;
    weights[start] = std::max(0.0, 1 - up - along);
    weights[(start + 1) % 3] = along;
    weights[(start + 2) % 3] = up;
    return true;
  }
};

// Visits every pair of features and keeps the closest points.
class FeatureSearch {
 public:
  explicit FeatureSearch(const ShapePair& pair) : pair_(pair), a_(pair.a), b_(pair.b) {
    offer(at_corner(corner_index(a_.form, 0)), at_corner(corner_index(b_.form, 0)), 0, {}, {}, true);
  }

  void corners_to_sides();
  void corners_to_faces();
  void sides_to_sides();
  void sides_through_faces();
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

// Where the side from `start` (seen from the frame's) crosses the face's plane, and where that is in the face.
bool crossing(const FaceFrame& frame, const Vec3& start, const Vec3& side, double& part, Weights& weights) {
  const Vec3 normal = cross(frame.base, frame.height);
  const double from = dot(normal, start), to = dot(normal, start + side);
  if (!((from <= 0) != (to <= 0))) return false;
  part = std::clamp(from / (from - to), 0.0, 1.0);
  return frame.foot(start + side * part, weights);
}

void FeatureSearch::sides_through_faces() {
  double part = 0;
  Weights weights;
  if (b_.form == TriangleForm::triangle) {
    const FaceFrame frame(b_);
    for (int i = a_.first_side(); i < a_.end_side(); ++i)
      if (crossing(frame, (a_.corners[i] - pair_.way) - b_.corners[frame.start], a_.sides[i], part, weights))
        offer(on_side(i, part), weights, 0, {});
  }
  if (a_.form == TriangleForm::triangle) {
    const FaceFrame frame(a_);
    for (int i = b_.first_side(); i < b_.end_side(); ++i)
      if (crossing(frame, b_corner(i) - a_.corners[frame.start], b_.sides[i], part, weights))
        offer(weights, on_side(i, part), 0, {});
  }
}

}  // namespace

ClosestPoints closest_points(const ShapePair& pair) {
  FeatureSearch search(pair);
  search.corners_to_sides();
  search.corners_to_faces();
  search.sides_to_sides();
  return search.best();
}

ClosestPoints common_points(const ShapePair& pair) {
  FeatureSearch search(pair);
  search.corners_to_sides();
  search.corners_to_faces();
  search.sides_to_sides();
  search.sides_through_faces();
  return search.best();
}

}  // namespace abut
