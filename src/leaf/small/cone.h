#pragma once

#include "leaf/degenerate.h"
#include "leaf/small/hexahedron.h"

namespace abut::small {

/// A rounded cone seen from its apex, in measured numbers. Its tests say no when that is sure.
class SeenCone {
 public:
  using Number = MeasuredNumber;
  using Vector = VectorOf<Number>;

  explicit SeenCone(const RoundedCone& cone);

  bool may_contain(const Vector& x) const;
  /// May a point p + t way with 0 <= t <= 1 be in the cone?
  bool may_meet_segment(const Vector& p, const Vector& way) const;
  /// Is a ball around x surely apart from the cone?
  bool is_surely_apart(const Vector& x, const Number& radius) const;
  /// Are all three behind the apex, or all beyond the end of the range?
  bool is_surely_beyond(const std::array<Vector, 3>& corners) const;
  /// Given that the cone meets no border of a face in that plane: may it meet the face? `may_hold(x)` says whether a
  /// point of the plane may be in the face.
  template <class MayHold>
  bool may_meet_face(const Side<Number>& plane, const MayHold& may_hold) const {
    if (may_meet_face_in_front(plane.normal, -plane.offset, may_hold)) return true;
    const Number back = plane.offset;
    return may_meet_face_in_front(Vector() - plane.normal, back, may_hold);
  }

 private:
  /// What the cone has of a plane normal . x = distance, if the distance is positive or 0.
  struct Section {
    bool anything = false;  ///< it may be anything
    int count = 0;          ///< or one of so many points is in it; none: it is empty
    std::array<Vector, 3> point{};
    void add(const Vector& x) { point[count++] = x; }
  };
  Section section(const Vector& normal, const Number& distance) const;
  template <class MayHold>
  bool may_meet_face_in_front(const Vector& normal, const Number& distance, const MayHold& may_hold) const {
    if (distance.surely_negative()) return false;
    const Section found = section(normal, distance);
    if (found.anything) return true;
    for (int i = 0; i < found.count; ++i)
      if (may_hold(found.point[i])) return true;
    return false;
  }
  /// The same for from <= t <= to, where the line is within the cap's sphere.
  bool may_meet_stretch(const Vector& p, const Vector& way, const Number& from, const Number& to) const;
  /// Positive within the cone's angle, 0 on its border: sin (x . axis) - cos |x x axis|.
  Number inwards(const Vector& x) const;

  Vector axis_;
  Number axis_length_, cosine_, sine_, range_;
};

/// Corners are relative to the apex; the form is exact.
bool may_touch(const std::array<VectorOf<MeasuredNumber>, 3>& triangle, TriangleForm form, const SeenCone& cone);

}  // namespace abut::small
