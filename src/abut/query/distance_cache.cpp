#include <abut/query/distance_cache.h>
#include <abut/query/model.h>

namespace abut {

bool DistanceCache::Served::is(const Model& model) const {
  return model.generation() == generation && model.is(identity);
}

std::optional<DistanceCache::Pair> DistanceCache::last(const Model& a, const Model& b) const {
  return pair_ && a_.is(a) && b_.is(b) ? pair_ : std::nullopt;
}

void DistanceCache::remember(const Model& a, const Model& b, Pair pair) {
  if (!pair_ || !a_.is(a) || !b_.is(b)) {
    a_ = {a.identity(), a.generation()};
    b_ = {b.identity(), b.generation()};
  }
  pair_ = pair;
}

}  // namespace abut
