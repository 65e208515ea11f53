#pragma once

#include <abut/placement.h>
#include <abut/vec3.h>

#include <array>
#include <span>

namespace abut {

/// The frame in which a model's tree lives: recentred, and scaled by a power of two so that coordinates stay within
/// [-1, 1]. Neither far-away nor tiny nor huge models lose anything by it. model point = centre + unit * inner point.
struct InnerFrame {
  Vec3 centre;
  double unit = 1;  ///< a power of two

  /// The frame of a point set; an empty one gives the model's own frame.
  static InnerFrame around(std::span<const Vec3> points);
  /// The same from the smallest box around the points.
  static InnerFrame within(const Bounds& bounds);

  /// Within unit_roundoff of the true inner point, relative to each coordinate.
  Vec3 inner(const Vec3& point) const { return (point - centre) * (1 / unit); }
};

/// Bounds the distance, per coordinate, between an inner point as computed and the real one: |coordinates| <= 1.
inline constexpr double inner_error = unit_roundoff;

/// How B's inner frame stands in A's: x_a = linear * (scale * x_b) + shift. The numbers are rounded; the bounds say by
/// how much at most, so that volume tests can stay on the safe side.
struct RelativePlacement {
  Matrix3 linear;           ///< A <- B, without the frames' units
  Matrix3 back;             ///< B <- A, its inverse
  double scale = 1;         ///< unit of B over unit of A
  Vec3 shift;               ///< B's centre in A's inner frame
  double linear_error = 0;  ///< bounds the error of each entry of `linear`
  double back_error = 0;    ///< and of `back`
  double shift_error = 0;   ///< and of each coordinate of `shift`
  double defect = 0;        ///< bounds |entry of (linear' linear - I)| of the real map
  double stretch = 1;       ///< bounds the length of the image of a unit vector under `linear`
  double back_stretch = 1;  ///< and under `back`
  double margin = 0;        ///< volumes closer than this, in A's inner units, count as overlapping
  Vec3 gap;                 ///< B's placed centre minus A's, in the world
  double gap_error = 0;     ///< bounds the error of each of its coordinates
  bool rigid = true;        ///< is the defect so small that transposes stand in for inverses?

  /// Is the map a rotation or a reflection times a size, or nearly so? A rigid one is. If it is not rigid, no entry of
  /// linear / size - turn exceeds turn_error, none of back * size - turn_back exceeds back_turn_error, and `turn`, of
  /// which `turn_back` is the transpose, is orthonormal within 2^-36.
  bool turns = true;
  double size = 1, turn_error = 0, back_turn_error = 0;
  Matrix3 turn, turn_back;

  bool nearly_turns() const { return turns && !rigid; }
  /// What the length of a unit vector's image under `linear` is at least, if the map turns.
  double least_stretch() const { return rigid ? 1 : size * (1 - 3.1 * turn_error); }
};

/// The same with the size of a map that is not rigid in the scale: its own, or a power of two if the map does not turn.
RelativePlacement with_size_in_scale(const RelativePlacement& relative);

/// Relates two placed frames; `margin` is a length in the world. Errors that cannot be bounded are infinite, and so is
/// the margin then: every volume test says "maybe", and no distance is bounded from below. So they are for models
/// beside which the other, or the way to it, is larger than 2^400.
RelativePlacement relate(const InnerFrame& a, const Placement& at_a, const InnerFrame& b, const Placement& at_b,
                         double margin);

/// What a map does to lengths.
struct Stretch {
  /// No unit vector's image is shorter than this; nearly exact for rotations and uniform scales, 0 when nothing can be
  /// said.
  double least = 0;
  double most = 0;  ///< and none is longer than this
};
Stretch stretch_of(const Matrix3& linear);
/// Bounds the length of any side of a placed model's triangles in the world; its points lie within the frame's [-1, 1].
double largest_side(const InnerFrame& frame, const Placement& at);

/// The rigidity_defect of both placements' linear parts.
struct RigidityDefects {
  double a, b;
};
/// The same when that is known already.
RelativePlacement relate(const InnerFrame& a, const Placement& at_a, const InnerFrame& b, const Placement& at_b,
                         double margin, const RigidityDefects& defects);

}  // namespace abut
