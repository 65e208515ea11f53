#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/split.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/split.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

constexpr float infinite = std::numeric_limits<float>::infinity();
// A lane that opens a node costs its area; one that ends in a leaf half of that.
constexpr float leaf_weight = 0.5f;
// Boxes are taken this much larger, so that segments and points cost something to visit, too.
constexpr float least_length = 0x1p-20f;

using N = Lanes<float, 8>;
using Box = Row<N, 8>;
using Four = Row<Lanes<float, 4>, 4>;

HWY_INLINE Box load(const SplitBounds& bounds) { return Box::load(bounds.low); }
HWY_INLINE void store(const Box& box, SplitBounds& bounds) { box.store(bounds.low); }
HWY_INLINE Four twice_centre(const SplitBounds& b) { return Four::load(b.low) - Four::load(b.minus_high); }

/// Half the surface of a box that is `more` longer on every side.
HWY_INLINE float half_area(const SplitBounds& b, float more) {
  const float x = more - b.low[0] - b.minus_high[0], y = more - b.low[1] - b.minus_high[1],
              z = more - b.low[2] - b.minus_high[2];
  return x * y + y * z + z * x;
}
HWY_INLINE float half_area(const Box& box, float more) {
  SplitBounds b;
  store(box, b);
  return half_area(b, more);
}

void TriangleBounds(const FloatPoint* points, std::span<const Triangle> triangles, std::uint32_t first,
                    std::uint32_t count, SplitBounds* into) {
  const Four zero = Four::all(0);
  for (std::uint32_t id = first; id < first + count; ++id, ++into) {
    const Triangle& t = triangles[id];
    const Four a = Four::load(points[t[0]].at), b = Four::load(points[t[1]].at), c = Four::load(points[t[2]].at);
    min(min(a, b), c).store(into->low);
    min(min(zero - a, zero - b), zero - c).store(into->minus_high);
    into->low[3] = std::bit_cast<float>(id);
  }
}

CentreBounds CentresOf(const SplitBounds* run, std::uint32_t count) {
  // Two at a time: each minimum waits for the one before.
  const SplitBounds &first = run[0], &last = run[count - 1];
  Four low[2] = {twice_centre(first), twice_centre(last)}, high[2] = {low[0], low[1]};
  for (std::uint32_t i = 0; i + 1 < count; i += 2)
    for (std::uint32_t j = 0; j < 2; ++j) {
      const Four centre = twice_centre(run[i + j]);
      low[j] = min(low[j], centre);
      high[j] = max(high[j], centre);
    }
  CentreBounds result;
  min(low[0], low[1]).store(result.low);
  (Four::all(0) - max(high[0], high[1])).store(result.minus_high);
  return result;
}

HWY_INLINE void clear_bins(int used, Bins& bins) {
  const Box nothing = Box::all(infinite);
  for (int i = 0; i < used; ++i) {
    store(nothing, bins.bounds[i]);
    bins.count[i] = 0;
  }
}

/// Sorts one of the bounds into a bin and says which.
HWY_INLINE BinNumber add_to_bin(const SplitBounds& b, const Binning& binning, Bins& bins) {
  const auto bin = static_cast<int>(binning.place_of(b));
  store(min(load(bins.bounds[bin]), load(b)), bins.bounds[bin]);
  ++bins.count[bin];
  return static_cast<BinNumber>(bin);
}

void FillBins(const SplitBounds* run, std::uint32_t count, const Binning& given, Bins& bins, BinNumber* bin_of) {
  const Binning binning = given;  // for all the compiler knows, bin_of is written over the one that is given
  clear_bins(binning.bins, bins);
  constexpr std::uint32_t parts = 4, worth_parts = 256;
  if (count < worth_parts) {
    for (std::uint32_t i = 0; i < count; ++i) bin_of[i] = add_to_bin(run[i], binning, bins);
    return;
  }
  // Neighbours mostly fall into one bin, where each waits for what the one before has stored: the parts of a long run
  // take turns, each with bins of its own.
  Bins others[parts - 1];
  for (Bins& other : others) clear_bins(binning.bins, other);
  const std::uint32_t part = count / parts;
  for (std::uint32_t i = 0; i < part; ++i) {
    bin_of[i] = add_to_bin(run[i], binning, bins);
    for (std::uint32_t k = 1; k < parts; ++k)
      bin_of[k * part + i] = add_to_bin(run[k * part + i], binning, others[k - 1]);
  }
  for (std::uint32_t i = parts * part; i < count; ++i) bin_of[i] = add_to_bin(run[i], binning, bins);
  for (const Bins& other : others)
    for (int i = 0; i < binning.bins; ++i) {
      store(min(load(bins.bounds[i]), load(other.bounds[i])), bins.bounds[i]);
      bins.count[i] += other.count[i];
    }
}

