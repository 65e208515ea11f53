#include "classic/core_oracle.h"
#include "rectangles.h"

namespace abut::bench::pqp {

std::vector<double> distances_in_fifty_digits(std::span<const RectanglePair> pairs) {
  std::vector<double> distances;
  for (const RectanglePair& pair : pairs) distances.push_back(static_cast<double>(true_distance(pair.a, pair.b)));
  return distances;
}

}  // namespace abut::bench::pqp
