#include "io/polygon_list.h"

#include "mesh/polygon.h"

namespace abut {

void PolygonList::add(Mesh& mesh, std::span<const std::uint32_t> polygon, std::size_t place) {
  for (std::size_t i = 2; i < polygon.size(); ++i) mesh.triangles.push_back({polygon[0], polygon[i - 1], polygon[i]});
  add_fan(mesh, polygon.size() - 2, place);
}

void PolygonList::add_fan(const Mesh& mesh, std::size_t count, std::size_t place) {
  if (count > 1) fans_.push_back({mesh.triangles.size() - count, count, place});
}

std::optional<std::size_t> PolygonList::cut(Mesh& mesh) const {
  PolygonCutter cutter;
  for (const Fan& fan : fans_)
    if (!cutter.cut(mesh.points, std::span(mesh.triangles).subspan(fan.first, fan.count))) return fan.place;
  return std::nullopt;
}

}  // namespace abut
