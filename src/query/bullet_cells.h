#pragma once

#include "query/flight.h"

#include <span>

namespace abut {

/// A target during a piece of its motion that is on a chord, to be read side by side.
struct alignas(64) ChordTarget {
  ChordTarget(const MovingBody& body, const TimeSpan& during);

  ChordRow chord;
  Vec3 spin;  ///< it and what follows stay the same
  double spin_size, stray, stray_rate, over_unit;
};

/// A bullet in a cell of time, seen where the model is in the middle; a triangle's corners from where it is seen, in
/// units of the model; and where on its path it may be on the triangle.
struct CellLook {
  Flight flight;
  std::array<Vec3, 3> corners;
  PathRange range;
};

/// What is to be looked at: a triangle with an inside.
struct CellJob {
  const ChordTarget* target = nullptr;
  const Bullet* bullet = nullptr;
  double begin = 0, end = 0;
  const Vec3* corners[3] = {};
};

/// looks[i] is that of jobs[i], with the same bits on every instruction set. The bullets fly `during` a time.
void look_at_cells(std::span<const CellJob> jobs, const TimeSpan& during, Simd simd, CellLook* looks);

}  // namespace abut