/// A box that grows, in halves: its lengths are a sum of the two.
struct Growing {
  Four low, minus_high;

  HWY_INLINE Growing() : low(Four::all(infinite)), minus_high(low) {}
  HWY_INLINE void add(const SplitBounds& b) {
    low = min(low, Four::load(b.low));
    minus_high = min(minus_high, Four::load(b.minus_high));
  }
  /// Negated; the fourth means nothing.
  HWY_INLINE void store_lengths(float* to) const { (low + minus_high).store(to); }
};

/// Half the surface of boxes that are `more` longer on every side, from what store_lengths left.
HWY_INLINE N half_areas(const float* lengths, float more) {
  N columns[4];
  N::load_columns([lengths](int i) HWY_ATTR { return lengths + 4 * i; }, columns);
  const N longer = N::all(-more), x = columns[0] + longer, y = columns[1] + longer, z = columns[2] + longer;
  return x * y + y * z + z * x;
}

/// What lies on either side of each cut between bins.
template <int used>
struct Sides {
  alignas(64) float below[used][4], above[used][4], count[used];

  explicit HWY_INLINE Sides(const Bins& bins) {
    Growing from_above, from_below;
    for (int i = used - 1; i >= 0; --i) {
      from_above.store_lengths(above[i]);
      from_above.add(bins.bounds[i]);
    }
    std::uint32_t sum = 0;
    for (int i = 0; i < used; ++i) {
      from_below.add(bins.bounds[i]);
      from_below.store_lengths(below[i]);
      sum += bins.count[i];
      count[i] = static_cast<float>(sum);
    }
  }
};

/// For so many bins: a number that the compiler knows.
template <int used>
HWY_INLINE Cut best_cut_of(const Bins& bins, const Binning& binning, std::uint32_t count, std::uint32_t leaf_size) {
  const N total = N::all(static_cast<float>(count)), per_leaf = N::all(1 / static_cast<float>(leaf_size));
  // Leaves are filled: three triangles take as many of them as four.
  const N round = N::all(static_cast<float>(leaf_size) - 0.5f);
  const auto leaves = [&](const N& n) HWY_ATTR { return floor((n + round) * per_leaf); };
  const Sides<used> sides(bins);
  N least = N::all(infinite), best = N::all(0);
  for (int i = 0; i < used; i += N::lanes) {
    const auto below = N::load_aligned(sides.count + i), above = total - below;
    const N cost = half_areas(sides.below[i], binning.least_length) * leaves(below) +
                   half_areas(sides.above[i], binning.least_length) * leaves(above);
    // Costs of cuts with nothing on one side are not numbers, and never less.
    const auto better = cost < least;
    least = select(better, cost, least);
    best = select(better, N::counting_from(static_cast<float>(i + 1)), best);
  }
  const auto lowest = N::all(least_of(least));
  Cut cut{static_cast<int>(least_of(select(least == lowest, best, N::all(infinite)))), 0};
  for (int i = 0; i < cut.bin; ++i) cut.below += bins.count[i];
  return cut;
}

Cut BestCut(const Bins& bins, const Binning& binning, std::uint32_t count, std::uint32_t leaf_size) {
  return binning.bins == few_bins ? best_cut_of<few_bins>(bins, binning, count, leaf_size)
                                  : best_cut_of<most_bins>(bins, binning, count, leaf_size);
}

// As many as a word has bits.
constexpr std::uint32_t word_size = 64;

/// Of the next 64 numbers, those below the limit, as bits.
HWY_INLINE std::uint64_t bits_below(const BinNumber* bin_of, int limit) {
  using Tag = hn::CappedTag<BinNumber, word_size>;
  const auto most = hn::Set(Tag(), static_cast<BinNumber>(limit));
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < word_size; i += hn::MaxLanes(Tag())) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Tag(), hn::Lt(hn::LoadU(Tag(), bin_of + i), most), bytes);
    std::uint64_t some;
    std::memcpy(&some, bytes, sizeof some);
    bits |= some << i;
  }
  return bits;
}

/// Copies those of a run whose bits are set, and returns where the next one belongs.
HWY_INLINE SplitBounds* copy_some(const SplitBounds* run, std::uint64_t bits, SplitBounds* to) {
  for (; bits != 0; bits &= bits - 1) store(load(run[std::countr_zero(bits)]), *to++);
  return to;
}

