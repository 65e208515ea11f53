#include "experiment.h"

#include "engine/choices.h"
#include "peers/experiments.h"
#include <abut/error.h>

#include <array>
#include <charconv>
#include <ctime>
#include <fstream>

namespace abut::bench {

namespace obbtree {
void table1(const Surroundings&);
void table2(const Surroundings&);
void fig5(const Surroundings&);
void fig6(const Surroundings&);
void table3(const Surroundings&);
void fig7(const Surroundings&);
void tightness(const Surroundings&);
void fig9(const Surroundings&);
void build_time(const Surroundings&);
void quaternion(const Surroundings&);
void storage(const Surroundings&);
}  // namespace obbtree
namespace pqp {
void rectangles(const Surroundings&);
void table1(const Surroundings&);
void scenarios(const Surroundings&);
void fig4(const Surroundings&);
void fig5(const Surroundings&);
void fig6(const Surroundings&);
void tolerance(const Surroundings&);
void table2_4(const Surroundings&);
void table5(const Surroundings&);
void tiles(const Surroundings&);
}  // namespace pqp
namespace solid {
void table1_2(const Surroundings&);
void table3(const Surroundings&);
void fig2(const Surroundings&);
void splits(const Surroundings&);
void storage(const Surroundings&);
void refit(const Surroundings&);
}  // namespace solid
namespace game {
void operations(const Surroundings&);
void volumes(const Surroundings&);
void memory(const Surroundings&);
void shape(const Surroundings&);
void switch_level(const Surroundings&);
void growth(const Surroundings&);
void quadratic(const Surroundings&);
void pairs(const Surroundings&);
}  // namespace game
namespace cab {
void tables(const Surroundings&);
void angles(const Surroundings&);
void partial(const Surroundings&);
}  // namespace cab

namespace {

constexpr Experiment experiments[] = {
    {"obbtree", "table1", "operations of the separating axis test", obbtree::table1},
    {"obbtree", "table2", "time per box pair: separating axis, GJK, linear program, edges and faces", obbtree::table2},
    {"obbtree", "fig5", "volume tests in parallel close proximity: concentric spheres", obbtree::fig5},
    {"obbtree", "fig6", "volume tests in point close proximity: spheres side by side", obbtree::fig6},
    {"obbtree", "table3", "two simulations: pipes in pipes, torus on landscape", obbtree::table3},
    {"obbtree", "fig7", "a torpedo at rest on its pivot", obbtree::fig7},
    {"obbtree", "tightness", "tightness against diameter over the levels of a tree", obbtree::tightness},
    {"obbtree", "fig9", "the levels of both trees of a torus", obbtree::fig9},
    {"obbtree", "build", "how the time to build a tree grows, with hulls and without", obbtree::build_time},
    {"obbtree", "quaternion", "bytes and time of boxes with matrices and with quaternions", obbtree::quaternion},
    {"obbtree", "storage", "memory of trees, by kind of volume and number type", obbtree::storage},
    {"solid", "table1_2", "box and triangle tests of AABB and OBB trees, with all axes and with six", solid::table1_2},
    {"solid", "table3", "build, refit and test times of AABB and OBB trees", solid::table3},
    {"solid", "fig2", "the axis on which the separating axis test ends", solid::fig2},
    {"solid", "splits", "ways to divide the triangles of an AABB tree", solid::splits},
    {"solid", "storage", "memory of AABB and OBB trees", solid::storage},
    {"solid", "refit", "queries on refitted and on rebuilt trees after a twist, a blow-up and a tear", solid::refit},
    {"pqp", "table1", "time per test: the shapes that spheres are swept over, and every kind of volume", pqp::table1},
    {"pqp", "rectangles", "rectangle distance against GJK on 700000 pairs from distance queries", pqp::rectangles},
    {"pqp", "fig4", "volumes that each one meets as parallel surfaces are moved apart", pqp::fig4},
    {"pqp", "fig5", "exact distance between separated spheres", pqp::fig5},
    {"pqp", "fig6", "approximate distance between concentric spheres", pqp::fig6},
    {"pqp", "tolerance", "the cost of a distance against its error", pqp::tolerance},
    {"pqp", "scenarios", "the applications: their meshes, how close they come, pictures", pqp::scenarios},
    {"pqp", "table2_4", "contact, distance and distance to 10 % of every kind of volume in the applications",
     pqp::table2_4},
    {"pqp", "table5", "ways to search for a distance, in the applications", pqp::table5},
    {"pqp", "tiles", "distance on trees over tiles of long triangles", pqp::tiles},
    {"game", "operations", "operations and time of sphere, AABB and OBB tests", game::operations},
    {"game", "volumes", "worst volumes of spheres and AABBs around oriented boxes", game::volumes},
    {"game", "memory", "memory of the tree of a submarine of 490 triangles", game::memory},
    {"game", "shape", "how cubical the boxes of each level are", game::shape},
    {"game", "switch", "the level at which spheres give way to boxes", game::switch_level},
    {"game", "growth", "tests and stack over the number of volumes", game::growth},
    {"game", "quadratic", "straight motion against the real one: when a bullet enters a sphere", game::quadratic},
    {"game", "pairs", "bullets, subs, terrain, projectiles: time and error over accuracy", game::pairs},
    {"cab", "tables", "articulated chains and a hand: false alarms and times of every way to fit boxes", cab::tables},
    {"cab", "angles", "the volume around two jointed links over their angle", cab::angles},
    {"cab", "partial", "the partial update where chains swing and where they are braided", cab::partial},
    {"engine", "choices", "every kind, split and fit: the measurements behind the defaults", measure_choices},
    {"engine", "clash", "a thousand parts and two million triangles: all clashes and clearances", measure_clash},
    {"engine", "depth", "depth, reaches and volume of overlapping pairs, held to their goals", measure_depth},
    {"engine", "deforming", "first contact of two deforming cloths, and of single moving features", measure_deforming},
    {"engine", "scene", "a scene of 100 000 bodies of which a tenth moves in each frame", measure_scene},
    {"engine", "voxels", "things at fifty thousand voxels: a shape of boxes, a mesh, bodies of a scene",
     measure_voxels},
    {"engine", "edges", "whole edges of an arm, proved free, against single checks", measure_edges},
    {"engine", "motion", "first contacts and clear motions of two models, a shaft in its bearing, a bolt in its nut",
     peers::measure_motions},
    {"engine", "bullets", "a hundred thousand bullets at a hundred moving models", measure_bullets},
    {"peers", "threads", "what two threads gain against two independent processes", peers::measure_threads},
    {"peers", "collide", "first and all contacts of every library, and where their answers are wrong",
     peers::compare_collide},
    {"peers", "hard", "answers where rounding matters: tiny, far away, just touching", peers::compare_hard_cases},
    {"peers", "build", "build time and memory of every library, 70k and a million triangles", peers::compare_build},
    {"peers", "refit", "every library's refit of 70k triangles that have all moved", peers::compare_refit},
    {"peers", "coherence", "a path of small steps, with and without memory of the last one", peers::measure_coherence},
    {"peers", "distance",
     "distance of every library that measures it; approximate, within, and on a path of small steps",
     peers::compare_distance},
    {"peers", "rounded", "every query at placements rounded to float and to six digits", peers::compare_rounded},
    {"peers", "sheared", "every query at sheared and unequally scaled placements", peers::compare_sheared},
    {"peers", "touching", "distance of models that touch, against a first contact", peers::compare_touching},
    {"peers", "within", "within a limit from a hundredth of the distance to twice it", peers::compare_within},
    {"peers", "small", "links of a robot, 12 to 1000 triangles, far and near", peers::compare_small},
    {"peers", "rays", "first hits of rays, one by one and all at once", peers::compare_rays},
    {"peers", "scene", "100 000 boxes of which a tenth moves in each frame", peers::compare_scene},
    {"peers", "motions", "first contacts of moving models, and close fits", peers::compare_motions},
    {"peers", "robot", "configurations of an arm, free or not", peers::compare_robots},
    {"peers", "robot-threads", "the same on two threads and by two processes", peers::measure_robot_threads},
    {"peers", "recorded", "a recorded path with six digits, with and without memory", peers::compare_recorded},
    {"peers", "growth", "time per query, build, refit and memory from 10^4 to 10^7 triangles", peers::measure_growth},
};

}  // namespace

std::span<const Experiment> all_experiments() { return experiments; }

Table& Table::row(std::vector<std::string> cells) {
  rows_.push_back(std::move(cells));
  return *this;
}

void Table::save(const std::filesystem::path& csv) const {
  std::filesystem::create_directories(csv.parent_path());
  std::ofstream file(csv);
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool quoted = cells[i].find_first_of(",\"\n") != std::string::npos;
      file << (i ? "," : "") << (quoted ? "\"" : "");
      for (char c : cells[i]) file << (c == '"' ? "\"\"" : std::string(1, c));
      file << (quoted ? "\"" : "");
    }
    file << '\n';
  };
  line(columns_);
  for (const auto& cells : rows_) line(cells);
  if (!file.flush()) throw Error(csv.string() + " cannot be written.");
}

std::string cell(double value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}
std::string cell(std::uint64_t value) { return std::to_string(value); }

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace abut::bench
