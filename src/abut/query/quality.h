#pragma once

#include <abut/math/bracket.h>
#include <abut/query/model.h>

#include <vector>

namespace abut {

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
