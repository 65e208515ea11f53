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
      for (int k = 0; k < 3; ++k) memory_.whole_at[k][i] = memory_.places[i].whole[k];
      if (look_.has_map && surely_touches_world(i)) return true;
    }
    for (const QuickLook::PairRow& row : look_.pair_rows)
      if (any_pair_touches(row)) return true;
    return false;
  }

 private:
  static constexpr int most = BallCover::most;
  static constexpr std::uint32_t all_lanes = (1u << N::lanes) - 1;

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
      const std::uint32_t unclear = all_lanes & ~(lacking < N::all(0)).bits();
      if (unclear == 0) continue;
      if (mover.may_prove && surely_touches_within(i, lane, sight)) return true;
      const Sight closer = look_closely(i, lane, sight, around, unclear);
      if (closer == Sight::touching) return true;
      // What is not a number is a need, too.
      if (closer != Sight::unknown) continue;
      const float most_lacking = std::max(0.0f, most_of(lacking));
      if (most_lacking > need) need = most_lacking, memory_.likely_body[i] = body_near(lacking, most_lacking, sight);
    }
    memory_.need_of_look[i] = need;
    return false;
  }

  /// The body that is closest to the ball that lacks most.
  HWY_INLINE std::uint32_t body_near(const N& lacking, float most_lacking, const MapSight<N>& sight) const {
    const std::uint32_t deepest = (lacking == N::all(most_lacking)).bits();
    if (deepest == 0) return QuickMemory::no_body;
    const std::uint16_t piece = look_.piece_of[static_cast<std::size_t>(sight.indices[std::countr_zero(deepest)])];
    return piece < ClearanceMap::in_solid ? look_.pieces[piece].body : QuickMemory::no_body;
  }

  /// Looks at balls one by one, with all cells around each, while that may still tell something.
  HWY_INLINE Sight look_closely(std::size_t i, int lane, const MapSight<N>& sight, const N& around,
                                std::uint32_t unclear) const {
    const QuickLook::Mover& mover = look_.movers[i];
    const N reach = N::load_aligned(&mover.inner[lane]) + N::all(more_inside(i));
    const std::uint32_t may_touch =
        mover.may_prove ? unclear & (sight.least < sight.off + reach).bits() : std::uint32_t{0};
    bool may_be_clear = (unclear & ~(around < sight.least + N::all(look_.grid.step) + sight.off).bits()) == 0;
    for (std::uint32_t rest = unclear; rest != 0; rest &= rest - 1) {
      if (!may_be_clear) rest &= may_touch;
      if (rest == 0) break;
      const Sight one = look_closely(i, lane + std::countr_zero(rest));
      if (one == Sight::touching) return one;
      may_be_clear = may_be_clear && one == Sight::clear;
    }
    return may_be_clear ? Sight::clear : Sight::unknown;
  }

  /// Is the world surely in the balls inside of the mover, as the cells tell that their middles are in?
  HWY_INLINE bool surely_touches_within(std::size_t i, int lane, const MapSight<N>& sight) const {
    const N reach = N::load_aligned(&look_.movers[i].inner[lane]) + N::all(more_inside(i));
    const N most_off = sight.least + N::all(look_.grid.step) + sight.off;
    const std::uint32_t within = (most_off < reach).bits();
    if (within == 0) return false;
    float room[N::lanes];
    (reach - most_off).store(room);
    return any_touches(i, within, sight.indices, room);
  }

  /// At one ball.
  HWY_INLINE Sight look_closely(std::size_t i, int ball) const {
    const QuickLook::Mover& mover = look_.movers[i];
    const QuickMemory::Places& places = memory_.places[i];
    const CellsAround<N> cells(look_, {places.at[0][ball], places.at[1][ball], places.at[2][ball]});
    const N around = N::all(mover.outer[ball] + (mover.padding + margin_ + look_.slack)),
            reach = N::all(mover.inner[ball] + more_inside(i));
    for (int first = 0; first < CellsAround<N>::count; first += N::lanes) {
      std::int32_t indices[N::lanes];
      N least, off;
      cells.look(first, indices, least, off);
      if (((off + around) < least).bits() != 0) return Sight::clear;
      if (!mover.may_prove) continue;
      const N most_off = least + N::all(look_.grid.step) + off;
      const std::uint32_t within = (most_off < reach).bits();
      if (within == 0) continue;
      float room[N::lanes];
      (reach - most_off).store(room);
      if (any_touches(i, within, indices, room)) return Sight::touching;
    }
    return Sight::unknown;
  }

  /// What counts as inside of a mover beside its balls.
  float more_inside(std::size_t i) const {
    const QuickLook::Mover& mover = look_.movers[i];
    return mover.is_solid ? margin_ + mover.padding - look_.slack : 0;
  }

  /// The world is nearer to the middle of a ball than the mover reaches, by this room, if the cells say the truth of
  /// their middles. Does one of the cells prove a contact?
  HWY_INLINE bool any_touches(std::size_t i, std::uint32_t within, const std::int32_t* indices,
                              const float* room) const {
    for (std::uint32_t rest = within; rest != 0; rest &= rest - 1) {
      const int j = std::countr_zero(rest);
      const auto cell = static_cast<std::size_t>(indices[j]);
      const std::uint16_t piece = look_.piece_of[cell];
      if (look_.movers[i].is_solid ? is_upper_bound(cell, piece) : goes_through(i, piece, room[j])) return true;
    }
    return false;
  }

  /// Is the clearance of the cell's middle no more than a step above what the cell says? Cells that are filled with
  /// less care, without a piece, lie between the balls in all movers and those around them, or far away: that does not
  /// matter unless there is a margin.
  bool is_upper_bound(std::size_t cell, std::uint16_t piece) const {
    return (piece != ClearanceMap::no_piece || margin_ == 0) && look_.numbers[cell] != ClearanceMap::largest_number;
  }

  /// A mover's closed surface encloses a point that a piece is nearer to than `room`, padding aside. Is another point
  /// of the piece outside? Then the two surfaces meet, or one body encloses the mover.
  bool goes_through(std::size_t i, std::uint16_t piece, float room) const {
    if (piece >= ClearanceMap::in_solid || !(look_.pieces[piece].less + look_.slack < room)) return false;
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

  HWY_INLINE bool any_pair_touches(const QuickLook::PairRow& row) const {
    for (int lane = 0; lane < QuickLook::PairRow::most; lane += N::lanes) {
      N square = N::all(0);
      for (int k = 0; k < 3; ++k) {
        const std::vector<float>& at = memory_.whole_at[k];
        const N off = N::load(&at[row.first + static_cast<std::size_t>(lane)]) - N::all(at[row.a]);
        square = mul_add(off, off, square);
      }
      const N apart = N::load_aligned(&row.apart[lane]) + N::all(margin_ + look_.slack);
      // Where there is no pair, it is minus infinity.
      const auto is_clear = (apart * apart < square) | (apart < N::all(0));
      for (std::uint32_t rest = all_lanes & ~is_clear.bits(); rest != 0; rest &= rest - 1) {
        const std::uint32_t pair = row.pairs[lane + std::countr_zero(rest)];
        const Sight sight = look_at_pair(look_.pairs[pair]);
        if (sight == Sight::touching) return true;
        memory_.pair_is_clear[pair] = sight == Sight::clear;
      }
    }
    return false;
  }

  HWY_INLINE Sight look_at_pair(const QuickLook::Pair& pair) const {
    const float reach = pair.reach + margin_ + look_.slack;
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
  memory.likely_body.assign(movers.size(), QuickMemory::no_body);
  memory.pair_is_clear.assign(pairs.size(), 1);
  for (std::vector<float>& each : memory.whole_at) each.resize(movers.size() + PairRow::most);
  const auto scaled = static_cast<float>(margin * frame.scale);
  const std::int64_t target = highway_target(simd);
  return target == 0 ? HWY_NAMESPACE::QuickLanes<HWY_NAMESPACE::One<float>>(*this, at, scaled, memory).surely_touches()
                     : ABUT_VERSION_FOR(target, quick_by_lanes)(*this, at, scaled, memory);
}

}  // namespace abut
#endif
