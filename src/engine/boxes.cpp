#include "engine/boxes.h"

#include "engine/obb_packet_axes.h"
#include "engine/refit_plan.h"

namespace abut {

std::size_t WideTree::bytes() const {
  return nodes.size() * sizeof(WideNode) + order.size() * sizeof(std::uint32_t) + points.size() * sizeof(float) +
         triangles.size() * sizeof(Triangle) + (refit_plan ? refit_plan->bytes() : 0);
}

BoxView box_view(const ObbPacket& boxes, int lane) {
  BoxView view;
  for (int k = 0; k < 3; ++k) {
    for (int c = 0; c < 3; ++c) view.axes(c, k) = boxes.axes[k][c][lane];
    view.centre[k] = boxes.centre[k][lane];
    view.half[k] = boxes.half[k][lane];
  }
  // A packet's box is made of slabs; the sums of axes in them differ by 3 * defect times the largest extent.
  const double skew = 4 * packet_axes_defect * largest(view.half);
  view.half += Vec3{skew, skew, skew};
  return view;
}

}  // namespace abut
