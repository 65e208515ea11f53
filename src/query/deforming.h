#pragma once

#include "math/inner_frame.h"

#include <memory>

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

/// Data that may be written to: copied where other models share it.
template <class Data>
Data& own(std::shared_ptr<Data>& data) {
  if (data.use_count() > 1)
    data = std::make_shared<Data>(*data);
  else
    // Acquire the reference count, so that reads through destroyed copies happen before our writes.
    std::shared_ptr<Data>(data).reset();
  return *data;
}

template <class Data>
void refit(std::shared_ptr<Data>& shared, std::span<const Vec3> points, int threads) {
  const InnerFrame frame = frame_of_moved(points, shared->mesh.points.size(), threads);
  Data& data = own(shared);
  data.prepare_refit();
  if (data.ratio_when_built == 0) data.ratio_when_built = data.surface_ratio();
  data.frame = frame;
  data.follow(points, threads);
  copy_points(points, data.mesh.points, threads);
  ++data.generation;
}

template <class Data>
void rebuild(std::shared_ptr<Data>& shared) {
  auto built = std::make_shared<Data>(Mesh(shared->mesh), shared->options);
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
