#include "engine/shape.h"

#include "base/threads.h"

#include <algorithm>
#include <new>

#include <hwy/aligned_allocator.h>

namespace abut {

namespace {

// Groups above this size are divided by all threads together, others by one. It decides nothing but the speed.
constexpr std::uint32_t shared_size = 1 << 15;
constexpr std::uint32_t range_size = 1 << 13;

void grow(float (&low)[4], const float (&by)[4]) {
  for (int i = 0; i < 4; ++i) low[i] = std::min(low[i], by[i]);
}

/// Divides large groups on several threads. Minima and counts do not depend on the order they are taken in, and
/// triangles keep theirs, so the division is that of divide_group.
class SharedDivision {
 public:
  SharedDivision(const SplitArrays& arrays, int threads) : arrays_(arrays), threads_(threads) {}

  SplitBounds divide(const SplitGroup& group, SplitBounds* from, SplitBounds* to, int level) const {
    if (threads_ <= 1 || group.count <= shared_size || level >= deepest_by_area)
      return divide_group(arrays_, group, from, to, level);
    arrays_.nodes[group.node].left_count = move_apart(group, from, to);
    SplitBounds left, right;
    run_both([&] { left = divide(left_half(arrays_.nodes, group), to, from, level + 1); },
             [&] { right = divide(right_half(arrays_.nodes, group), to, from, level + 1); });
    return join_halves(arrays_, group, left, right);
  }

 private:
  static std::size_t ranges_of(std::uint32_t count) { return (count + range_size - 1) / range_size; }

  CentreBounds shared_centres(const SplitBounds* run, std::uint32_t count) const {
    std::vector<CentreBounds> parts(ranges_of(count));
    for_each_range(threads_, count, range_size, [&](std::size_t first, std::size_t end) {
      parts[first / range_size] = centre_bounds(run + first, static_cast<std::uint32_t>(end - first));
    });
    for (const CentreBounds& part : parts) grow(parts[0].low, part.low), grow(parts[0].minus_high, part.minus_high);
    return parts[0];
  }

  static Bins sum_of(const std::vector<Bins>& parts, int used) {
    Bins sum = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i)
      for (int bin = 0; bin < used; ++bin) {
        grow(sum.bounds[bin].low, parts[i].bounds[bin].low);
        grow(sum.bounds[bin].minus_high, parts[i].bounds[bin].minus_high);
        sum.count[bin] += parts[i].count[bin];
      }
    return sum;
  }

  std::uint32_t move_apart(const SplitGroup& group, const SplitBounds* from, SplitBounds* there) const {
    const SplitBounds* run = from + group.first;
    const std::uint32_t count = group.count;
    BinNumber* bin_of = arrays_.bin_of + group.first;
    SplitBounds* to = there + group.first;
    const Binning binning = binning_of(shared_centres(run, count), count);
    std::vector<Bins> parts(ranges_of(count));
    for_each_range(threads_, count, range_size, [&](std::size_t first, std::size_t end) {
      fill_bins(run + first, static_cast<std::uint32_t>(end - first), binning, parts[first / range_size],
                bin_of + first);
    });
    const Cut cut = best_cut(sum_of(parts, binning.bins), binning, count, arrays_.leaf_size);
    if (cut.bin == 0) {
      std::copy(run, run + count, to);
      return count / 2;
    }
    std::vector<std::uint32_t> below(parts.size() + 1, 0);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      below[i + 1] = below[i];
      for (int bin = 0; bin < cut.bin; ++bin) below[i + 1] += parts[i].count[bin];
    }
    for_each_range(threads_, count, range_size, [&](std::size_t first, std::size_t end) {
      const std::uint32_t left = below[first / range_size];
      abut::move_apart(run + first, static_cast<std::uint32_t>(end - first), bin_of + first, cut.bin, to + left,
                       to + cut.below + (first - left));
    });
    return cut.below;
  }

  SplitArrays arrays_;
  int threads_;
};

}  // namespace

BinaryShape::BinaryShape(const FloatPoint* points, std::span<const Triangle> triangles, std::uint32_t leaf_size,
                         int threads)
    : size_(triangles.size()),
      leaf_size_(leaf_size),
      order_(size_),
      nodes_(std::make_unique_for_overwrite<SplitNode[]>(size_)),
      leaf_cost_(std::make_unique_for_overwrite<float[]>(size_)) {
  if (size_ == 0) return;
  // Aligned, so that none lies across two cache lines.
  const auto here = hwy::AllocateAligned<SplitBounds>(size_), there = hwy::AllocateAligned<SplitBounds>(size_);
  if (!here || !there) throw std::bad_alloc();
  for_each_range(threads, size_, range_size, [&](std::size_t first, std::size_t end) {
    triangle_bounds(points, triangles, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first),
                    here.get() + first);
  });
  const auto bin_of = std::make_unique_for_overwrite<BinNumber[]>(size_);
  const SplitArrays arrays{leaf_size_, order_.data(), nodes_.get(), leaf_cost_.get(), bin_of.get()};
  SharedDivision(arrays, threads).divide(root(), here.get(), there.get(), 0);
}

}  // namespace abut
