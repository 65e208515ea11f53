#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/boxes.h"
#include "store/float_range.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "store/float_range.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

using N = Lanes<float, ObbPacket::lanes>;

bool AreWithin(std::span<const float> values, float most) {
  const N limit = N::all(most);
  auto good = limit == limit;
  std::size_t i = 0;
  for (; i + N::lanes <= values.size(); i += N::lanes) good = good & (abs(N::load(&values[i])) <= limit);
  bool all = good.all();
  for (; i < values.size(); ++i) all = all && std::abs(values[i]) <= most;
  return all;
}

/// The lanes, as bits, whose axes are orthonormal but for the defect.
HWY_INLINE std::uint32_t orthonormal_lanes(const ObbPacket& boxes, float defect) {
  const N most = N::all(defect), one = N::all(1);
  std::uint32_t bits = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
    const auto product = [&](int i, int j) HWY_ATTR {
      const auto term = [&](int c)
                            HWY_ATTR { return N::load(boxes.axes[i][c] + lane) * N::load(boxes.axes[j][c] + lane); };
      return term(0) + term(1) + term(2);
    };
    const auto good = (abs(product(0, 0) - one) <= most) & (abs(product(1, 1) - one) <= most) &
                      (abs(product(2, 2) - one) <= most) & (abs(product(0, 1)) <= most) & (abs(product(0, 2)) <= most) &
                      (abs(product(1, 2)) <= most);
    bits |= good.bits() << lane;
  }
  return bits;
}

bool AreBoxesWithin(std::span<const WideNode> nodes, const BoxRange& range) {
  const N centre = N::all(range.centre), half = N::all(range.half), axis = N::all(range.axis), none = N::all(0);
  auto good = none == none;
  bool are_orthonormal = true;
  for (const WideNode& node : nodes) {
    const std::uint32_t filled = (1u << filled_lanes(node)) - 1;
    are_orthonormal &= (filled & ~orthonormal_lanes(node.boxes, range.defect)) == 0;
    for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes)
      for (int k = 0; k < 3; ++k) {
        const N extent = N::load(node.boxes.half[k] + lane);
        good = good & (abs(N::load(node.boxes.centre[k] + lane)) <= centre) & (none <= extent) & (extent <= half);
        for (int c = 0; c < 3; ++c) good = good & (abs(N::load(node.boxes.axes[k][c] + lane)) <= axis);
      }
  }
  return are_orthonormal && good.all();
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(AreWithin);
HWY_EXPORT(AreBoxesWithin);

bool are_within(std::span<const float> values, float most) { return HWY_DYNAMIC_DISPATCH(AreWithin)(values, most); }

bool are_within(std::span<const WideNode> nodes, const BoxRange& range) {
  return HWY_DYNAMIC_DISPATCH(AreBoxesWithin)(nodes, range);
}

}  // namespace abut
#endif
