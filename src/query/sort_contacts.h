#pragma once

#include <abut/query.h>

namespace abut {

/// Sorts by (a, b). Allocates nothing but room in the vector itself, and none if that has twice the room it needs.
void sort_contacts(std::vector<Contact>& pairs);

}  // namespace abut
