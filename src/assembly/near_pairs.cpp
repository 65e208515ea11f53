#include "assembly/near_pairs.h"

namespace abut {

NearPairs::NearPairs(const PairTable& table, std::span<const Bounds> boxes, double least_reach,
                     const BudgetWatch& watch)
    : table_(table),
      boxes_(boxes.begin(), boxes.end()),
      index_(boxes),
      place_(boxes.size()),
      least_reach_(least_reach),
      watch_(watch) {
  for (std::uint32_t place = 0; place < index_.order().size(); ++place) place_[index_.order()[place]] = place;
  for (const PairTable::Group& group : table_.groups())
    total_ += group.few->is_everything() ? index_.order().size() : group.few->size();
  begin_group(0);
}

void NearPairs::begin_group(std::size_t group) {
  from_.clear();
  begin_ = 0;
  for (group_ = group; !done() && from_.empty(); group_ += from_.empty()) {
    const PartSet& few = *table_.groups()[group_].few;
    if (few.is_everything())
      from_ = index_.order();
    else
      few.for_each([&](std::uint32_t part) { from_.push_back(part); });
  }
}

std::span<const std::uint32_t> NearPairs::next_round() const {
  return std::span(from_).subspan(begin_, std::min(parts_per_round, from_.size() - begin_));
}

}  // namespace abut
