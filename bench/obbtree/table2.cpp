#include "box_overlap.h"
#include "classic/counted.h"
#include "classic/kind_tree.h"
#include "classic/model_data.h"
#include "experiment.h"
#include "export.h"
#include <abut/classic.h>
#include <abut/shapes.h>

#include <cstdio>
#include <limits>

namespace abut::bench::obbtree {

namespace {

using classic::half_extents;
using classic::no_axis;
using classic::Obb;
using classic::ObbTest;
using classic::Sat;

struct BoxesToTest {
  BoxesToTest(const BoxView& box_a, const BoxView& box_b) : a(box_a), b(box_b), pair(as_pair(a, b)) {}

  BoxView a, b;
  classic::BoxPair<double> pair;
};
constexpr std::size_t pairs_in_a_set = 10000;
constexpr int repetitions = 15;

BoxView random_box(Random& random, const Vec3& centre) {
  return {random.rotation().linear, centre, {random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)}};
}

/// Boxes of unlike shape in random turns; the distance of their centres is such that about half overlap.
std::vector<BoxesToTest> random_pairs() {
  Random random(2);
  std::vector<BoxesToTest> pairs;
  for (std::size_t i = 0; i < pairs_in_a_set; ++i) {
    const Vec3 apart = random.direction() * random.between(0, 2.85);
    pairs.push_back({random_box(random, {}), random_box(random, apart)});
  }
  return pairs;
}

/// The pairs of boxes that a query tests as the wrinkled torus lies on the toothed landscape, evenly thinned out.
std::vector<BoxesToTest> pairs_of_a_query() {
  const classic::ModelOptions options{.volume = classic::VolumeKind::obb};
  const classic::Model torus(shapes::wrinkled_torus(), options), landscape(shapes::toothed_landscape(), options);
  const Placement at = Placement::translation({0, 0, 1.1});
  const auto& a = static_cast<const classic::KindTree<Obb>&>(*torus.data().tree).tree;
  const auto& b = static_cast<const classic::KindTree<Obb>&>(*landscape.data().tree).tree;
  const RelativePlacement relative = relate(torus.data().frame, at, landscape.data().frame, {}, 0);
  const ObbTest test(relative, Sat::full, Obb::axes_defect);
  std::vector<BoxesToTest> all;
  std::vector<std::array<std::uint32_t, 2>> stack{{0, 0}};
  while (!stack.empty()) {
    const auto [i, j] = stack.back();
    stack.pop_back();
    BoxView box = b.nodes[j].volume.box();
    all.push_back(
        BoxesToTest{a.nodes[i].volume.box(),
                    {relative.linear * box.axes, relative.linear * (box.centre * relative.scale) + relative.shift,
                     box.half * relative.scale}});
    if (!test.may_overlap(a.nodes[i].volume, b.nodes[j].volume)) continue;
    using classic::squared_diameter;
    const bool open_a = b.nodes[j].is_leaf() ||
                        (!a.nodes[i].is_leaf() && squared_diameter(all.back().a) > squared_diameter(all.back().b));
    const std::uint32_t child = open_a ? a.nodes[i].child : b.nodes[j].child;
    if (child == 0) continue;
    for (std::uint32_t k : {child, child + 1}) stack.push_back(open_a ? std::array{k, j} : std::array{i, k});
  }
  std::vector<BoxesToTest> some;
  for (std::size_t i = 0; i < pairs_in_a_set; ++i) some.push_back(all[i * all.size() / pairs_in_a_set]);
  return some;
}

std::vector<std::pair<const char*, std::vector<BoxesToTest>>> both_sets() {
  return {{"random", random_pairs()}, {"query", pairs_of_a_query()}};
}

/// One way to answer, its answers and its best time.
struct Contestant {
  const char* name;
  std::vector<char> (*answer)(std::span<const BoxesToTest>);
  std::vector<char> answers{};
  double nanoseconds = std::numeric_limits<double>::infinity();
};

template <class Overlap>
std::vector<char> each(std::span<const BoxesToTest> pairs, Overlap overlap) {
  std::vector<char> answers(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) answers[i] = overlap(pairs[i].a, pairs[i].b);
  return answers;
}

std::vector<char> by_separating_axis_alone(std::span<const BoxesToTest> pairs) {
  std::vector<char> answers(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i)
    answers[i] =
        separating_axis(pairs[i].pair, half_extents(pairs[i].a.half), half_extents(pairs[i].b.half)) == no_axis;
  return answers;
}

std::vector<char> by_separating_axis(std::span<const BoxesToTest> pairs) {
  return each(pairs, [](const BoxView& a, const BoxView& b) {
    return separating_axis(as_pair(a, b), half_extents(a.half), half_extents(b.half)) == no_axis;
  });
}
std::vector<char> by_obb_test(std::span<const BoxesToTest> pairs) {
  RelativePlacement same_frame;
  same_frame.linear_error = same_frame.shift_error = 0x1p-50;
  const ObbTest test(same_frame, Sat::full, Obb::axes_defect);
  return each(pairs, [&](const BoxView& a, const BoxView& b) { return test.may_overlap(a, b); });
}
#ifdef ABUT_HAS_CCD
std::vector<char> by_gjk(std::span<const BoxesToTest> pairs) {
  return each(pairs, [](const BoxView& a, const BoxView& b) { return overlap_by_gjk(a, b); });
}
#endif
std::vector<char> by_linear_program(std::span<const BoxesToTest> pairs) {
  Random random(3);
  return each(pairs, [&](const BoxView& a, const BoxView& b) { return overlap_by_linear_program(a, b, random); });
}
std::vector<char> by_edges_and_faces(std::span<const BoxesToTest> pairs) {
  return each(pairs, [](const BoxView& a, const BoxView& b) { return overlap_by_edges_and_faces(a, b); });
}

/// The repetitions take turns, so that a change in the machine's speed meets all contestants alike.
std::vector<Contestant> contest(std::span<const BoxesToTest> pairs) {
  std::vector<Contestant> all{{"separating axis", &by_separating_axis},
                              {"separating axis, R and T given", &by_separating_axis_alone},
                              {"ObbTest (with slack)", &by_obb_test},
#ifdef ABUT_HAS_CCD
                              {"GJK (libccd)", &by_gjk},
#endif
                              {"linear program (Seidel)", &by_linear_program},
                              {"144 edge-face tests", &by_edges_and_faces}};
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (Contestant& contestant : all) {
      const double start = thread_seconds();
      contestant.answers = contestant.answer(pairs);
      const double each_took = (thread_seconds() - start) * 1e9 / static_cast<double>(pairs.size());
      contestant.nanoseconds = std::min(contestant.nanoseconds, each_took);
    }
  return all;
}

/// How far the answer to a pair is from changing: the growth or shrinkage of all half extents that flips it, found by
/// the separating axis test itself.
double margin(const BoxesToTest& pair) {
  const auto overlap = [&](double grow) {
    const auto grown = [&](const Vec3& h) { return classic::HalfExtents<double>{h.x + grow, h.y + grow, h.z + grow}; };
    return separating_axis(as_pair(pair.a, pair.b), grown(pair.a.half), grown(pair.b.half)) == no_axis;
  };
  const bool now = overlap(0);
  double step = 1e-16;
  while (step < 1 && overlap(now ? -step : step) == now) step *= 2;
  return step;
}

/// A pair's numbers as ones that count what is done with them.
classic::BoxPair<classic::Counted> counted(const classic::BoxPair<double>& pair) {
  classic::BoxPair<classic::Counted> result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result.r[i][j] = classic::Counted(pair.r[i][j]);
    result.t[i] = classic::Counted(pair.t[i]);
  }
  return result;
}