/// Where each goes is computed, not branched on: it is hard to guess.
HWY_INLINE void move_few_apart(const SplitBounds* run, std::uint32_t count, const BinNumber* bin_of, int bin,
                               SplitBounds* left, SplitBounds* right) {
  const std::ptrdiff_t apart = right - left;
  std::ptrdiff_t on_the_left = 0;
  for (std::ptrdiff_t i = 0; i < std::ptrdiff_t{count}; ++i) {
    const auto below = static_cast<std::ptrdiff_t>(bin_of[i] < bin);
    const std::ptrdiff_t on_the_right = apart + i - on_the_left;
    store(load(run[i]), left[on_the_right + (on_the_left - on_the_right) * below]);
    on_the_left += below;
  }
}

void MoveApart(const SplitBounds* run, std::uint32_t count, const BinNumber* bin_of, int bin, SplitBounds* left,
               SplitBounds* right) {
  // The ends of two short loops are guessed wrong more often than not.
  constexpr std::uint32_t few = 32;
  if (count < few) return move_few_apart(run, count, bin_of, bin, left, right);
  for (; count >= word_size; count -= word_size, run += word_size, bin_of += word_size) {
    const std::uint64_t below = bits_below(bin_of, bin);
    left = copy_some(run, below, left);
    right = copy_some(run, ~below, right);
  }
  // What comes after the last may be another thread's.
  BinNumber last[word_size] = {};
  std::copy_n(bin_of, count, last);
  const std::uint64_t below = bits_below(last, bin), all = (std::uint64_t{1} << count) - 1;
  copy_some(run, below & all, left);
  copy_some(run, ~below & all, right);
}

HWY_INLINE Box close_leaf(const SplitArrays& arrays, const SplitGroup& group, const SplitBounds* run) {
  Box box = load(run[0]);
  for (std::uint32_t i = 0; i < group.count; ++i) {
    box = min(box, load(run[i]));
    arrays.order[group.first + i] = std::bit_cast<std::uint32_t>(run[i].low[3]);
  }
  arrays.leaf_cost[group.first] = leaf_weight * half_area(box, least_length);
  return box;
}

/// Eight numbers: [i] is the cost of the group in at most i lanes, [0] infinite.
HWY_INLINE void load_costs(const SplitArrays& arrays, const SplitGroup& group, float* cost) {
  if (group.count <= arrays.leaf_size)
    Box::all(arrays.leaf_cost[group.first]).store(cost);
  else
    std::copy_n(arrays.nodes[group.node].cost, SplitNode::most_lanes - 1, cost + 1);
  cost[0] = infinite;
}

HWY_INLINE void find_costs(const SplitArrays& arrays, const SplitGroup& group, float area) {
  constexpr int lanes = SplitNode::most_lanes;
  float* cost = arrays.nodes[group.node].cost;
  const SplitGroup on_the_left = left_half(arrays.nodes, group), on_the_right = right_half(arrays.nodes, group);
  if (on_the_left.count <= arrays.leaf_size && on_the_right.count <= arrays.leaf_size) {
    const float both = arrays.leaf_cost[on_the_left.first] + arrays.leaf_cost[on_the_right.first];
    std::fill_n(cost + 1, lanes - 2, both);
    cost[0] = area + both;
    return;
  }
  float left[lanes], right[2 * lanes], apart[lanes];
  load_costs(arrays, on_the_left, left);
  load_costs(arrays, on_the_right, right + lanes);
  Box::all(infinite).store(right);
  // apart[i]: both halves take i + 1 lanes together, j of them on the left.
  Box least = Box::all(infinite);
  for (int j = 1; j < lanes; ++j) least = min(least, Box::all(left[j]) + Box::load(right + lanes + 1 - j));
  least.store(apart);
  const float alone = area + apart[lanes - 1];
  cost[0] = alone;
  for (int i = 1; i < lanes - 1; ++i) cost[i] = std::min(alone, apart[i]);
}

/// Three or four triangles for leaves of two: every way to pair them is tried. Returns 2.
HWY_INLINE std::uint32_t divide_few(const SplitBounds* run, std::uint32_t count, SplitBounds* to) {
  // The pairs that hold the last triangle, then their opposites.
  alignas(64) float lengths[8][4] = {};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    Growing with_last, opposite;
    with_last.add(run[i]);
    with_last.add(run[count == 3 ? i : 3]);
    opposite.add(run[j]);
    opposite.add(run[k]);
    with_last.store_lengths(lengths[i]);
    opposite.store_lengths(lengths[4 + i]);
  }
  alignas(32) float area[8];
  for (int i = 0; i < 8; i += N::lanes) half_areas(lengths[i], least_length).store(area + i);
  int best = 0;
  for (int i = 1; i < 3; ++i)
    if (area[i] + area[4 + i] < area[best] + area[4 + best]) best = i;
  to[0] = run[(best + 1) % 3];
  to[1] = run[(best + 2) % 3];
  to[2] = run[best];
  if (count == 4) to[3] = run[3];
  return 2;
}

