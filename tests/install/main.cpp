#include <abut/error.h>
#include <abut/math/placement.h>
#include <abut/mesh/mesh.h>

#include <cstdio>

int main() {
  const abut::Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}};
  abut::validate(mesh);
  const abut::Mesh moved = abut::transformed(mesh, abut::Placement::translation({0, 0, 2}));
  if (abut::bounds_of(moved.points).low.z != 2) return 1;
  std::puts("installed abut works");
}
