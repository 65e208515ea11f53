#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "scene/quick_look.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/quick_way.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "scene/quick_lanes-inl.h"

#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The looks at movers that move. A ball's middle is at place + s way for s from -1 to 1, and its stray from there.
template <class N>
class QuickWays {
 public:
  QuickWays(const QuickLook& look, const QuickMotions& motions, float margin, QuickMemory& memory)
      : look_(look), motions_(motions), margin_(margin), memory_(memory) {}

  /// Places balls and their ways; false if they are too far away or turn too fast.
  HWY_INLINE bool place() {
    bool is_near = true;
    for (const std::uint32_t i : motions_.movers) {
      is_near &= place_balls<N>(look_, i, motions_.at[i], memory_.places[i]);
      const Placement& velocity = motions_.motions[i].velocity;
      const Matrix3 turn = velocity.linear * motions_.half;
      for (const double entry : turn.entries) is_near &= std::abs(entry) <= 4;
      float shift[3];
      for (int k = 0; k < 3; ++k) {
        shift[k] = static_cast<float>(velocity.shift[k] * motions_.half * look_.frame.scale);
        is_near &= std::abs(shift[k]) <= look_.largest_shift;
      }
      carry_balls<N>(look_.movers[i], turn, shift, memory_.ways[i]);
    }
    return is_near;
  }

  HWY_INLINE void answer(std::span<QuickQuestion> questions) const {
    for (QuickQuestion& each : questions)
      each.is_clear = each.is_pair ? is_pair_clear(each.index) : is_clear_of_world(each.index);
  }

 private:
  static constexpr int most = BallCover::most;
  static constexpr std::uint32_t all_lanes = (1u << N::lanes) - 1;
  /// A way is looked at in so many parts.
  static constexpr int parts = 4;
  /// More than rounding takes from lengths of ways.
  static constexpr float outward = 1 + 0x1p-16f;

  float scaled(double length) const { return static_cast<float>(length * look_.frame.scale) * outward; }

  HWY_INLINE bool is_clear_of_world(std::size_t i) const {
    if (!look_.has_map) return false;
    const QuickLook::Mover& mover = look_.movers[i];
    const QuickMemory::Places &places = memory_.places[i], &ways = memory_.ways[i];
    const float more = mover.padding + margin_ + look_.slack + scaled(motions_.motions[i].stray);
    for (int lane = 0; lane < most; lane += N::lanes) {
      N square = N::all(0);
      for (int k = 0; k < 3; ++k) {
        const N way = N::load_aligned(&ways.at[k][lane]);
        square = mul_add(way, way, square);
      }
      const N around =
          mul_add(root(square), N::all(outward / parts), N::load_aligned(&mover.outer[lane]) + N::all(more));
      for (int part = 0; part < parts; ++part) {
        const float share = static_cast<float>(2 * part + 1 - parts) / parts;
        N at[3];
        for (int k = 0; k < 3; ++k)
          at[k] = mul_add(N::load_aligned(&ways.at[k][lane]), N::all(share), N::load_aligned(&places.at[k][lane]));
        const MapSight<N> sight(look_, at);
        const auto is_clear = (sight.off + around) < sight.least;
        if (!is_clear.all() && !are_clear_closely(at, around, ~is_clear.bits() & all_lanes)) return false;
      }
    }
    return true;
  }

  /// The same of some lanes, with all cells around each.
  HWY_INLINE bool are_clear_closely(const N (&at)[3], const N& around, std::uint32_t lanes) const {
    float places[3][N::lanes], reach[N::lanes];
    for (int k = 0; k < 3; ++k) at[k].store(places[k]);
    around.store(reach);
    for (; lanes != 0; lanes &= lanes - 1) {
      const int j = std::countr_zero(lanes);
      if (!CellsAround<N>(look_, {places[0][j], places[1][j], places[2][j]}).are_clear(reach[j])) return false;
    }
    return true;
  }

  // Along the direction u between two middles at the time in the middle, they are d - s u . (way of b - way of a)
  // apart, at least |u . (...)| less than d, and strays. Multiplied by d.
  HWY_INLINE bool is_pair_clear(std::size_t index) const {
    const QuickLook::Pair& pair = look_.pairs[index];
    const QuickLook::Mover &a = look_.movers[pair.a], &b = look_.movers[pair.b];
    const QuickMemory::Places &at_a = memory_.places[pair.a], &at_b = memory_.places[pair.b],
                              &way_a = memory_.ways[pair.a], &way_b = memory_.ways[pair.b];
    const float reach = pair.reach + margin_ + look_.slack + scaled(motions_.pair_strays[index]);
    if (is_apart(One<float>{at_b.whole[0] - at_a.whole[0]}, One<float>{at_b.whole[1] - at_a.whole[1]},
                 One<float>{at_b.whole[2] - at_a.whole[2]}, One<float>{way_b.whole[0] - way_a.whole[0]},
                 One<float>{way_b.whole[1] - way_a.whole[1]}, One<float>{way_b.whole[2] - way_a.whole[2]},
                 One<float>{a.whole_radius + b.whole_radius + reach})
            .all())
      return true;
    for (int lane = 0; lane < most; lane += N::lanes)
      for (int j = 0; j < most; ++j) {
        const auto between = [&](const QuickMemory::Places& one, const QuickMemory::Places& other, int k) {
          return N::all(other.at[k][j]) - N::load_aligned(&one.at[k][lane]);
        };
        // Lanes that hold no ball have radii of minus infinity.
        const N sum = N::load_aligned(&a.outer[lane]) + N::all(b.outer[j] + reach);
        const auto apart = is_apart(between(at_a, at_b, 0), between(at_a, at_b, 1), between(at_a, at_b, 2),
                                    between(way_a, way_b, 0), between(way_a, way_b, 1), between(way_a, way_b, 2), sum);
        if (!(apart | (sum < N::all(0))).all()) return false;
      }
    return true;
  }

  template <class M>
  static HWY_INLINE auto is_apart(const M& x, const M& y, const M& z, const M& dx, const M& dy, const M& dz,
                                  const M& sum) {
    const M square = mul_add(x, x, mul_add(y, y, z * z)), nearer = abs(mul_add(x, dx, mul_add(y, dy, z * dz)));
    return mul_add(nearer, M::all(outward), sum * root(square)) < square;
  }

  const QuickLook& look_;
  const QuickMotions& motions_;
  float margin_;
  QuickMemory& memory_;
};

template <class N>
void look_along_with(const QuickLook& look, const QuickMotions& motions, float margin, QuickMemory& memory,
                     std::span<QuickQuestion> questions) {
  QuickWays<N> ways(look, motions, margin, memory);
  if (ways.place())
    ways.answer(questions);
  else
    for (QuickQuestion& each : questions) each.is_clear = false;
}

void look_along_by_lanes(const QuickLook& look, const QuickMotions& motions, float margin, QuickMemory& memory,
                         std::span<QuickQuestion> questions) {
  look_along_with<Lanes<float, 8, true>>(look, motions, margin, memory, questions);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(look_along_by_lanes);

void QuickLook::look_along(const QuickMotions& motions, double margin, Simd simd, QuickMemory& memory,
                           std::span<QuickQuestion> questions) const {
  memory.places.resize(movers.size());
  memory.ways.resize(movers.size());
  const std::int64_t target = highway_target(simd);
  const auto look = target == 0 ? &HWY_NAMESPACE::look_along_with<HWY_NAMESPACE::One<float>>
                                : &ABUT_VERSION_FOR(target, look_along_by_lanes);
  look(*this, motions, static_cast<float>(margin * frame.scale), memory, questions);
}

}  // namespace abut
#endif
