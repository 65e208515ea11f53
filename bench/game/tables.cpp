#include "classic/counted.h"
#include "classic/volume/separating_axis.h"
#include "experiment.h"
#include "game/scenes.h"

#include <cmath>

namespace abut::bench::game {

namespace {

using classic::Counted;
using classic::HalfExtents;
using classic::OperationCounts;

template <class Number>
bool spheres_apart(const std::array<Number, 3>& a, const Number& radius_a, const std::array<Number, 3>& b,
                   const Number& radius_b) {
  const Number x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2], sum = radius_a + radius_b;
  return x * x + y * y + z * z > sum * sum;
}
/// By corners, as the paper counts: six comparisons.
template <class Number>
bool aabbs_apart(const std::array<Number, 3>& low_a, const std::array<Number, 3>& high_a,
                 const std::array<Number, 3>& low_b, const std::array<Number, 3>& high_b) {
  for (int k = 0; k < 3; ++k)
    if (low_a[k] > high_b[k] || low_b[k] > high_a[k]) return true;
  return false;
}

OperationCounts counted(const auto& test) {
  Counted::counts() = {};
  test();
  return Counted::counts();
}

/// Volumes of boxes l x w x h as seen from the worst side, over the box's own.
struct WorstVolumes {
  double sphere, aabb;
};
/// The axis-aligned box of a turned box has the extents sum_j |r_ij| e_j. Largest over many turns, then climbing.
WorstVolumes worst_volumes(double l, double w, double h) {
  const auto volume = [&](const Matrix3& r) {
    double product = 1;
    for (int i = 0; i < 3; ++i) product *= std::abs(r(i, 0)) * l + std::abs(r(i, 1)) * w + std::abs(r(i, 2)) * h;
    return product;
  };
  Random random(1);
  double best = 0;
  for (int start = 0; start < 20; ++start) {
    Matrix3 turn = random.rotation().linear;
    double here = volume(turn);
    for (double step = 0.5; step > 1e-9; step *= 0.9)
      for (int i = 0; i < 20; ++i) {
        const Vec3 axis = random.direction() * step;
        const Matrix3 next = Placement::rotation(1, axis.x, axis.y, axis.z).linear * turn;
        if (volume(next) > here) turn = next, here = volume(next);
      }
    best = std::max(best, here);
  }
  const double diagonal = std::sqrt(l * l + w * w + h * h);
  return {3.14159265358979323846 / 6 * diagonal * diagonal * diagonal / (l * w * h), best / (l * w * h)};
}

/// Random pairs of volumes of the submarine's tree, and the time of a test of each kind on them.
struct TestTimes {
  double sphere, aabb, obb;
};
TestTimes test_times() {
  struct Pair {
    std::array<double, 3> a, b, low_a, high_a, low_b, high_b;
    double radius_a, radius_b;
    classic::BoxPair<double> boxes;
    HalfExtents<double> half_a, half_b;
  };
  Random random(2);
  const std::vector<Actor> all = actors();
  const auto nodes = all[0].tree.nodes();
  std::vector<Pair> pairs;
  for (int i = 0; i < 1000; ++i) {
    const auto &x = nodes[random.below(nodes.size())], &y = nodes[random.below(nodes.size())];
    const Vec3 a = x.centre(), b = y.centre(), ha = x.half_extents(), hb = y.half_extents();
    const Vec3 t = transposed_times(x.axes(), b - a);
    const Matrix3 r = transposed(x.axes()) * y.axes();
    const Vec3 reach_a = abs(x.axes()) * ha, reach_b = abs(y.axes()) * hb;
    const auto array = [](const Vec3& v) { return std::array{v.x, v.y, v.z}; };
    pairs.push_back({array(a),
                     array(b),
                     array(a - reach_a),
                     array(a + reach_a),
                     array(b - reach_b),
                     array(b + reach_b),
                     x.radius,
                     y.radius,
                     {array(t), {array(r.row(0)), array(r.row(1)), array(r.row(2))}},
                     {ha.x, ha.y, ha.z},
                     {hb.x, hb.y, hb.z}});
  }
  int found = 0;
  const auto time = [&](const auto& test) {
    double best = 1;
    for (int round = 0; round < 200; ++round) {
      const double start = thread_seconds();
      for (int again = 0; again < 5; ++again)
        for (const Pair& pair : pairs) found += test(pair);
      best = std::min(best, (thread_seconds() - start) / (5.0 * static_cast<double>(pairs.size())));
    }
    return 1e9 * best;
  };
  const TestTimes times{
      time([](const Pair& p) { return spheres_apart(p.a, p.radius_a, p.b, p.radius_b); }),
      time([](const Pair& p) { return aabbs_apart(p.low_a, p.high_a, p.low_b, p.high_b); }),
      time([](const Pair& p) { return classic::separating_axis(p.boxes, p.half_a, p.half_b) != classic::no_axis; })};
  return found >= 0 ? times : TestTimes{};
}

}  // namespace

