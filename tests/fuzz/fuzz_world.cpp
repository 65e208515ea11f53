#include "fuzz.h"
#include <abut/world_file.h>

using namespace abut;

namespace {

/// A ball that slides along x.
Figure slider() {
  Joint joint{.name = "slide", .kind = JointKind::prismatic, .parent = "base", .child = "ball"};
  joint.limits = {-2, 2};
  return Figure({{"base", {}}, {"ball", {{Shape::sphere(0.25)}}}}, {joint});
}

/// A checker of what was read, if names and sizes allow one, answers the same both ways.
void ask(World world) {
  try {
    const Checker checker({{{.figure = slider(), .base = {}}}, std::move(world.bodies), {}});
    for (const double q : {-1.0, 0.0, 1.5})
      require(checker.is_free({&q, 1}) == checker.touching({&q, 1}).empty(), "what touches nothing is free");
  } catch (const Error& error) {
    require_good_message(error.what(), "", 1000);
  }
}

}  // namespace

/// The bytes are a list of bodies, which may name the two meshes of the folder.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const FuzzFolder folder;
  const std::string file = folder.write("cell.txt", {reinterpret_cast<const char*>(data), size});
  World world;
  try {
    world = read_world(file);
  } catch (const Error& error) {
    require_good_message(error.what(), file + ": ", 2000);
    return 0;
  }
  require(!world.bodies.empty() && !world.files.empty(), "a world has a body and a file");
  ask(std::move(world));
  return 0;
}
