// What queries allocate: counted by an operator new of this program's own.

#include "math/random.h"
#include <abut/bound_pair.h>
#include <abut/shapes.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

// A sanitizer has its own, which tells more.
#ifndef ABUT_SANITIZED

namespace {
std::atomic<std::size_t> allocations = 0;
}  // namespace

// Not inlined, or g++ takes them for a mismatched pair.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace abut {
namespace {

/// Placements far apart, near and in contact.
std::vector<PlacementPair> placements() {
  Random random(8);
  std::vector<PlacementPair> at;
  for (int i = 0; i < 60; ++i) at.push_back({random.rotation(), random.rotation(random.in_cube(i % 2 == 0 ? 1 : 4))});
  return at;
}

/// Of the second of two rounds through all placements.
template <class Ask>
std::size_t allocations_of(const Ask& ask) {
  const std::vector<PlacementPair> all = placements();
  for (const PlacementPair& at : all) ask(at);
  const std::size_t before = allocations;
  for (const PlacementPair& at : all) ask(at);
  return allocations - before;
}

TEST(Allocation, CountsWhatIsAllocated) {
  EXPECT_GT(allocations_of([](const PlacementPair&) { std::vector<int>(10000).at(3) = 1; }), 0);
}

TEST(Allocation, NoQueryAllocatesButForItsResult) {
  const Model a(shapes::torus(1, 0.3, 60, 40)), b(shapes::bumpy_scan(3000, 1));
  std::size_t found = 0;
  EXPECT_EQ(allocations_of([&](const PlacementPair& at) { found += touches(a, at.a, b, at.b); }), 0);
  Contacts contacts;
  EXPECT_EQ(allocations_of([&](const PlacementPair& at) {
              collide(a, at.a, b, at.b, {}, contacts);
              found += contacts.pairs.size();
            }),
            0);
  EXPECT_EQ(allocations_of([&](const PlacementPair& at) { collide(a, at.a, b, at.b, {.margin = 0.05}, contacts); }), 0);
  EXPECT_GT(found, 1000);
}

TEST(Allocation, BoundPairsAllocateNothingOnceTheyHaveGrown) {
  const Model a(shapes::torus(1, 0.3, 60, 40)), b(shapes::bumpy_scan(3000, 1));
  BoundPair pair(a, b);
  std::size_t found = 0;
  EXPECT_EQ(allocations_of([&](const PlacementPair& at) { found += pair.touches(at.a, at.b); }), 0);
  EXPECT_EQ(allocations_of([&](const PlacementPair& at) { found += pair.collide(at.a, at.b).pairs.size(); }), 0);
  EXPECT_EQ(allocations_of([&](const PlacementPair& at) {
              if (!pair.touches(at.a, at.b)) found += pair.distance(at.a, at.b).triangle_a;
            }),
            0);
  EXPECT_EQ(allocations_of([&](const PlacementPair& at) { found += bool{pair.within(at.a, at.b, 0.1)}; }), 0);
  EXPECT_GT(found, 1000);
}

}  // namespace
}  // namespace abut

#endif