/// The table of operations, counted in the code that runs, at its worst: volumes that overlap. And times.
void operations(const Surroundings& to) {
  const std::array<Counted, 3> zero{}, one{Counted(1), Counted(1), Counted(1)};
  classic::BoxPair<Counted> pair;
  for (int i = 0; i < 3; ++i) pair.r[i][i] = Counted(1);
  const HalfExtents<Counted> half{Counted(1), Counted(1), Counted(1)};
  const OperationCounts sphere = counted([&] { return spheres_apart(zero, Counted(1), zero, Counted(1)); }),
                        aabb = counted([&] { return aabbs_apart(zero, one, zero, one); }),
                        obb = counted([&] { return classic::separating_axis(pair, half, half); });
  Table table({"operation", "sphere", "aabb", "obb", "paper_sphere", "paper_aabb", "paper_obb"});
  const auto row = [&](const char* name, auto OperationCounts::*what, int s, int a, int o) {
    const auto number = [](int n) { return cell(static_cast<std::uint64_t>(n)); };
    table.row({name, number(sphere.*what), number(aabb.*what), number(obb.*what), number(s), number(a), number(o)});
  };
  row("compare", &OperationCounts::compare, 1, 6, 15);
  row("add/sub", &OperationCounts::add, 6, 12, 60);
  row("multiply", &OperationCounts::multiply, 4, 0, 4);
  row("abs", &OperationCounts::absolute, 0, 0, 24);
  table.save(to.out / "operations.csv");
  const TestTimes times = test_times();
  Table of_times({"volume", "ns"});
  of_times.row({"sphere", cell(times.sphere)}).row({"aabb", cell(times.aabb)}).row({"obb", cell(times.obb)});
  of_times.save(to.out / "test_times.csv");
}

/// The table of worst volumes, in multiples of the oriented box.
void volumes(const Surroundings& to) {
  Table table({"l", "w", "h", "sphere", "aabb", "paper_sphere", "paper_aabb"});
  constexpr double pi = 3.14159265358979323846;
  for (const auto& [l, w, h] : {std::array{1.0, 1.0, 1.0}, std::array{2.0, 1.0, 1.0}, std::array{4.0, 1.0, 1.0},
                                std::array{4.0, 2.0, 1.0}, std::array{16.0, 4.0, 1.0}}) {
    const WorstVolumes worst = worst_volumes(l, w, h);
    const double sum = l + w + h, diagonal = std::sqrt(l * l + w * w + h * h);
    table.row({cell(l), cell(w), cell(h), cell(worst.sphere), cell(worst.aabb),
               cell(4 * pi / 3 * diagonal * diagonal * diagonal / (l * w * h)),
               cell(sum * sum * sum / 27 / (l * w * h))});
  }
  table.save(to.out / "volumes.csv");
}

/// The table of memory: the submarine of 490 triangles, in bytes.
void memory(const Surroundings& to) {
  Table table({"what", "paper_printed", "paper_corrected", "double", "float"});
  const std::vector<Actor> all = actors();
  const Tree<double>& wide = all[0].tree;
  const Tree<float> narrow(all[0].model);
  const auto row = [&](const char* what, std::uint64_t printed, std::uint64_t corrected, std::uint64_t a,
                       std::uint64_t b) {
    table.row({what, cell(printed), cell(corrected), cell(a), cell(b)});
  };
  row("nodes", 979, 979, wide.nodes().size(), narrow.nodes().size());
  row("head", 52, 52, sizeof(classic::game::Head), sizeof(classic::game::Head));
  row("all nodes", 144892, 979 * 148, wide.nodes().size_bytes(), narrow.nodes().size_bytes());
  row("all buckets", 7803, 490 * 16, wide.buckets().size_bytes(), narrow.buckets().size_bytes());
  row("total", 152747, 52 + 979 * 148 + 490 * 16, wide.bytes(), narrow.bytes());
  table.save(to.out / "memory.csv");
}

/// How cubical the boxes of each level are: longest over shortest and over middle half extent, in the geometric mean.
void shape(const Surroundings& to) {
  Table table({"model", "level", "nodes", "longest_over_shortest", "longest_over_middle", "sphere_over_box"});
  for (const Actor& actor : actors()) {
    struct Level {
      std::uint64_t nodes = 0;
      double shortest = 0, middle = 0, sphere = 0;
    };
    std::vector<Level> levels(static_cast<std::size_t>(actor.tree.depth()) + 1);
    std::vector<int> level(actor.tree.nodes().size(), 0);
    for (std::size_t i = 0; i < level.size(); ++i) {
      const auto& node = actor.tree.nodes()[i];
      if (i > 0) level[i] = level[node.parent] + 1;
      Vec3 half = node.half_extents();
      if (half.x < half.y) std::swap(half.x, half.y);
      if (half.y < half.z) std::swap(half.y, half.z);
      if (half.x < half.y) std::swap(half.x, half.y);
      // Lone triangles are flat: a thousandth of their length stands for nothing.
      const double least = std::max(half.z, 1e-3 * half.x), middle = std::max(half.y, 1e-3 * half.x);
      Level& at = levels[static_cast<std::size_t>(level[i])];
      ++at.nodes;
      at.shortest += std::log(half.x / least), at.middle += std::log(half.x / middle);
      at.sphere += std::log(3.14159265358979 / 6 * node.radius * node.radius * node.radius / (half.x * middle * least));
    }
    for (std::size_t k = 0; k < levels.size(); ++k) {
      const double n = static_cast<double>(levels[k].nodes);
      table.row({actor.name, cell(std::uint64_t{k}), cell(levels[k].nodes), cell(std::exp(levels[k].shortest / n)),
                 cell(std::exp(levels[k].middle / n)), cell(std::exp(levels[k].sphere / n))});
    }
  }
  table.save(to.out / "shape.csv");
}

}  // namespace abut::bench::game
