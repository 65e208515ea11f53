#pragma once

#include "motions.h"
#include <abut/first_contact.h>

namespace abut::python {

/// The options of first_contact; without a margin, where that is an argument.
FirstContactOptions take_contact_options(Keywords& given, bool has_margin, bool has_parting);

/// The pairs of a batch, one for each motion: MovingPairs of two Models, or MovingSolids of two Solids.
template <class Pair, class Body>
std::vector<Pair> pairs_of(const Body& a, const Body& b, const Motions& of_a, const Motions& of_b) {
  if (!of_a.is_many && !of_b.is_many) throw Error("a batch needs a list of motions as motion_a, motion_b or both.");
  if (of_a.is_many && of_b.is_many && of_a.all.size() != of_b.all.size())
    throw Error("motion_a holds " + std::to_string(of_a.all.size()) + " motions and motion_b " +
                std::to_string(of_b.all.size()) + "; there must be as many, or a single one of either.");
  std::vector<Pair> pairs;
  const std::size_t count = of_a.is_many ? of_a.all.size() : of_b.all.size();
  for (std::size_t i = 0; i < count; ++i) pairs.push_back({&a, &b, of_a[i], of_b[i]});
  return pairs;
}

/// contact_intervals and least_clearance.
void add_motion_measures(py::module_& module);

}  // namespace abut::python
