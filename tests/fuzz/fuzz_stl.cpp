#include "fuzz.h"
#include "io/stl.h"

#include <limits>

using namespace abut;

namespace {

bool fits_floats(const Mesh& mesh) {
  for (const Vec3& point : mesh.points)
    if (largest(abs(point)) > std::numeric_limits<float>::max()) return false;
  return true;
}

void check_binary(const Mesh& mesh) {
  const Mesh back = read_stl(bytes_of(write_stl(mesh)), "written");
  require(back.triangles.size() == mesh.triangles.size(), "the binary form keeps the triangles");
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      for (int axis = 0; axis < 3; ++axis)
        require(back.corners(i)[k][axis] == static_cast<float>(mesh.corners(i)[k][axis]),
                "the binary form rounds coordinates to float");
}

/// The same triangles and parts. Points are counted as triangles come to them, so cutting a polygon may number them
/// differently from its corners.
bool is_same_surface(const Mesh& a, const Mesh& b) {
  if (a.triangles.size() != b.triangles.size() || a.points.size() != b.points.size() || a.parts != b.parts)
    return false;
  for (std::size_t i = 0; i < a.triangles.size(); ++i)
    if (a.corners(i) != b.corners(i)) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::optional<Mesh> mesh = read_any(read_stl, {reinterpret_cast<const std::byte*>(data), size});
  if (!mesh) return 0;
  require(is_same_surface(read_stl(bytes_of(write_stl(*mesh, StlForm::ascii)), "written"), *mesh),
          "the ASCII form brings the mesh back");
  if (fits_floats(*mesh)) check_binary(*mesh);
  return 0;
}
