#include "query/batch.h"
#include "query/option_check.h"
#include "shape/convex_gap.h"
#include "shape/half_space.h"
#include "shape/touching_cores.h"

namespace abut {

bool touches(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, double margin) {
  require_margin(margin);
  const StandingShape body_a = standing(a, at_a, "the placement of A"),
                      body_b = standing(b, at_b, "the placement of B");
  const Shape::Data &data_a = body_a.shape, &data_b = body_b.shape;
  if (data_a.form == CoreForm::nothing || data_b.form == CoreForm::nothing) return false;
  const LengthSum reach(data_a.radius, data_b.radius, margin);
  if (data_a.form == CoreForm::half_space) return half_space_within(body_a, body_b, reach);
  if (data_b.form == CoreForm::half_space) return half_space_within(body_b, body_a, reach);
  const PlacedRoot root_a{data_a.core.data().root, at_a, body_a.defect};
  const PlacedRoot root_b{data_b.core.data().root, at_b, body_b.defect};
  if (surely_apart(root_a, root_b, reach.high)) return false;
  if (data_a.is_convex() && data_b.is_convex()) {
    const Answer answer = convex_within(body_a, body_b, reach);
    if (answer != Answer::unknown) return answer == Answer::yes;
  }
  return surfaces_within(body_a, body_b, reach) || has_piece_inside(body_a, body_b) || has_piece_inside(body_b, body_a);
}

std::vector<std::uint8_t> touches(const Shape& a, const Shape& b, std::span<const PlacementPair> placements,
                                  const ShapeTouchOptions& options) {
  return batch_of<std::uint8_t>(placements.size(), options.threads, [&](std::size_t i) {
    return static_cast<std::uint8_t>(touches(a, placements[i].a, b, placements[i].b, options.margin));
  });
}

}  // namespace abut
