#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "scene/quick_look.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/quick_look.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "scene/quick_lanes-inl.h"

#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// What a look at a pair tells.
enum class Sight { clear, touching, unknown };

/// The looks at one configuration.
template <class N>
class QuickLanes {
 public:
  QuickLanes(const QuickLook& look, std::span<const Placement> movers, float margin, QuickMemory& memory)
      : look_(look), movers_(movers), margin_(margin), memory_(memory) {}

  HWY_INLINE bool surely_touches() {
    // What joints carry farthest touches most often, and a touch ends the look.
    for (std::size_t i = movers_.size(); i-- > 0;) {
      if (!place_balls<N>(look_, i, movers_[i], memory_.places[i])) return give_up();
      if (look_.has_map && surely_touches_world(i)) return true;
    }
    for (std::size_t i = 0; i < look_.pairs.size(); ++i) {
      const Sight sight = look_at_pair(look_.pairs[i]);
      if (sight == Sight::touching) return true;
      memory_.pair_is_clear[i] = sight == Sight::clear;
    }
    return false;
  }

 private:
  static constexpr int most = BallCover::most;

  bool give_up() {
    std::fill(memory_.need_of_look.begin(), memory_.need_of_look.end(), 0.0f);
    std::fill(memory_.pair_is_clear.begin(), memory_.pair_is_clear.end(), std::uint8_t{0});
    return false;
  }

  /// Writes how much a look at the mover and the world is needed.
  HWY_INLINE bool surely_touches_world(std::size_t i) const {
    const QuickLook::Mover& mover = look_.movers[i];
    const QuickMemory::Places& places = memory_.places[i];
    float need = -FloatBox::infinity;
    for (int lane = 0; lane < most; lane += N::lanes) {
      const N at[3] = {N::load_aligned(&places.at[0][lane]), N::load_aligned(&places.at[1][lane]),
                       N::load_aligned(&places.at[2][lane])};
      const MapSight<N> sight(look_, at);
      const N around = N::load_aligned(&mover.outer[lane]) + N::all(mover.padding + margin_ + look_.slack);
      const N lacking = (sight.off + around) - sight.least;
      if ((lacking < N::all(0)).all()) continue;
      // What is not a number is a need, too.
      need = std::max(need, std::max(0.0f, most_of(lacking)));
      if (!mover.may_prove) continue;
      const N most_off = sight.least + N::all(look_.grid.step) + sight.off;
      if (surely_touches_within(i, lane, most_off, sight.indices)) return true;
    }
    memory_.need_of_look[i] = need;
    return false;
  }

  /// Is the world, which is at most `most_off` from middles of balls, surely in the balls inside of the mover?
  HWY_INLINE bool surely_touches_within(std::size_t i, int lane, const N& most_off, const std::int32_t* indices) const {
    const QuickLook::Mover& mover = look_.movers[i];
    const N inner = N::load_aligned(&mover.inner[lane]);
    if (mover.is_solid) return (most_off < inner + N::all(margin_ + mover.padding - look_.slack)).bits() != 0;
    float room[most];
    (inner - most_off).store(room);
    for (std::uint32_t rest = (most_off < inner).bits(); rest != 0; rest &= rest - 1) {
      const int j = std::countr_zero(rest);
      if (goes_through(i, look_.piece_of[static_cast<std::size_t>(indices[j])], room[j])) return true;
    }
    return false;
  }

  /// A mover's closed surface encloses a point that a piece is nearer to than `room`, padding aside. Is another point
  /// of the piece outside? Then the two surfaces meet, or one body encloses the mover.
  bool goes_through(std::size_t i, std::uint16_t piece, float room) const {
    if (piece == ClearanceMap::no_piece || !(look_.pieces[piece].less + look_.slack < room)) return false;
    for (const float(&end)[3] : look_.pieces[piece].ends) {
      bool is_outside = true;
      for (int lane = 0; lane < most; lane += N::lanes) {
        N square = N::all(0);
        for (int k = 0; k < 3; ++k) {
          const N off = N::load_aligned(&memory_.places[i].at[k][lane]) - N::all(end[k]);
          square = mul_add(off, off, square);
        }
        const N around = N::load_aligned(&look_.movers[i].outer[lane]) + N::all(look_.slack);
        is_outside &= ((around * around < square) | (around < N::all(0))).all();
      }
      if (is_outside) return true;
    }
    return false;
  }

