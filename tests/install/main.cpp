#include <abut/abut.h>

#include <cstdio>
#include <filesystem>

namespace {

int check(bool holds, const char* what) {
  if (!holds) std::fprintf(stderr, "the installed abut is wrong: %s\n", what);
  return holds ? 0 : 1;
}

}  // namespace

int main() {
  const abut::Mesh floor{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}, {}};
  const abut::Mesh spike{{{1, 1, 0}, {1, 1, 1}, {2, 1, 1}}, {{0, 1, 2}}, {}};
  const std::filesystem::path file = "spike.stl";
  abut::save(spike, file);
  const abut::Model a(floor), b(abut::load(file));
  std::filesystem::remove(file);

  const auto here = abut::Placement::identity();
  const auto above = abut::Placement::translation({0, 0, 0x1p-60});
  int faults = 0;
  faults += check(abut::collide(a, here, b, here).pairs == std::vector{abut::Contact{0, 0}}, "the tip touches");
  faults += check(abut::collide(a, here, b, above).pairs.empty(), "2^-60 above is clear");
  faults += check(abut::touches(a, above, b, above), "moved together they touch as before");
  try {
    abut::Model broken({{{0, 0, 0}}, {{0, 0, 7}}, {}});
    faults += check(false, "a triangle without its points is refused");
  } catch (const abut::Error&) {
  }
  if (faults == 0) std::puts("the installed abut works");
  return faults;
}
