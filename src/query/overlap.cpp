#include "query/overlap_cells.h"
#include "query/overlap_surfaces.h"
#include <abut/error.h>
#include <abut/interiors.h>
#include <abut/overlap.h>

namespace abut {

namespace {

void require_closed(const Solid& solid) {
  if (!solid.closedness().is_closed())
    throw Error("the mesh is " + solid.closedness().report() + ". The overlap of a solid with holes is not known.");
}

void require_valid(const Placement& at_a, const Placement& at_b, const OverlapOptions& options) {
  require_valid(at_a, "the placement of A");
  require_valid(at_b, "the placement of B");
  require_available(options.simd);
  if (!(options.relative_error >= 0 && options.relative_error <= 1))
    throw Error("the relative error must be between 0 and 1");
}

std::optional<OverlapFrame> frame_of(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b) {
  if (a.model().mesh().triangles.empty() || b.model().mesh().triangles.empty()) return std::nullopt;
  return overlap_frame(box_around(a, at_a), box_around(b, at_b));
}

Overlap nothing() {
  Overlap result;
  result.centre_error = std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace

Overlap overlap(const OverlapSolid& a, const Placement& at_a, const OverlapSolid& b, const Placement& at_b,
                const OverlapOptions& options) {
  require_valid(at_a, at_b, options);
  const std::optional<OverlapFrame> frame = frame_of(a.solid(), at_a, b.solid(), at_b);
  if (!frame) return nothing();
  const bool are_clean = a.is_clean() && b.is_clean();
  BudgetWatch watch(options.budget);
  // Neither rounded numbers nor cells tell solids that only touch from those that do not; and it is soon known.
  const InteriorsMeeting meeting =
      interiors_meet(a.solid(), at_a, b.solid(), at_b, {.budget = watch.rest(), .simd = options.simd});
  watch.spend(meeting.counters);
  Overlap result = nothing();
  if (meeting.answer != Answer::no) {
    OverlapOptions rest = options;
    rest.budget = watch.rest();
    result = are_clean ? overlap_of_surfaces(a, at_a, b, at_b, *frame, rest)
                       : overlap_by_cells(a.solid(), at_a, b.solid(), at_b, *frame, rest);
  }
  result.from_surfaces = are_clean;
  result.counters += meeting.counters;
  return result;
}

Overlap overlap(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                const OverlapOptions& options) {
  require_closed(a), require_closed(b);
  require_valid(at_a, at_b, options);
  if (!frame_of(a, at_a, b, at_b)) return nothing();
  return overlap(OverlapSolid(a), at_a, OverlapSolid(b), at_b, options);
}

}  // namespace abut
