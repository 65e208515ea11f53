#pragma once

#include "engine/obb_packet.h"
#include "math/world_frame.h"

namespace abut {

/// Carries the boxes of one model, which stay closed, and those of the other, which are opened, into the world's frame
/// to bound distances from below in double: for placements that do not keep the proportions of lengths, and for models
/// so far apart, or so unlike in size, that float cannot tell. Made once per query and side.
struct WorldGapFrame {
  WorldGapFrame() = default;
  /// `closed` is the side whose boxes are closed, 0 for A. No point of A or B is farther than `reach` from its inner
  /// frame's origin.
  WorldGapFrame(const WorldFrame& frame, int closed, const double (&reach)[2]);
  /// Points of the world's frame, each off by `error` per coordinate, are closed.
  WorldGapFrame(const WorldFrame::Side& opened, double reach, double farthest, double error);

  /// A model's boxes in the world's frame. A normal of a face is across * axis: of any length, and off by any angle.
  struct Boxes {
    WorldFrame::Side side;
    Matrix3 across;
    double volume = 0;      ///< |across' linear| as a factor
    double face_error = 0;  ///< what the half extents, summed, add to the reach across a face
    /// One over what squares of gaps across three faces may add up to beyond the square of the distance.
    double share = 1;

    Boxes() = default;
    explicit Boxes(const WorldFrame::Side& side);
  };
  Boxes closed, opened;
  double slack = 0;  ///< a gap is at least the computed one less this length
};

/// A closed box in the world's frame: centre + sum of w_i spans_i with |w_i| <= 1.
struct WorldGapBox {
  Vec3 centre;
  Vec3 spans[3];
  Vec3 normals[3];    ///< of its faces, of any length
  Vec3 reaches;       ///< of the box along them
  Vec3 over_squares;  ///< one over their lengths' squares, not more; 0 for what is no direction

  WorldGapBox() = default;
  WorldGapBox(const WorldGapFrame& frame, const ObbPacket& boxes, int lane);
};

}  // namespace abut
