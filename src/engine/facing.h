#pragma once

#include "math/inner_frame.h"
#include "math/world_frame.h"

namespace abut {

/// Two placed models as they face each other across the way between two of their points. Coordinate 0 is the height
/// along that way, coordinates 1 and 2 lie across it, and 0 is A's point. In a frame in which the models' distances are
/// told, seen from there in float: good wherever floats tell the models apart.
struct FacingFrame {
  /// How one model's inner coordinates become heights and coordinates across.
  struct Side {
    float functionals[3][3];
    float origin[3];       ///< its point, in its inner frame
    float offset[3];       ///< where that point is
    float slack_per_size;  ///< of what a box spans as seen from the origin: |centre - origin|1 + |half|1
    float slack;           ///< beside that; a real coordinate of a point is off by no more than both
  };
  /// A model's place in the frame of distances: linear * inner point + shift.
  struct Model {
    Matrix3 linear;
    double linear_error = 0;  ///< per entry
    Vec3 shift;
    double shift_error = 0;  ///< per coordinate
    double reach = 0;        ///< no point of the model is farther from its inner origin
    Vec3 point;              ///< its point, an inner one
  };

  FacingFrame(const Model& a, const Model& b);

  Side sides[2];
  bool is_usable = false;
};

/// How the inner frame of a side stands in A's, or in the world's where one is given; its reach and point are not set.
FacingFrame::Model model_in(int side, const RelativePlacement& b_in_a, const WorldFrame* world);

}  // namespace abut
