#pragma once

#include <abut/mesh.h>
#include <abut/motion.h>

#include <memory>
#include <vector>

namespace abut {

/// What a motion is made of, for the library and for an oracle that shares no code with it.
struct MotionPlan {
  enum class Kind { still, straight, about_axis, screw, slerp, through_screws, through_slerps };

  Kind kind = Kind::still;
  std::vector<TimedPlacement> places;  ///< one, two, or all that it passes through
  Vec3 by;                             ///< straight
  Screw axis;                          ///< about_axis
  Vec3 straight_point;                 ///< slerp

  /// Nothing else of the library is used.
  Motion motion() const;
  TimeSpan during() const;
};

/// A model that moves, for an oracle.
struct PlannedBody {
  Mesh mesh;
  MotionPlan plan;
};

/// Where the curve of a motion carries points, straight from its definition: nearest rotations by Newton's iteration,
/// and the screw between them as the exponential of its twist. In long double, with sines of the C library; off by no
/// more than error().
class PlannedCurve {
 public:
  explicit PlannedCurve(const PlannedBody& body);
  ~PlannedCurve();
  PlannedCurve(PlannedCurve&&) noexcept;

  struct Point {
    long double x, y, z;
  };
  /// All points of the mesh at a time.
  void place(double time, std::vector<Point>& points) const;
  /// No point moves faster at any time of the span.
  long double most_speed(const TimeSpan& span) const;
  long double error() const;

 private:
  struct Pieces;
  std::unique_ptr<Pieces> pieces_;
};

/// What brute force knows of a first contact: every pair of triangles, time halved until their distance exceeds what
/// they may move, or until they surely touch.
struct ContactBracket {
  double clear_until;       ///< before that the models are farther apart than the margin
  double surely_at;         ///< infinite when they are nowhere seen to touch surely
  bool complete = true;     ///< false when that took too long: what is said holds, but may be little
  std::uint64_t looks = 0;  ///< at times
};
struct BracketOptions {
  double margin = 0;
  double shortest = 1e-9;  ///< cell of time, as a part of all of it
  std::uint64_t most_looks = 4000;
};
ContactBracket bracket_first_contact(const PlannedBody& a, const PlannedBody& b, const BracketOptions& options = {});

/// Do two placed triangles surely touch, or come within the margin, at a time, even if every point is off by the
/// curves' errors? For checks of single times.
bool surely_meet(const PlannedBody& a, const PlannedBody& b, double time, double margin);

}  // namespace abut
