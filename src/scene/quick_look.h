#pragma once

#include "scene/ball_cover.h"
#include "scene/clearance_map.h"

#include <optional>
#include <vector>

namespace abut {

/// What quick looks write, one byte each; each thread has its own.
struct QuickMemory {
  /// Balls of movers where they are.
  struct alignas(64) Places {
    float at[3][BallCover::most];
    float whole[3];
  };
  std::vector<Places> places;
  std::vector<Places> ways;        ///< how balls go on, of movers that move
  std::vector<float> whole_at[3];  ///< the middles of whole balls once more, side by side
  /// By mover: if below 0, it surely touches no body. Otherwise the larger, the likelier it touches one.
  std::vector<float> need_of_look;
  /// By mover, if it needs a look: the body that it touches if any, most likely.
  std::vector<std::uint32_t> likely_body;
  static constexpr std::uint32_t no_body = 0xffffffff;
  std::vector<std::uint8_t> pair_is_clear;  ///< by pair of movers: the two surely do not touch
};

/// How a mover moves while its figure does.
struct QuickMotion {
  Placement velocity;  ///< how fast its point p is: velocity * p, in the world
  /// For `half` a time before and after, none of its balls' middles is farther than this from where its velocity
  /// carries it.
  double stray = 0;
};

/// What moves around a time, for `half` a time before and after it.
struct QuickMotions {
  std::span<const std::uint32_t> movers;  ///< those that are asked about; the others need not be there
  std::span<const Placement> at;          ///< by mover, in the middle
  std::span<const QuickMotion> motions;   ///< by mover
  std::span<const double> pair_strays;    ///< by pair: both together, in any frame that turns
  double half;
};

/// A mover and the world, or a pair of movers, by their numbers.
struct QuickQuestion {
  std::uint32_t index;
  bool is_pair;
  bool is_clear;  ///< the answer: surely they do not touch
};

/// Tells of most configurations in floats who surely does not touch whom, and of many that something surely touches.
/// Balls cover the movers, and a map says how far the world is. What it is made of takes a while, and pays from some
/// ten thousand configurations on.
class QuickLook {
 public:
  QuickLook(const CheckerData& data, int threads);
  /// With a rough map of surfaces, which takes some milliseconds: for look_along() alone, and for what does not begin
  /// inside of a solid.
  explicit QuickLook(const CheckerData& data);
  /// Not of movers that reach beyond 2^200.
  bool is_there() const { return largest_shift > 0; }

  /// Returns true when something surely touches that may not. Otherwise memory says what is surely clear.
  bool surely_touches(std::span<const Placement> movers, double margin, Simd simd, QuickMemory& memory) const;

  /// Answers who surely touches nothing while movers move.
  void look_along(const QuickMotions& motions, double margin, Simd simd, QuickMemory& memory,
                  std::span<QuickQuestion> questions) const;

  // For the kernels. All lengths are those of `frame`, rounded so that balls are larger and balls in movers smaller.
  /// A mover's balls, side by side.
  struct alignas(64) Mover {
    float centre[3][BallCover::most];
    float outer[BallCover::most];  ///< with the shape's radius and the bending of placements, without padding
    float inner[BallCover::most];
    float whole[3];  ///< the centre of a ball around all of them
    float whole_radius;
    float padding;
    bool has_inner, is_solid;
    bool may_prove;  ///< may balls in the mover prove that it touches the world?
  };
  /// A piece of a body: see WorldPiece.
  struct Piece {
    float ends[2][3];
    float less;
    std::uint32_t body;
  };
  struct Pair {
    std::uint32_t a, b;
    float reach;
  };
  /// Pairs of one mover with some that follow each other.
  struct alignas(64) PairRow {
    static constexpr int most = 8;
    float apart[most];  ///< the sum of the whole balls' radii and the reach; minus infinity where there is no pair
    std::uint32_t pairs[most];
    std::uint32_t a, first;
  };
  struct Grid {
    float low[3], side, cells_per_unit;
    float last[3];  ///< cell along each axis
    float row, layer;
    float step;
  };
  FloatFrame frame;
  std::vector<Mover> movers;
  std::vector<double> farthest;  ///< of each mover, in its frame: no middle of a ball is farther from the origin
  std::vector<Pair> pairs;
  std::vector<PairRow> pair_rows;
  Grid grid{};
  std::vector<std::uint8_t> numbers;    ///< see ClearanceMap
  std::vector<std::uint16_t> piece_of;  ///< likewise
  std::vector<Piece> pieces;
  bool has_map = false;
  float slack = 0;          ///< covers the rounding of all positions up to `largest_shift`
  float largest_shift = 0;  ///< a configuration with a mover beyond this is not looked at
};

}  // namespace abut
