#pragma once

// Geometry of points, segments and triangles in exact arithmetic, written for plainness. Nothing here comes from the
// library.

#include "property/dyadic.h"

#include <array>
#include <vector>

namespace abut::property {

/// Three corners; equal or collinear ones make a segment or a point.
using Corners = std::array<Point, 3>;

/// Squared distances of closed sets.
Ratio squared_distance(const Point& p, const Point& a, const Point& b);
Ratio squared_distance(const Point& p, const Point& q, const Point& a, const Point& b);
Ratio squared_distance(const Point& p, const Corners& t);
Ratio squared_distance(const Corners& s, const Corners& t);

/// A point that a quotient leads to: over / under.
struct Quotient {
  Point over;
  Dyadic under;
};
/// Points whose convex hull is what the two closed triangles have in common; none when they do not meet.
std::vector<Quotient> common_points(const Corners& s, const Corners& t);
/// Is the point the given one, or on the given segment?
bool is_at(const Quotient& q, const Point& p);
bool is_on(const Quotient& q, const Point& a, const Point& b);

/// How a ray from p meets a triangle on which p does not lie. `unclear`: it meets a side, or runs in its plane.
enum class Meeting { none, out, in, unclear };
Meeting meeting(const Point& p, const Point& direction, const Corners& t);

/// The solid angle of a triangle as seen from p over 4 pi, to some 60 digits, added to a sum; positive when the corners
/// run counterclockwise as seen from outside of a body that holds p. p does not lie on the triangle.
class AngleSum {
 public:
  AngleSum();
  ~AngleSum();
  AngleSum(const AngleSum&) = delete;
  AngleSum& operator=(const AngleSum&) = delete;

  void add(const Point& p, const Corners& t);
  long double fraction() const;

 private:
  struct Float;
  Float* sum_;
};

}  // namespace abut::property
