#include "classic/counted.h"
#include "classic/volume/separating_axis.h"
#include "experiment.h"

#include <cstdio>

namespace abut::bench::obbtree {

namespace {

using classic::Counted;
using classic::HalfExtents;
using classic::OperationCounts;

/// All fifteen axes are tried on concentric volumes: the worst case.
template <class A, class B>
OperationCounts operations(const A& a, const B& b) {
  classic::BoxPair<Counted> pair;
  for (int i = 0; i < 3; ++i) pair.r[i][i] = Counted(1);
  Counted::counts() = {};
  separating_axis(pair, a, b);
  return Counted::counts();
}

}  // namespace

/// Table 1: operations of the separating axis test in its worst case, counted while it runs.
void table1(const Surroundings& surroundings) {
  const HalfExtents<Counted> box{Counted(1), Counted(1), Counted(1)};
  const HalfExtents<Counted, Counted, classic::Zero> rectangle{Counted(1), Counted(1), {}};
  const OperationCounts counts[] = {operations(box, box), operations(box, rectangle), operations(rectangle, rectangle)};
  Table table({"operation", "box_box", "box_rect", "rect_rect", "paper_box_box", "paper_box_rect", "paper_rect_rect"});
  const auto row = [&](const char* name, auto count, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    const auto ours = [&](int i) { return cell(static_cast<std::uint64_t>(count(counts[i]))); };
    table.row({name, ours(0), ours(1), ours(2), cell(x), cell(y), cell(z)});
  };
  row(
      "compare", [](const OperationCounts& c) { return c.compare; }, 15, 15, 15);
  row(
      "add/sub", [](const OperationCounts& c) { return c.add; }, 60, 50, 40);
  row(
      "mult", [](const OperationCounts& c) { return c.multiply; }, 81, 72, 63);
  row(
      "abs", [](const OperationCounts& c) { return c.absolute; }, 24, 24, 24);
  row(
      "total", [](const OperationCounts& c) { return c.total(); }, 180, 161, 142);
  table.save(surroundings.out / "table1.csv");
  char text[80];
  std::snprintf(text, sizeof text, "%d, %d and %d operations", counts[0].total(), counts[1].total(), counts[2].total());
  surroundings.say(text);
}

}  // namespace abut::bench::obbtree
