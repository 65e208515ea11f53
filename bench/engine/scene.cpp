#include "../moving_crowd.h"
#include "choices.h"
#include <abut/scene.h>

#include <algorithm>
#include <cmath>

namespace abut::bench {

namespace {

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

Placement at_middle(const Bounds& box) { return Placement::translation(box.low * 0.5 + box.high * 0.5); }

/// Bodies of a crowd as boxes and balls, by turns.
Scene scene_of(const MovingCrowd& crowd, std::vector<BodyId>& ids) {
  const Shape shapes[] = {Shape::box({1, 1, 1}), Shape::sphere(0.5)};
  std::vector<NewBody> bodies;
  for (std::size_t i = 0; i < crowd.boxes.size(); ++i)
    bodies.push_back({"body " + std::to_string(i), shapes[i % 2], at_middle(crowd.boxes[i])});
  Scene scene;
  ids = scene.add(bodies);
  return scene;
}

}  // namespace

void measure_scene(const Surroundings& to) {
  Table table({"crowd", "bodies", "move_ms", "events_ms", "all_touching_ms", "touching"});
  for (const MovingCrowd::Kind kind : {MovingCrowd::Kind::usual, MovingCrowd::Kind::same_tenth}) {
    const MovingCrowd crowd(kind, to.count(100'000, 2'000), to.count(40, 4), 1);
    std::vector<BodyId> ids;
    Scene scene = scene_of(crowd, ids);
    scene.next_frame();
    std::vector<double> moves, events;
    for (const CrowdFrame& frame : crowd.frames) {
      std::vector<BodyId> moved;
      std::vector<Placement> at;
      for (std::size_t i = 0; i < frame.numbers.size(); ++i) {
        moved.push_back(ids[frame.numbers[i]]);
        at.push_back(at_middle(frame.boxes[i]));
      }
      const double start = thread_seconds();
      scene.move(moved, at);
      const double middle = thread_seconds();
      scene.next_frame();
      moves.push_back(1e3 * (middle - start));
      events.push_back(1e3 * (thread_seconds() - middle));
    }
    const double start = thread_seconds();
    const std::size_t touching = scene.touching().size();
    const double all = 1e3 * (thread_seconds() - start);
    table.row({crowd.name, cell(std::uint64_t{crowd.boxes.size()}), cell(median(moves)), cell(median(events)),
               cell(all), cell(std::uint64_t{touching})});
    to.report(crowd.name + ": " + cell(std::round(100 * median(moves)) / 100) + " ms to move a tenth of " +
              std::to_string(crowd.boxes.size()) + " bodies, " + cell(std::round(100 * median(events)) / 100) +
              " ms for what begins and ends");
  }
  table.save(to.out / "scene_engine.csv");
}

}  // namespace abut::bench
