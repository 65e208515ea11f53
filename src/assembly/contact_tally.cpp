#include "assembly/contact_tally.h"

#include "assembly/placed_box.h"

#include <algorithm>

namespace abut {

namespace {

void keep_distinct(std::vector<std::uint32_t>& triangles) {
  std::sort(triangles.begin(), triangles.end());
  triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
}

Bounds triangle_box(const Model& model, const Placement& at, std::uint32_t triangle) {
  const std::array<Vec3, 3> corners = model.mesh().corners(triangle);
  return bounds_of(std::array{at * corners[0], at * corners[1], at * corners[2]});
}

}  // namespace

void DistinctTriangles::add(std::uint32_t triangle) {
  if (!all_.empty() && all_.back() == triangle) return;
  all_.push_back(triangle);
  if (all_.size() < room_) return;
  keep_distinct(all_);
  room_ = std::max(room_, 2 * all_.size());
}

std::vector<std::uint32_t> DistinctTriangles::sorted() const {
  std::vector<std::uint32_t> result = all_;
  keep_distinct(result);
  return result;
}

void ContactTally::add(const Contact& contact) {
  least_ = count_++ == 0 ? contact : std::min(least_, contact);
  if (!is_many()) {
    kept_.push_back(contact);
    return;
  }
  for (const Contact& before : kept_) sum_up(before);
  kept_ = {};
  sum_up(contact);
}

void ContactTally::sum_up(const Contact& contact) {
  summed_a_.add(contact.a);
  summed_b_.add(contact.b);
  summed_region_ = joined(summed_region_, region_of(contact));
}

std::vector<std::uint32_t> ContactTally::triangles_a() const {
  DistinctTriangles all = summed_a_;
  for (const Contact& contact : kept_) all.add(contact.a);
  return all.sorted();
}

std::vector<std::uint32_t> ContactTally::triangles_b() const {
  DistinctTriangles all = summed_b_;
  for (const Contact& contact : kept_) all.add(contact.b);
  return all.sorted();
}

Bounds ContactTally::region() const {
  Bounds region = summed_region_;
  for (const Contact& contact : kept_) region = joined(region, region_of(contact));
  return region;
}

Bounds ContactTally::region_of(const Contact& contact) const {
  const Bounds of_a = triangle_box(*a_, at_.a, contact.a), of_b = triangle_box(*b_, at_.b, contact.b);
  // Rounding may turn boxes that touch inside out by a hair; the join mends that.
  const Vec3 low = max(of_a.low, of_b.low), high = min(of_a.high, of_b.high);
  return {min(low, high), max(low, high)};
}

std::vector<Contact> ContactTally::some(std::size_t most) const {
  if (kept_.empty()) return std::vector<Contact>(count_ > 0 ? 1 : 0, least_);
  const std::size_t count = std::min(most, kept_.size());
  std::vector<Contact> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(kept_[i * kept_.size() / count]);
  return chosen;
}

}  // namespace abut
