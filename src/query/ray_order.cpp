#include "query/ray_order.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace abut {

namespace {

constexpr int cells_log2 = 6, cells = 1 << cells_log2;  // along each axis
constexpr int digit_bits = 11, digits = 1 << digit_bits;
static_assert(3 + 3 * cells_log2 <= 2 * digit_bits);

/// Two zeros between the bits of a number.
constexpr std::array<std::uint32_t, cells> spread_bits = [] {
  std::array<std::uint32_t, cells> spread{};
  for (std::uint32_t i = 0; i < cells; ++i)
    for (int bit = 0; bit < cells_log2; ++bit) spread[i] |= (i >> bit & 1) << (3 * bit);
  return spread;
}();

/// Tells places in a box apart by cells.
class EntryCells {
 public:
  explicit EntryCells(const RayTree& tree) {
    for (int k = 0; k < 3; ++k) {
      low_[k] = tree.nodes[0].bound[k][0], high_[k] = tree.nodes[0].bound[3 + k][0];
      per_length_[k] = static_cast<float>(cells) / std::max(high_[k] - low_[k], 0x1p-60f);
    }
  }

  /// Any number will do for a ray of which nothing can be said.
  std::uint32_t key(const Vec3& origin, const Vec3& direction, double t_min) const {
    float start[3], along[3], t = static_cast<float>(t_min);
    std::uint32_t key = 0;
    for (int k = 0; k < 3; ++k) {
      start[k] = static_cast<float>(origin[k]), along[k] = static_cast<float>(direction[k]);
      const bool back = along[k] < 0;
      key |= static_cast<std::uint32_t>(back) << (3 * cells_log2 + k);
      const float since = ((back ? high_[k] : low_[k]) - start[k]) / along[k];
      t = since > t ? since : t;
    }
    for (int k = 0; k < 3; ++k) {
      const float place = (start[k] + t * along[k] - low_[k]) * per_length_[k];
      const float inside = place > 0 ? std::min(place, static_cast<float>(cells - 1)) : 0;
      key |= spread_bits[static_cast<std::size_t>(inside)] << k;
    }
    return key;
  }

 private:
  float low_[3], high_[3], per_length_[3];
};

struct Keyed {
  std::uint32_t key, ray;
};

/// Sorts by one digit of the key, keeping the order of those that have the same.
void sort_by_digit(const std::vector<Keyed>& from, std::vector<Keyed>& to, int shift) {
  std::array<std::uint32_t, digits + 1> first{};
  const auto digit = [shift](const Keyed& item) { return item.key >> shift & (digits - 1); };
  for (const Keyed& item : from) ++first[digit(item) + 1];
  for (int i = 0; i < digits; ++i) first[i + 1] += first[i];
  for (const Keyed& item : from) to[first[digit(item)]++] = item;
}

}  // namespace

std::vector<std::uint32_t> rays_in_order(const ModelData& model, const Placement& at, const RayFrame& frame,
                                         std::span<const Ray> rays) {
  std::vector<std::uint32_t> order(rays.size());
  if (model.ray_tree.nodes.empty()) return order;
  const EntryCells entry(model.ray_tree);
  const Vec3 centre = at * model.frame.centre;
  std::vector<Keyed> keyed(rays.size()), sorted(rays.size());
  for (std::size_t i = 0; i < rays.size(); ++i)
    keyed[i] = {entry.key(frame.carried(rays[i].origin - centre), frame.carried(rays[i].direction), rays[i].t_min),
                static_cast<std::uint32_t>(i)};
  sort_by_digit(keyed, sorted, 0);
  sort_by_digit(sorted, keyed, digit_bits);
  for (std::size_t i = 0; i < rays.size(); ++i) order[i] = keyed[i].ray;
  return order;
}

}  // namespace abut
