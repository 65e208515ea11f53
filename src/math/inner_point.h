#pragma once

#include "math/world_frame.h"

namespace abut {

/// A point of the world seen from a placed model.
struct InnerPoint {
  Vec3 inner;        ///< in the model's inner frame
  double error = 0;  ///< no coordinate is off by more; infinite when that cannot be said, and then it means nothing
  /// In the frame of TurnedFrame, and what no coordinate there is off by more than.
  Vec3 turned;
  double turned_error = 0;
};

/// The directions of the world, the origin at a model's placed centre: lengths there are those of the world, whatever
/// the placement, over `unit`.
struct TurnedFrame {
  Matrix3 turn;  ///< turned point = turn * inner point; no entry above 1
  double unit = 1;
  /// Is it the inner frame itself? Of a rigid placement, whose lengths are the world's up to 2^-38.
  bool is_inner = true;
};

/// Carries points of the world into the frames of one placed model. Made once for many points.
class InnerPoints {
 public:
  InnerPoints(const InnerFrame& frame, const Placement& at);

  /// `world_error` bounds how far each coordinate of the given point may be from the real one.
  InnerPoint carried(const Vec3& world, double world_error = 0) const;
  const TurnedFrame& turned_frame() const { return turned_; }
  /// The model in the turned frame, if that is not the inner one.
  const WorldFrame::Side& turned_side() const { return turned_side_; }
  /// A length in the world that the image of the inner unit has at least, in every direction.
  double least_unit() const { return least_unit_; }
  /// Bounds the length of any triangle's side in the world.
  double largest_side() const { return largest_side_; }
  /// Inner <- world, for directions alone and up to a factor, and what no entry is off by more than; infinite when that
  /// cannot be said.
  const Matrix3& back() const { return back_; }
  double back_error() const { return back_error_; }

 private:
  TurnedFrame turned_;
  WorldFrame::Side turned_side_;
  Vec3 origin_;                 // near the model's placed centre, so that differences from it lose nothing
  double origin_error_;         // how near
  RelativePlacement to_inner_;  // from a frame of the world around that origin, with the turned frame's unit
  Matrix3 back_;                // its linear part, the units included
  double back_error_, least_unit_, largest_side_;
};

}  // namespace abut
