#pragma once

#include "base/shared_data.h"
#include "math/inner_frame.h"

namespace abut {

// How a model of either house follows points that move. `Data` is what its copies share until one of them is refitted:
// a MeshData with the tree of its house, which offers
//   prepare_refit()              does what only the first refit has to; may throw
//   surface_ratio()              grows with what queries cost
//   follow(points, threads)      brings forms and tree in line with moved points; the frame is theirs already

/// The frame of points that have moved. Throws Error when there are not `count` of them, or one is not finite or beyond
/// 2^300.
InnerFrame frame_of_moved(std::span<const Vec3> points, std::size_t count, int threads);

/// Copies points; to themselves is allowed.
void copy_points(std::span<const Vec3> from, std::span<Vec3> to, int threads);

template <class Data>
void refit(detail::Shared<Data>& shared, std::span<const Vec3> points, int threads) {
  const InnerFrame frame = frame_of_moved(points, shared->mesh.points().size(), threads);
  Data& data = own(shared);
  data.prepare_refit();
  if (data.ratio_when_built == 0) data.ratio_when_built = data.surface_ratio();
  data.frame = frame;
  data.follow(points, threads);
  copy_points(points, data.mesh.own().points, threads);
  ++data.generation;
  data.stamp = detail::new_stamp();
}

template <class Data>
void rebuild(detail::Shared<Data>& shared) {
  detail::Shared<Data> built(new Data(Mesh(shared->mesh.mesh()), shared->options));
  built->generation = shared->generation + 1;
  shared = std::move(built);
}

template <class Data>
double spread_of(const Data& data) {
  return data.ratio_when_built > 0 ? data.surface_ratio() / data.ratio_when_built : 1;
}

/// From which spread on a new tree is better.
inline constexpr double spread_to_rebuild = 2;

}  // namespace abut
