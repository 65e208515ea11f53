#include "io/weld.h"

#include <abut/error.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace abut {

namespace {

constexpr std::size_t most_points = std::size_t{1} << 30;

__extension__ typedef unsigned __int128 Product;

std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  const Product product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint32_t hash_of(const std::array<float, 3>& point) {
  const auto x = std::bit_cast<std::uint32_t>(point[0]), y = std::bit_cast<std::uint32_t>(point[1]);
  const auto z = std::bit_cast<std::uint32_t>(point[2]);
  const std::uint64_t xy = std::uint64_t{x} << 32 | y;
  return static_cast<std::uint32_t>(folded_product(xy ^ 0x9e3779b97f4a7c15u, z ^ 0xbf58476d1ce4e5b9u) >> 16);
}

std::uint32_t hash_of(const std::array<double, 3>& point) {
  const auto x = std::bit_cast<std::uint64_t>(point[0]), y = std::bit_cast<std::uint64_t>(point[1]);
  const auto z = std::bit_cast<std::uint64_t>(point[2]);
  const std::uint64_t xy = folded_product(x ^ 0x9e3779b97f4a7c15u, y ^ 0xbf58476d1ce4e5b9u);
  return static_cast<std::uint32_t>(folded_product(xy ^ z, 0x94d049bb133111ebu) >> 16);
}

/// The same point without negative zeros, which would have another hash.
template <class Scalar>
std::array<Scalar, 3> canonical(const std::array<Scalar, 3>& point) {
  return {point[0] + Scalar{0}, point[1] + Scalar{0}, point[2] + Scalar{0}};
}

}  // namespace

template <class Scalar>
Welder<Scalar>::Welder(std::size_t expected_points, std::string file) : table_(0), file_(std::move(file)) {
  expected_points = std::min(expected_points, most_points);
  use(Pages(sizeof(Slot) * std::bit_ceil(std::max<std::size_t>(2 * expected_points, 64))));
  points_.reserve(expected_points);
  prefer_huge_pages(points_.data(), points_.capacity() * sizeof(Vec3));
}

template <class Scalar>
void Welder<Scalar>::use(Pages table) {
  table_ = std::move(table);
  slots_ = {reinterpret_cast<Slot*>(table_.bytes().data()), table_.bytes().size() / sizeof(Slot)};
  shift_ = 32 - std::countr_zero(slots_.size());
}

template <class Scalar>
inline std::uint32_t Welder<Scalar>::index_of(const Corner& point, std::uint32_t hash) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash >> shift_;; i = (i + 1) & mask) {
    Slot& slot = slots_[i];
    // Canonical points are equal when their bits are, and those are compared without a jump per coordinate.
    if (std::memcmp(&slot.point, &point, sizeof point) == 0 && slot.index_plus_one != 0) return slot.index_plus_one - 1;
    if (slot.index_plus_one == 0) {
      points_.push_back({point[0], point[1], point[2]});
      slot = {point, static_cast<std::uint32_t>(points_.size())};
      return slot.index_plus_one - 1;
    }
  }
}

template <class Scalar>
void Welder<Scalar>::make_room(std::size_t corners) {
  const std::size_t needed = points_.size() + corners;
  if (needed > most_points) throw Error(file_ + ": has more than 2^30 different points. Split it into several files.");
  if (2 * needed <= slots_.size()) return;
  const Pages old_table = std::exchange(table_, Pages(0));
  const std::span<Slot> old_slots = slots_;
  use(Pages(sizeof(Slot) * std::bit_ceil(3 * needed)));
  for (const Slot& slot : old_slots) {
    if (slot.index_plus_one == 0) continue;
    std::size_t i = hash_of(slot.point) >> shift_;
    while (slots_[i].index_plus_one != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

template <class Scalar>
void Welder<Scalar>::add(std::span<const Corner> corners, std::vector<Triangle>& triangles) {
  constexpr std::size_t batch = 96;
  Corner points[batch];
  std::uint32_t hashes[batch];
  while (!corners.empty()) {
    const std::size_t count = std::min(batch, corners.size());
    make_room(count);
    // All of a batch's slots are on their way from memory before the first one is looked at.
    for (std::size_t i = 0; i < count; ++i) {
      points[i] = canonical(corners[i]);
      hashes[i] = hash_of(points[i]);
      __builtin_prefetch(&slots_[hashes[i] >> shift_]);
    }
    for (std::size_t i = 0; i < count; i += 3)
      triangles.push_back({index_of(points[i], hashes[i]), index_of(points[i + 1], hashes[i + 1]),
                           index_of(points[i + 2], hashes[i + 2])});
    corners = corners.subspan(count);
  }
}

template class Welder<float>;
template class Welder<double>;

}  // namespace abut
