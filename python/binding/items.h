#pragma once

#include "arrays.h"

namespace abut::python {

/// The queries of a batch, as placement_pairs_from() reads them, in the form in which the library wants them: one copy
/// less. The models must outlive them.
std::vector<PlacedPair> items_from(const Model& a, const Model& b, py::handle pose_a, py::handle pose_b);

void require_valid(std::span<const PlacedPair> items);

/// What the query of a batch returns; when it refuses a placement, the message says in which pose.
template <class Query>
auto of_valid(const std::vector<PlacedPair>& items, const Query& query) {
  try {
    return query();
  } catch (const Error&) {
    require_valid(items);
    throw;
  }
}

}  // namespace abut::python
