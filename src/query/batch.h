#pragma once

#include "base/workers.h"
#include <abut/model.h>

#include <span>
#include <vector>

namespace abut {

/// answer(i) for i in [0, count), in input order, on `threads` threads (0: all cores).
template <class Result, class Answer>
std::vector<Result> batch_of(std::size_t count, int threads, const Answer& answer) {
  std::vector<Result> results(count);
  Workers(threads).for_each(count, [&](std::size_t i) { results[i] = answer(i); });
  return results;
}

/// One pair at many placements, as items.
inline std::vector<PlacedPair> items_of(const Model& a, const Model& b, std::span<const PlacementPair> placements) {
  std::vector<PlacedPair> items;
  items.reserve(placements.size());
  for (const PlacementPair& at : placements) items.push_back({&a, &b, at});
  return items;
}

}  // namespace abut
