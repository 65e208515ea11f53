// Shapes beside meshes: is a gripper clear of the table, the part and the floor, how far, and which way out?
#include <abut/abut.h>
#include <abut/shape.h>
#include <abut/shapes.h>

#include <cstdio>

int main() {
  const abut::Shape finger = abut::Shape::capsule(0.01, 0.06);   // radius, length: metres
  const abut::Shape table = abut::Shape::box({1.2, 0.8, 0.05});  // full sizes
  const abut::Shape part{abut::Solid(abut::Model(abut::shapes::torus(0.04, 0.01, 48, 24)))};
  const abut::Shape floor = abut::Shape::half_space();  // all with z <= 0

  const auto at = [](double x, double y, double z) { return abut::Placement::translation({x, y, z}); };
  const abut::Placement on_floor = at(0, 0, 0), at_table = at(0, 0, 0.7), at_part = at(0, 0, 0.74);

  int wrong = 0;
  for (const double height : {0.85, 0.8, 0.787, 0.783}) {
    const abut::Placement at_finger = at(0.04, 0, height);
    const bool hits_part = abut::touches(finger, at_finger, part, at_part);
    const abut::ShapeDistance gap = abut::distance(part, at_part, finger, at_finger, {.depth = true});
    const abut::ShapeDistance to_table = abut::distance(table, at_table, finger, at_finger);
    std::printf("finger at %.3f: %s the part (%+.4f to %+.4f), %.4f above the table\n", height,
                hits_part ? "touches" : "clears", gap.lower, gap.upper, to_table.upper);
    // Which way the finger leaves the part: up.
    wrong += hits_part != gap.touching || gap.lower > gap.upper || !(gap.normal.z > 0.99);
    wrong += abut::touches(finger, at_finger, floor, on_floor);
  }
  return wrong == 0 ? 0 : 1;
}
