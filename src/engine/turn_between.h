#pragma once

#include "math/inner_frame.h"

#include <algorithm>
#include <cmath>

namespace abut {

/// How the linear part of B in A changes from one placement that turns to another.
struct Turn {
  Matrix3 change;  ///< as computed
  double error;    ///< bounds the error of its entries
  double norm;     ///< bounds the length of the real change's image of a unit vector
};

// Let D be the real change, L = Q + E with Q orthogonal and |E|F <= |L'L - I|F <= 3 defect. The difference of two
// rotations has the singular values s, s, 0, so that its norm is its Frobenius norm over sqrt(2); so is that of two
// reflections. A rotation and a reflection differ by 2 at least in the Frobenius norm, which is no small step. Hence
// |D|2 <= |D|F / sqrt(2) + 2 (|E1|F + |E2|F) for |D|F <= 1.
inline Turn turn_between(const RelativePlacement& from, const RelativePlacement& to) {
  // The differences are rounded, too, by less than 2^-52 of numbers below 2.
  Turn turn{{}, from.linear_error + to.linear_error + 0x1p-51, 0};
  double sum = 0;
  for (int i = 0; i < 9; ++i) {
    turn.change.entries[i] = to.linear.entries[i] - from.linear.entries[i];
    const double entry = std::abs(turn.change.entries[i]) + turn.error;
    sum += entry * entry;
  }
  turn.norm = std::sqrt(sum);
  if (turn.norm <= 1) turn.norm = std::min(turn.norm, turn.norm * 0.70710678118654757 + 6 * (from.defect + to.defect));
  return turn;
}

}  // namespace abut