HWY_INLINE std::uint32_t divide_run(const SplitBounds* run, std::uint32_t count, std::uint32_t leaf_size, int level,
                                    BinNumber* bin_of, SplitBounds* to) {
  if (leaf_size == 2 && count <= 4) return divide_few(run, count, to);
  if (level < deepest_by_area) {
    const Binning binning = binning_of(CentresOf(run, count), count);
    Bins bins;
    FillBins(run, count, binning, bins, bin_of);
    const Cut cut = BestCut(bins, binning, count, leaf_size);
    if (cut.bin > 0) {
      MoveApart(run, count, bin_of, cut.bin, to, to + cut.below);
      return cut.below;
    }
  }
  std::copy(run, run + count, to);
  return count / 2;
}

Box divide(const SplitArrays& arrays, const SplitGroup& group, SplitBounds* from, SplitBounds* to, int level) {
  const SplitBounds* run = from + group.first;
  if (group.count <= arrays.leaf_size) return close_leaf(arrays, group, run);
  arrays.nodes[group.node].left_count =
      divide_run(run, group.count, arrays.leaf_size, level, arrays.bin_of + group.first, to + group.first);
  const Box left = divide(arrays, left_half(arrays.nodes, group), to, from, level + 1);
  const Box box = min(left, divide(arrays, right_half(arrays.nodes, group), to, from, level + 1));
  find_costs(arrays, group, half_area(box, least_length));
  return box;
}

SplitBounds DivideGroup(const SplitArrays& arrays, const SplitGroup& group, SplitBounds* from, SplitBounds* to,
                        int level) {
  SplitBounds result;
  store(divide(arrays, group, from, to, level), result);
  return result;
}

SplitBounds JoinHalves(const SplitArrays& arrays, const SplitGroup& group, const SplitBounds& left,
                       const SplitBounds& right) {
  SplitBounds result;
  const Box box = min(load(left), load(right));
  store(box, result);
  find_costs(arrays, group, half_area(box, least_length));
  return result;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(TriangleBounds);
HWY_EXPORT(CentresOf);
HWY_EXPORT(FillBins);
HWY_EXPORT(BestCut);
HWY_EXPORT(MoveApart);
HWY_EXPORT(DivideGroup);
HWY_EXPORT(JoinHalves);

void triangle_bounds(const FloatPoint* points, std::span<const Triangle> triangles, std::uint32_t first,
                     std::uint32_t count, SplitBounds* into) {
  HWY_DYNAMIC_DISPATCH(TriangleBounds)(points, triangles, first, count, into);
}

CentreBounds centre_bounds(const SplitBounds* run, std::uint32_t count) {
  return HWY_DYNAMIC_DISPATCH(CentresOf)(run, count);
}

Binning binning_of(const CentreBounds& centres, std::uint32_t count) {
  Binning result{.bins = count < 32 ? few_bins : most_bins};
  float longest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const float length = -centres.minus_high[axis] - centres.low[axis];
    if (!(length > longest)) continue;
    longest = length;
    result.axis = axis;
  }
  result.low = centres.low[result.axis];
  // A little less than the bins there are, so that the last centre falls into the last bin in spite of rounding.
  const float per_length = static_cast<float>(result.bins) * (1 - 0x1p-20f) / longest;
  result.per_length = per_length < std::numeric_limits<float>::max() ? per_length : 0;
  result.least_length = 0x1p-10f * longest;
  return result;
}

void fill_bins(const SplitBounds* run, std::uint32_t count, const Binning& binning, Bins& bins, BinNumber* bin_of) {
  HWY_DYNAMIC_DISPATCH(FillBins)(run, count, binning, bins, bin_of);
}

Cut best_cut(const Bins& bins, const Binning& binning, std::uint32_t count, std::uint32_t leaf_size) {
  return HWY_DYNAMIC_DISPATCH(BestCut)(bins, binning, count, leaf_size);
}

void move_apart(const SplitBounds* run, std::uint32_t count, const BinNumber* bin_of, int bin, SplitBounds* left,
                SplitBounds* right) {
  HWY_DYNAMIC_DISPATCH(MoveApart)(run, count, bin_of, bin, left, right);
}

SplitBounds divide_group(const SplitArrays& arrays, const SplitGroup& group, SplitBounds* from, SplitBounds* to,
                         int level) {
  return HWY_DYNAMIC_DISPATCH(DivideGroup)(arrays, group, from, to, level);
}

SplitBounds join_halves(const SplitArrays& arrays, const SplitGroup& group, const SplitBounds& left,
                        const SplitBounds& right) {
  return HWY_DYNAMIC_DISPATCH(JoinHalves)(arrays, group, left, right);
}

}  // namespace abut
#endif
