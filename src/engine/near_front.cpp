#include "engine/near_front.h"

#include "engine/turn_between.h"
#include "math/rounding.h"

#include <algorithm>

namespace abut {

NearFront::Way NearFront::begin(const RelativePlacement& b_in_a, const double (&reach)[2]) {
  if (!b_in_a.turns) {
    clear();
    return Way::plain;
  }
  if (boxes.size() > 0 && b_in_a.scale == last_.scale) {
    turned_ = add_up(turned_, turn_between(last_, b_in_a).norm);
    if (turned_ < 4) return stand(b_in_a, reach), Way::resume;
  }
  clear();
  if (patience_.waits()) return Way::plain;
  stand(b_in_a, reach);
  return Way::record;
}

// Why an entry is apart by more than the computed n.(L c + t) - reach - radius turned, less the slack. u = 2^-24, Ra
// and Rb the models' reaches, the latter as L has it, t the shift; |n| <= 1, turned <= 4.
//   A box is centred within Ra sqrt(3) of the origin and has half extents of at most Ra, each; as a sum of its axes it
// reaches further by 2^-20 = 16u of the largest one, along each: 48u Ra. Its reach along n, of six products of three
// terms and their sum, is off by less than 12u of at most 8.2 Ra: 99u Ra.
//   B's box reaches 48u Rb further, too. Entries of L are off by u and the map's errors; the axes' images by 4u more,
// products and sums by 12u of 5.2 Rb: 68u Rb with L's.
//   L c + t is off by 5u of 3 Rb + |t|1 and the errors; the product with n by 4u of it: 9u (3 Rb + |t|1). Triangles are
// rounded to float, which is less. radius times turned is rounded twice, up to u 16 Rb each, turned itself to 2u.
// Differences: 3u of all of these, 3u (9 Ra + 13 Rb + |t|1).
//   Sum: 174u Ra + 230u Rb + 12u |t|1.
void NearFront::stand(const RelativePlacement& p, const double (&reach)[2]) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) here_.linear[i][j] = static_cast<float>(p.linear(i, j) * p.scale);
    here_.shift[i] = static_cast<float>(p.shift[i]);
  }
  here_.scale = static_cast<float>(p.scale);
  here_.over_scale = static_cast<float>(1 / p.scale);
  here_.turned = float_up(turned_);
  const double reach_b = p.scale * p.stretch * reach[1], away = dot(abs(p.shift), {1, 1, 1});
  here_.slack = 0x1p-16 * (reach[0] + reach_b) + 0x1p-20 * away + 4 * (p.linear_error * reach_b + p.shift_error);
  last_ = p;
}

bool NearFront::pays(std::size_t boxestaken) {
  if (2 * boxestaken <= recorded_) return true;
  give_up();
  return false;
}

void NearFront::end(Way way, std::uint64_t opened, bool complete) {
  if (way == Way::plain) return;
  if (is_full()) return give_up();
  if (!complete) return clear();
  const std::size_t size = boxes.size() + triangles.size();
  if (way == Way::record) {
    recorded_ = opened;
    recorded_size_ = size;
    return;
  }
  if (2 * opened > recorded_)
    give_up();
  else
    patience_.paid();
  // Boxes are only ever opened, also where they would do again: the front is recorded anew in time.
  if (size > recorded_size_ + recorded_size_ / 2) clear();
}

void NearFront::give_up() {
  clear();
  patience_.failed();
}

void NearFront::clear() {
  boxes.clear();
  triangles.clear();
  turned_ = 0;
}

void NearFront::Kept::add(const Planes& parted, const Names& named, std::uint32_t lanes_filled) {
  planes.push_back(parted);
  names.push_back(named);
  filled.push_back(lanes_filled);
}

void NearFront::Kept::drop(std::size_t packet) {
  planes[packet] = planes.back(), planes.pop_back();
  names[packet] = names.back(), names.pop_back();
  filled[packet] = filled.back(), filled.pop_back();
}

void NearFront::Kept::clear() {
  planes.clear();
  names.clear();
  filled.clear();
}

}  // namespace abut
