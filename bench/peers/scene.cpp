#include "../moving_crowd.h"
#include "broad_phase.h"
#include "experiments.h"
#include "goals.h"
#include "scene/moving_boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::bench::peers {

namespace {

class OurBroadPhase : public BroadPhase {
 public:
  std::string name() const override { return "abut"; }
  void add(std::span<const Bounds> boxes) override { numbers_ = boxes_.add(boxes); }
  void move(std::span<const std::uint32_t> numbers, std::span<const Bounds> boxes) override {
    moved_.clear();
    for (const std::uint32_t number : numbers) moved_.push_back(numbers_[number]);
    boxes_.move(moved_, boxes);
  }
  std::size_t pairs() const override {
    std::size_t count = 0;
    boxes_.visit_pairs([&](std::uint32_t, std::uint32_t) { ++count; });
    return count;
  }

 private:
  MovingBoxes boxes_;
  std::vector<std::uint32_t> numbers_, moved_;
};

std::vector<std::unique_ptr<BroadPhase>> all_broad_phases() {
  std::vector<std::unique_ptr<BroadPhase>> all;
  all.push_back(std::make_unique<OurBroadPhase>());
#ifdef ABUT_HAS_BULLET
  all.push_back(bullet_broad_phase());
#endif
#ifdef ABUT_HAS_FCL
  all.push_back(fcl_broad_phase());
#endif
  return all;
}

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

void compare_on(const MovingCrowd& crowd, const Surroundings& to, Table& table, std::vector<Goal>& goals) {
  std::vector<std::unique_ptr<BroadPhase>> contestants = all_broad_phases();
  std::vector<std::vector<double>> times(contestants.size());
  for (const auto& each : contestants) each->add(crowd.boxes);
  for (const CrowdFrame& frame : crowd.frames)
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      const double start = thread_seconds();
      contestants[i]->move(frame.numbers, frame.boxes);
      times[i].push_back(1e3 * (thread_seconds() - start));
    }
  const std::size_t touching = count_touching(crowd.last());
  const double ours = median(times[0]);
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    table.row({crowd.name, cell(std::uint64_t{crowd.boxes.size()}), contestants[i]->name(), cell(median(times[i])),
               cell(*std::max_element(times[i].begin(), times[i].end())), cell(median(times[i]) / ours),
               cell(std::uint64_t{contestants[i]->pairs()}), cell(std::uint64_t{touching})});
    to.say(crowd.name + ", " + contestants[i]->name() + ": " + cell(median(times[i])) + " ms");
    if (i > 0)
      goals.push_back({"scene, " + crowd.name, "times the speed of " + contestants[i]->name(), median(times[i]) / ours,
                       crowd.kind == MovingCrowd::Kind::usual ? 2.0 : 0.0, 0});
  }
  if (crowd.kind == MovingCrowd::Kind::usual) {
    goals.push_back({"scene, " + crowd.name, "ms a frame", ours, 6, 3, true});
    goals.push_back({"scene, " + crowd.name, "pairs that are not those of a sweep",
                     std::abs(static_cast<double>(contestants[0]->pairs()) - static_cast<double>(touching)), 0.5, 0,
                     true});
  }
}

}  // namespace

void compare_scene(const Surroundings& to) {
  Table table({"crowd", "boxes", "contestant", "median_ms", "longest_ms", "over_abut", "pairs", "touching"});
  std::vector<Goal> goals;
  for (const MovingCrowd::Kind kind : MovingCrowd::all_kinds) {
    const std::size_t count = kind == MovingCrowd::Kind::one_spot ? to.count(1000, 100) : to.count(100'000, 2'000);
    const int frames = kind == MovingCrowd::Kind::usual ? to.count(60, 5) : to.count(20, 5);
    compare_on(MovingCrowd(kind, count, frames, 1), to, table, goals);
  }
  table.save(to.out / "scene.csv");
  record_goals(to, "scene", goals);
}

}  // namespace abut::bench::peers
