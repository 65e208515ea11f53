#include "query/deforming.h"

#include "base/workers.h"
#include "mesh/point_check.h"
#include <abut/error.h>
#include <abut/mesh.h>

namespace abut {

InnerFrame frame_of_moved(std::span<const Vec3> points, std::size_t count, int threads) {
  if (points.size() != count)
    throw Error("a refit moves all points of the model: it has " + std::to_string(count) + ", " +
                std::to_string(points.size()) + " were given.");
  Workers workers(threads);
  std::vector<PointCheck> checks(Workers::pieces(points.size()));
  workers.for_pieces(points.size(), [&](std::size_t piece, std::size_t first, std::size_t last) {
    checks[piece] = check_points(points.subspan(first, last - first));
  });
  Bounds whole;
  for (const PointCheck& check : checks) {
    // Says which point, the first of them whatever the threads.
    if (!check.acceptable) validate_points(points);
    whole = {min(whole.low, check.bounds.low), max(whole.high, check.bounds.high)};
  }
  return InnerFrame::within(whole);
}

void copy_points(std::span<const Vec3> from, std::span<Vec3> to, int threads) {
  if (from.data() == to.data()) return;
  Workers(threads).for_pieces(from.size(), [&](std::size_t, std::size_t first, std::size_t last) {
    std::copy(from.begin() + first, from.begin() + last, to.begin() + first);
  });
}

}  // namespace abut
