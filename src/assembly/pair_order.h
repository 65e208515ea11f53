#pragma once

#include "assembly/body_cache.h"
#include "assembly/near_pairs.h"

namespace abut {

/// Puts pairs of parts whose bodies are in a cache in an order in which few have to be fetched twice: bodies near each
/// other are taken together, as many as a third of the memory holds, and checked against each other and then against
/// each other such group. Boxes of the parts are in the world. The order does not depend on what is in the cache.
void order_by_bodies(std::vector<NearPair>& pairs, const Bodies& bodies, std::span<const Bounds> boxes);

}  // namespace abut
