#pragma once

#include "arrays.h"
#include <abut/collide.h>

namespace abut::python {

/// The contacts of all poses in one array.
struct BatchContacts {
  py::array pairs, offsets;
  py::array_t<std::uint64_t> volume_tests, triangle_tests, exact_tests;
  py::array_t<bool> complete;

  py::ssize_t poses() const { return offsets.size() - 1; }
  std::int64_t offset(py::ssize_t i) const { return static_cast<const std::int64_t*>(offsets.data())[i]; }
};

/// Did the budget end the query? A cap that is reached is no budget.
inline bool is_cut(const Contacts& found, std::uint64_t max_contacts) {
  return !found.complete && found.pairs.size() < max_contacts;
}

/// There may be millions of them: all threads copy, and each gives back what it has copied.
BatchContacts joined(std::vector<Contacts> poses, const CollideOptions& options);

/// The class abut.Contacts.
void add_contacts(py::module_& module);

}  // namespace abut::python
