#include <abut/tree/wide_shape.h>

#include <cstring>

namespace abut {

namespace {

constexpr int most_bins = 16;
// Skewed distributions could go on dividing off a few triangles; beyond this depth groups are halved by count.
constexpr int deepest_by_area = 64;
// A lane that opens a node costs its area; one that ends in a leaf half of that.
constexpr float leaf_weight = 0.5f;

}  // namespace

/// A box with its upper corner negated: the union of two is a minimum throughout. Lane 3 of `low` carries an id.
struct BinaryShape::Bounds {
  float low[4];
  float minus_high[4];

  static Bounds empty() {
    constexpr float most = std::numeric_limits<float>::max();
    return {{most, most, most, most}, {most, most, most, most}};
  }
  void grow(const Bounds& by) {
    for (int i = 0; i < 4; ++i) low[i] = std::min(low[i], by.low[i]);
    for (int i = 0; i < 4; ++i) minus_high[i] = std::min(minus_high[i], by.minus_high[i]);
  }
  /// Half the surface, and a little for what has none: segments and points cost something to visit, too.
  float area() const {
    const float x = -minus_high[0] - low[0], y = -minus_high[1] - low[1], z = -minus_high[2] - low[2];
    return x * y + y * z + z * x + 0x1p-20f * (x + y + z) + 0x1p-40f;
  }
  float twice_centre(int axis) const { return low[axis] - minus_high[axis]; }
  std::uint32_t id() const {
    std::uint32_t result;
    std::memcpy(&result, &low[3], sizeof result);
    return result;
  }
};

class BinaryShape::Builder {
 public:
  Builder(BinaryShape& shape, std::span<const Vec3> points, std::span<const Triangle> triangles)
      : shape_(shape),
        here_(std::make_unique_for_overwrite<Bounds[]>(triangles.size())),
        there_(std::make_unique_for_overwrite<Bounds[]>(triangles.size())) {
    for (std::uint32_t i = 0; i < triangles.size(); ++i) here_[i] = bounds_of_triangle(points, triangles[i], i);
  }

  void build() { divide(shape_.root(), here_.get(), there_.get(), 0); }

 private:
  struct Cut {
    int axis = 0, bin = 0;
    float low = 0, per_length = 0;
    float cost = std::numeric_limits<float>::max();
    int bins = most_bins;

    int bin_of(const Bounds& b) const {
      return std::min(static_cast<int>((b.twice_centre(axis) - low) * per_length), bins - 1);
    }
  };

  static Bounds bounds_of_triangle(std::span<const Vec3> points, const Triangle& t, std::uint32_t id) {
    Bounds result = Bounds::empty();
    for (std::uint32_t corner : t)
      for (int axis = 0; axis < 3; ++axis) {
        const auto x = static_cast<float>(points[corner][axis]);
        result.low[axis] = std::min(result.low[axis], x);
        result.minus_high[axis] = std::min(result.minus_high[axis], -x);
      }
    std::memcpy(&result.low[3], &id, sizeof id);
    return result;
  }

  float weight(std::uint32_t count) const {
    // Leaves are filled: three triangles take as many of them as four.
    return static_cast<float>((count + shape_.leaf_size_ - 1) / shape_.leaf_size_);
  }

  Cut best_cut(const Bounds* run, std::uint32_t count) const;

  /// Divides the group, whose bounds lie in `from`, and everything below it; returns its box.
  Bounds divide(const Group& group, Bounds* from, Bounds* to, int level) {
    const Bounds* run = from + group.first;
    if (shape_.is_leaf(group)) return close_leaf(group, run);
    shape_.nodes_[group.node].left_count = move_apart(run, to + group.first, group.count, level);
    const Group left = shape_.left(group), right = shape_.right(group);
    Bounds box = divide(left, to, from, level + 1);
    box.grow(divide(right, to, from, level + 1));
    find_costs(group, left, right, box.area());
    return box;
  }

