// Batches on several threads, asked by several of the caller's threads at once: a server that checks configurations.

#include <abut/distance.h>
#include <abut/shapes.h>

#include <fstream>
#include <functional>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

namespace abut {
namespace {

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t whole = 0, resident = 0;
  file >> whole >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// `rounds` batches by each of two callers; how many answers were wrong.
std::size_t ask_from_two_threads(const Model& model, int rounds) {
  std::vector<PlacementPair> placements(4);
  for (std::size_t i = 0; i < placements.size(); ++i)
    placements[i].b = Placement::translation({1.0 + 0.75 * static_cast<double>(i), 0, 0});
  const std::vector<bool> expected = {true, true, false, false};  // two cubes, two wide
  std::size_t wrong[2] = {0, 0};
  const auto ask = [&](std::size_t& wrong_answers) {
    for (int i = 0; i < rounds; ++i) {
      const std::vector<Contacts> found = collide(model, model, placements, {.max_contacts = 1, .threads = 2});
      for (std::size_t k = 0; k < found.size(); ++k)
        if (found[k].pairs.empty() == expected[k]) ++wrong_answers;
    }
  };
  std::thread one(ask, std::ref(wrong[0])), other(ask, std::ref(wrong[1]));
  one.join();
  other.join();
  return wrong[0] + wrong[1];
}

TEST(ConcurrentBatches, TakeNoMoreMemoryTheMoreThereAre) {
  const Model model(shapes::box({1, 1, 1}));
  EXPECT_EQ(ask_from_two_threads(model, 200), 0u);  // the threads start, and take what they keep
  const std::size_t before = resident_bytes();
  EXPECT_EQ(ask_from_two_threads(model, 10000), 0u);
  const std::size_t after = resident_bytes();
  // An arena of the scheduler for each batch kept 5 KB of each, 100 MB in all.
  EXPECT_LT(after, before + (8u << 20));
}

}  // namespace
}  // namespace abut
