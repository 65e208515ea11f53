// A crate falls onto a floor and a ball: what begins to touch is told in the frame in which it does.
//
// The example of docs/scene.md.
#include <abut/scene.h>

#include <cstdio>

int main() {
  abut::Scene scene;
  scene.add("floor", abut::Shape::half_space());
  const abut::BodyId crate = scene.add("crate", abut::Shape::box({1, 1, 1}), abut::Placement::translation({0, 0, 3}));
  scene.add("ball", abut::Shape::sphere(0.5), abut::Placement::translation({0.5, 0, 0.5}), {.padding = 0.01});
  scene.allow("floor", "ball");

  int begun = 0;
  for (int frame = 0; frame <= 20; ++frame) {
    scene.move(crate, abut::Placement::translation({0, 0, 3 - 0.125 * frame}));
    for (const abut::BodyPair& pair : scene.next_frame().began) {
      std::printf("frame %d: %s touches %s\n", frame, scene.name(pair.a).c_str(), scene.name(pair.b).c_str());
      ++begun;
    }
  }
  return begun == 2 ? 0 : 1;
}
