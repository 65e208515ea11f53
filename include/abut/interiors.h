#pragma once

#include <abut/solid.h>

namespace ABUT_API abut {

struct InteriorsOptions {
  Budget budget{};  ///< not for what is found out once about a solid: whether its surface touches itself
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
};

/// Do the interiors of two solids share a point, and where does that show?
struct InteriorsMeeting {
  Answer answer = Answer::no;
  /// If yes: both, when the interiors overlap next to a common point of two triangles; one, when the interior of the
  /// other solid reaches that triangle. Which ones may depend on the trees.
  std::optional<std::uint32_t> triangle_a{}, triangle_b{};
  /// If no: a surface may have no inside beside it, as a triangle and its back, a fin of no thickness, or a triangle
  /// that is a segment. Has such a part of one surface a point in the other's interior?
  bool a_runs_into_b = false, b_runs_into_a = false;
  /// If no: do such triangles of both solids pass through each other?
  bool sheets_cross = false;
  Counters counters;
  bool complete = true;  ///< false when the budget left the answer unknown

  /// Is nothing of one, its surface included, in the other's interior? False when it is unknown.
  bool is_apart() const { return answer == Answer::no && !a_runs_into_b && !b_runs_into_a; }
  /// Is the answer yes? Throws Error when it is unknown.
  explicit operator bool() const;
};

/// Do the open interiors of two placed solids share a point? Decided exactly on the exact images, by the rule that
/// Solid states. Solids that only touch, in points, along lines or in faces, do not meet: flush faces, a peg that fills
/// its hole, a part in a cavity. A solid within the other, or in its own place a second time, meets it. With holes
/// by_any_lid the answer holds for every lid; it is unknown, and complete, if the surface or a hull of one solid
/// reaches a hull of the other's rim, if lids may decide which shells of one solid cross, or
/// if the rim of one solid has more than some 1024 edges. Placements are world <-
/// model. Throws Error for an invalid placement and for a solid with other holes.
InteriorsMeeting interiors_meet(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                                const InteriorsOptions& options = {});

}  // namespace abut
