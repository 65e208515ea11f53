#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "support/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "support/kernels_facing.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/facing-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <class N>
void box_squares(const FacingFrame& frame, const ObbPacket& of_a, int lane, const ObbPacket& of_b, float* squares) {
  Spans spans;
  for (int i = 0; i < ObbPacket::lanes; i += N::lanes) spans.store(i, span_of<N>(frame.sides[0], of_a, i));
  for (int i = 0; i < ObbPacket::lanes; i += N::lanes)
    spans.at(lane).squared_gap(span_of<N>(frame.sides[1], of_b, i)).store(squares + i);
}
template <class N>
void triangle_squares(const FacingFrame& frame, const LeafTriangles& of_a, const LeafTriangles& of_b, float* squares) {
  constexpr std::uint32_t first[8] = {}, places[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  Spans spans;
  spans.store(0, span_of<N>(frame.sides[0], of_a, first));
  for (int i = 0; i < 8; i += N::lanes)
    spans.at(0).squared_gap(span_of<N>(frame.sides[1], of_b, places + i)).store(squares + i);
}

void box_squares_of_packets(const FacingFrame& frame, const ObbPacket& of_a, int lane, const ObbPacket& of_b,
                            float* squares) {
  box_squares<Lanes<float, 8, true>>(frame, of_a, lane, of_b, squares);
}
void triangle_squares_of_packets(const FacingFrame& frame, const LeafTriangles& of_a, const LeafTriangles& of_b,
                                 float* squares) {
  triangle_squares<Lanes<float, 8, true>>(frame, of_a, of_b, squares);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(box_squares_of_packets);
HWY_EXPORT(triangle_squares_of_packets);

void facing_squares(Simd simd, const FacingFrame& frame, const ObbPacket& of_a, int lane, const ObbPacket& of_b,
                    float* squares) {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::box_squares<HWY_NAMESPACE::One<float>>(frame, of_a, lane, of_b, squares);
  ABUT_VERSION_FOR(target, box_squares_of_packets)(frame, of_a, lane, of_b, squares);
}

void facing_squares(Simd simd, const FacingFrame& frame, const LeafTriangles& of_a, const LeafTriangles& of_b,
                    float* squares) {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::triangle_squares<HWY_NAMESPACE::One<float>>(frame, of_a, of_b, squares);
  ABUT_VERSION_FOR(target, triangle_squares_of_packets)(frame, of_a, of_b, squares);
}

}  // namespace abut
#endif