/// Section 5: operations until the first axis that tells the boxes apart, on average.
void add_operations(Table& table, const char* name, std::span<const BoxesToTest> pairs) {
  const auto extents = [](const Vec3& h) {
    return classic::HalfExtents<classic::Counted>{classic::Counted(h.x), classic::Counted(h.y), classic::Counted(h.z)};
  };
  double total = 0, overlapping = 0;
  int most = 0;
  for (const BoxesToTest& pair : pairs) {
    classic::Counted::counts() = {};
    overlapping += separating_axis(counted(pair.pair), extents(pair.a.half), extents(pair.b.half)) == no_axis;
    total += classic::Counted::counts().total();
    most = std::max(most, classic::Counted::counts().total());
  }
  const auto count = static_cast<double>(pairs.size());
  table.row({name, cell(std::uint64_t{pairs.size()}), cell(overlapping / count), cell(total / count),
             cell(static_cast<std::uint64_t>(most))});
}

}  // namespace

/// Table 2: time per pair of boxes of the separating axis test and of what the paper compares it with.
void table2(const Surroundings& surroundings) {
  Table table({"pairs", "algorithm", "overlapping", "ns", "ratio", "disagreements", "largest_margin"});
  const auto run = [&](const char* name, const std::vector<BoxesToTest>& pairs) {
    const std::vector<Contestant> all = contest(pairs);
    const Contestant& reference = all.front();
    for (const Contestant& c : all) {
      std::uint64_t overlapping = 0, disagreements = 0;
      double largest = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        overlapping += c.answers[i];
        if (c.answers[i] == reference.answers[i]) continue;
        ++disagreements;
        largest = std::max(largest, margin(pairs[i]));
      }
      table.row({name, c.name, cell(static_cast<double>(overlapping) / static_cast<double>(pairs.size())),
                 cell(c.nanoseconds), cell(c.nanoseconds / reference.nanoseconds), cell(disagreements), cell(largest)});
      char text[120];
      std::snprintf(text, sizeof text, "%s, %s: %.0f ns, ratio %.1f, %llu disagreements", name, c.name, c.nanoseconds,
                    c.nanoseconds / reference.nanoseconds, static_cast<unsigned long long>(disagreements));
      surroundings.say(text);
    }
  };
  Table operations({"pairs", "count", "overlapping", "mean_operations", "most_operations"});
  for (const auto& [name, pairs] : both_sets()) {
    run(name, pairs);
    add_operations(operations, name, pairs);
  }
  operations.save(surroundings.out / "operations.csv");
  table.save(surroundings.out / "table2.csv");
}

void export_table2(Exporter& exporter) {
  const auto numbers_of = [](const BoxView& box) {
    return numbers(Placement{box.axes, box.centre}) + numbers(box.half);
  };
  for (const auto& [name, pairs] : both_sets()) {
    std::vector<std::string> lines;
    const std::vector<char> answers = by_separating_axis(pairs);
    for (std::size_t i = 0; i < exporter.limited(pairs.size()); ++i)
      lines.push_back(numbers_of(pairs[i].a) + numbers_of(pairs[i].b) + "# overlap: " + (answers[i] ? "1" : "0"));
    exporter.add(
        "table2_" + std::string(name) + ".boxes",
        "Table 2: pairs of oriented boxes.\nA line is a pair: 15 numbers of each, a 3x4 matrix row by row, whose "
        "columns are the axes and the centre, and the half extents.",
        lines);
  }
}

}  // namespace abut::bench::obbtree