  Bounds close_leaf(const Group& group, const Bounds* run) {
    Bounds box = run[0];
    for (std::uint32_t i = 0; i < group.count; ++i) {
      box.grow(run[i]);
      shape_.order_[group.first + i] = run[i].id();
    }
    shape_.leaf_cost_[group.first] = leaf_weight * box.area();
    return box;
  }

  /// Moves the run to `to`, its first group first, each in the order it had; returns the size of the first.
  std::uint32_t move_apart(const Bounds* run, Bounds* to, std::uint32_t count, int level) {
    const Cut cut = level < deepest_by_area ? best_cut(run, count) : Cut{};
    if (cut.bin == 0) {
      std::copy(run, run + count, to);
      return count / 2;
    }
    std::uint32_t left_count = 0;
    for (std::uint32_t i = 0; i < count; ++i) left_count += cut.bin_of(run[i]) < cut.bin;
    std::uint32_t next[2] = {0, left_count};
    for (std::uint32_t i = 0; i < count; ++i) to[next[cut.bin_of(run[i]) >= cut.bin]++] = run[i];
    return left_count;
  }

  void find_costs(const Group& group, const Group& left, const Group& right, float area) {
    float* cost = shape_.nodes_[group.node].cost;
    float apart = std::numeric_limits<float>::max();
    for (int lanes = 2; lanes <= most_lanes; ++lanes) {
      for (int j = 1; j < lanes; ++j) apart = std::min(apart, shape_.cost(left, j) + shape_.cost(right, lanes - j));
      if (lanes < most_lanes) cost[lanes] = apart;
    }
    cost[1] = area + apart;
    for (int lanes = 2; lanes < most_lanes; ++lanes) cost[lanes] = std::min(cost[lanes], cost[1]);
  }

  BinaryShape& shape_;
  std::unique_ptr<Bounds[]> here_, there_;
};

BinaryShape::Builder::Cut BinaryShape::Builder::best_cut(const Bounds* run, std::uint32_t count) const {
  Bounds centres = Bounds::empty();
  for (std::uint32_t i = 0; i < count; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      centres.low[axis] = std::min(centres.low[axis], run[i].twice_centre(axis));
      centres.minus_high[axis] = std::min(centres.minus_high[axis], -run[i].twice_centre(axis));
    }
  Cut best;
  for (int axis = 0; axis < 3; ++axis) {
    Cut cut{axis, 0, centres.low[axis]};
    const float length = -centres.minus_high[axis] - centres.low[axis];
    cut.per_length = static_cast<float>(cut.bins) / length;
    if (!(cut.per_length < std::numeric_limits<float>::max())) continue;
    Bounds bins[most_bins], above[most_bins];
    std::uint32_t counts[most_bins] = {};
    for (Bounds& bin : bins) bin = Bounds::empty();
    for (std::uint32_t i = 0; i < count; ++i) {
      const int bin = cut.bin_of(run[i]);
      bins[bin].grow(run[i]);
      ++counts[bin];
    }
    above[cut.bins - 1] = bins[cut.bins - 1];
    for (int i = cut.bins - 2; i > 0; --i) (above[i] = above[i + 1]).grow(bins[i]);
    Bounds below = bins[0];
    std::uint32_t below_count = counts[0];
    for (int i = 1; i < cut.bins; ++i) {
      if (below_count > 0 && below_count < count) {
        const float cost = below.area() * weight(below_count) + above[i].area() * weight(count - below_count);
        if (cost < best.cost) best = cut, best.bin = i, best.cost = cost;
      }
      below.grow(bins[i]);
      below_count += counts[i];
    }
  }
  return best;
}

BinaryShape::BinaryShape(std::span<const Vec3> points, std::span<const Triangle> triangles, std::uint32_t leaf_size)
    : size_(triangles.size()),
      leaf_size_(leaf_size),
      order_(std::make_unique_for_overwrite<std::uint32_t[]>(size_)),
      nodes_(std::make_unique_for_overwrite<Node[]>(size_)),
      leaf_cost_(std::make_unique_for_overwrite<float[]>(size_)) {
  if (size_ > 0) Builder(*this, points, triangles).build();
}

}  // namespace abut
