#pragma once

// A case: two meshes, two placements, some points, all from one seed; and what the rows share about it.

#include "property/oracle.h"
#include "property/placements.h"
#include <abut/model.h>

#include <functional>
#include <optional>
#include <sstream>

namespace abut::property {

struct Case {
  std::uint64_t seed = 0;
  std::size_t placement_family = 0, mesh_family = 0;
  MeshPair meshes;
  PlacementPair at;
  std::vector<Vec3> points;  ///< of the world, around A
};

/// The case with this number; families take turns.
Case make_case(std::uint64_t number, std::uint64_t seed, const std::vector<MeshFamily>& families);

/// The case as C++ with hexadecimal numbers.
std::string reproduction(const Case& c);

template <class... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream stream;
  stream.precision(17);
  (stream << ... << parts);
  return stream.str();
}

/// A case with its models and oracles.
struct Context {
  explicit Context(const Case& given);
  Context(const Context&) = delete;

  const Case& given;
  Model a, b;
  PlacedMesh placed_a, placed_b;
  PairOracle pairs;
  Topology topology_a, topology_b;
  InsideOracle inside_a, inside_b;
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& contacts();
  /// How far one of the case's points is from A, squared; where it is, for a closed A.
  const Ratio& squared_distance(const Vec3& point);
  Side side(const Vec3& point);

 private:
  struct Known {
    std::optional<Ratio> square;
    std::optional<Side> side;
  };
  Known& known(const Vec3& point);

  std::optional<std::vector<std::pair<std::uint32_t, std::uint32_t>>> contacts_;
  std::vector<Known> known_;  ///< of the case's points
};

/// Leaves triangles, then points, out of a case as long as it stays wrong.
Case shrunk(Case c, const std::function<bool(const Case&)>& is_wrong);

}  // namespace abut::property
