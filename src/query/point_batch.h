#pragma once

#include "base/workers.h"
#include <abut/vec3.h>

#include <span>
#include <vector>

namespace abut {

/// The points' indices in an order in which neighbours follow each other: along a curve through a grid (Morton's).
std::vector<std::uint32_t> neighbourly_order(std::span<const Vec3> points);

/// answer(workspace, point) for each point, in input order, on `threads` threads (0: all cores). Runs of points that
/// are near each other share a workspace that make_workspace() returns; an answer must not depend on what the
/// workspace did before.
template <class Result, class MakeWorkspace, class Answer>
std::vector<Result> for_points(std::span<const Vec3> points, int threads, const MakeWorkspace& make_workspace,
                               const Answer& answer) {
  constexpr std::size_t run = 128;
  const std::vector<std::uint32_t> order = neighbourly_order(points);
  std::vector<Result> results(points.size());
  Workers(threads).for_each((points.size() + run - 1) / run, [&](std::size_t i) {
    auto workspace = make_workspace();
    for (std::size_t j = i * run; j < std::min(points.size(), (i + 1) * run); ++j)
      results[order[j]] = answer(workspace, points[order[j]]);
  });
  return results;
}

}  // namespace abut
