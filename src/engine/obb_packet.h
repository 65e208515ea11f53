#pragma once

#include <cstdint>

namespace abut {

/// Eight oriented boxes side by side, as vector instructions read them: all in the model's inner frame, rounded outward
/// to float. Box i holds every point x with |axis_k . (x - centre)| <= half_k for k = 0, 1, 2; its axes are orthonormal
/// but for rounding to float. Lanes that hold no box are told apart by their owner, not by their numbers.
struct alignas(32) ObbPacket {
  static constexpr int lanes = 8;

  float centre[3][lanes];
  float half[3][lanes];
  float axes[3][3][lanes];  ///< axes[k][c]: coordinate c of axis k
};

}  // namespace abut
