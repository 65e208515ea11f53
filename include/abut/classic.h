#pragma once

#include <abut/collide.h>
#include <abut/model.h>
#include <abut/vec3.h>

#include <vector>

namespace abut {

/// Where a query's time goes: T = Nv Cv + Np Cp (Gottschalk et al. 1996, equation 1).
struct QueryCost {
  std::uint64_t volume_tests = 0;        ///< Nv
  std::uint64_t triangle_tests = 0;      ///< Np
  double total_seconds = 0;              ///< T
  double seconds_per_volume_test = 0;    ///< Cv: all that is not spent on triangles
  double seconds_per_triangle_test = 0;  ///< Cp; 0 when no triangles were tested
};

/// Runs collide() some times and gives its counters and the shortest time on this thread. Cp is the time in which the
/// same pairs of triangles are tested again without a tree; the rest of T goes to Cv. Throws Error as collide() does,
/// and for fewer than one repetition. The stop flag, when set, shortens what is measured.
QueryCost measure_cost(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                       const CollideOptions& options = {}, int repetitions = 5);

/// How well one volume of a model's tree fits (Gottschalk et al. 1996, section 6). Lengths are in the model's frame.
struct NodeQuality {
  std::uint32_t node = 0;
  int level = 0;
  Bracket diameter;   ///< d: the farthest that two points of the geometry below the node are apart
  Bracket tightness;  ///< tau: the farthest that a point of the volume is from the geometry below the node
  Bracket reach;      ///< the farthest that a point of the volume is from the surface of the whole model

  /// rho = tau / d; 0 for a single point.
  Bracket aspect() const;
};

/// The nodes of one level of a tree; brackets of means over those that were measured.
struct LevelQuality {
  int level = 0;
  std::size_t nodes = 0, leaves = 0, measured = 0;
  Bracket diameter, tightness, reach, aspect;
};

struct QualityOptions {
  /// Levels with more nodes are sampled: at most so many of each are measured, drawn by a fixed seed.
  std::size_t nodes_per_level = 32;
  /// Brackets end this wide, relative to the length; see farthest_from_surface for the exceptions.
  double tolerance = 0.01;
};

/// Measures nodes of all levels, ordered by level and node. None for an empty model.
std::vector<NodeQuality> node_quality(const Model& model, const QualityOptions& options = {});

/// The same, level by level.
std::vector<LevelQuality> tree_quality(const Model& model, const QualityOptions& options = {});

}  // namespace abut