  HWY_INLINE bool whole_balls_are_apart(const QuickLook::Pair& pair, float reach) const {
    const float *a = memory_.places[pair.a].whole, *b = memory_.places[pair.b].whole;
    const float x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    const float apart = look_.movers[pair.a].whole_radius + look_.movers[pair.b].whole_radius + reach;
    return x * x + y * y + z * z > apart * apart;
  }

  HWY_INLINE Sight look_at_pair(const QuickLook::Pair& pair) const {
    const float reach = pair.reach + margin_ + look_.slack;
    if (whole_balls_are_apart(pair, reach)) return Sight::clear;
    const QuickLook::Mover &a = look_.movers[pair.a], &b = look_.movers[pair.b];
    bool is_clear = true;
    for (int lane = 0; lane < most; lane += N::lanes) {
      auto apart = N::all(0) < N::all(1);
      for (int j = 0; j < most; ++j) {
        const N sum = N::load_aligned(&a.outer[lane]) + N::all(b.outer[j] + reach);
        // Lanes that hold no ball have radii of minus infinity.
        apart = apart & ((sum * sum < square_between(pair, lane, j)) | (sum < N::all(0)));
      }
      is_clear &= apart.all();
    }
    if (is_clear) return Sight::clear;
    if (!(a.has_inner && b.has_inner && a.is_solid && b.is_solid)) return Sight::unknown;
    const float near = pair.reach + margin_ - look_.slack;
    for (int j = 0; j < most; ++j)
      for (int lane = 0; lane < most; lane += N::lanes) {
        const N within = N::load_aligned(&a.inner[lane]) + N::all(b.inner[j] + near);
        if (((square_between(pair, lane, j) < within * within) & (N::all(0) < within)).bits() != 0)
          return Sight::touching;
      }
    return Sight::unknown;
  }

  /// Of the distances between middles of A's balls and of one of B's.
  HWY_INLINE N square_between(const QuickLook::Pair& pair, int lane, int j) const {
    const QuickMemory::Places &at_a = memory_.places[pair.a], &at_b = memory_.places[pair.b];
    N square = N::all(0);
    for (int k = 0; k < 3; ++k) {
      const N off = N::load_aligned(&at_a.at[k][lane]) - N::all(at_b.at[k][j]);
      square = mul_add(off, off, square);
    }
    return square;
  }

  const QuickLook& look_;
  std::span<const Placement> movers_;
  float margin_;
  QuickMemory& memory_;
};

bool quick_by_lanes(const QuickLook& look, std::span<const Placement> movers, float margin, QuickMemory& memory) {
  return QuickLanes<Lanes<float, 8, true>>(look, movers, margin, memory).surely_touches();
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(quick_by_lanes);

bool QuickLook::surely_touches(std::span<const Placement> at, double margin, Simd simd, QuickMemory& memory) const {
  memory.places.resize(movers.size());
  memory.need_of_look.assign(movers.size(), 0);
  memory.pair_is_clear.assign(pairs.size(), 0);
  const auto scaled = static_cast<float>(margin * frame.scale);
  const std::int64_t target = highway_target(simd);
  return target == 0 ? HWY_NAMESPACE::QuickLanes<HWY_NAMESPACE::One<float>>(*this, at, scaled, memory).surely_touches()
                     : ABUT_VERSION_FOR(target, quick_by_lanes)(*this, at, scaled, memory);
}

}  // namespace abut
#endif
