#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace abut::shapes {

/// A unit cell of the pipes' lattice.
using Cell = std::array<int, 3>;
/// Neighbouring cells, each by one step along an axis from the one before.
using PipeRoute = std::vector<Cell>;

/// Sections into which one elbow is cut.
inline constexpr int elbow_sections = 4;
/// Rings of a route's pipe less one: straight runs count one, elbows `elbow_sections`.
int section_count(const PipeRoute& route);

/// Random routes through a lattice of side^3 cells that visit no cell twice, `count` of them, each with at least two
/// cells; they grow until one more bend might exceed `sections` in total or none can grow.
std::vector<PipeRoute> pipe_routes(int side, int count, int sections, std::uint64_t seed);

}  // namespace abut::shapes
