#pragma once

#include <abut/moving_features.h>

namespace abut {

/// Which four points move: a vertex and the corners of a face, or the ends of one edge and those of another.
enum class MotionKind { vertex_face, edge_edge };
using MovingPoints = std::array<MovingPoint, 4>;

struct MotionContact {
  bool found = false;
  Bracket time{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
};

/// The first contact of two moving features in integers: right for all input within 2^300. `clear_until`: no contact is
/// before this time. The bracket is no wider than `width`, or has neighbouring doubles. Ten microseconds or more.
MotionContact exact_first_contact(MotionKind kind, const MovingPoints& points, double clear_until, double width);

}  // namespace abut
