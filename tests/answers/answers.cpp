// Records what queries answer, so that a change of the code which must not change answers can be held against what was
// recorded before: answers [--all] [--counters FILE]
//
// One line per workload and query: a hash of all answers, bit by bit. Every kind of tree, storage, fit, split,
// instruction set and thread count must give the same one; where one does not, its name is printed and the program
// fails. --all adds the large workloads of the benchmarks. --counters writes the tests that each of them took. Fits,
// splits, descents, searches and floats of classic trees are left out unless tests are run in full.

#include "support/distance_scenes.h"
#include "support/effort.h"
#include "support/possible.h"
#include "workloads.h"
#include <abut/collide.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>

namespace abut::any {
namespace {

class Hash {
 public:
  void add(std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) state_ = (state_ ^ (value >> (8 * byte) & 0xff)) * 0x100000001b3;
  }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(const Vec3& v) { add(v.x), add(v.y), add(v.z); }
  void add(const std::array<double, 3>& v) { add(v[0]), add(v[1]), add(v[2]); }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;  // FNV-1a
};

void add(Hash& hash, const Contacts& contacts) {
  hash.add(std::uint64_t{contacts.pairs.size()});
  for (const Contact& pair : contacts.pairs) hash.add(std::uint64_t{pair.a} << 32 | pair.b);
}
void add(Hash& hash, const Distance& found) {
  hash.add(found.lower), hash.add(found.upper);
  hash.add(std::uint64_t{found.triangle_a} << 32 | found.triangle_b);
  hash.add(found.weights_a), hash.add(found.weights_b), hash.add(found.point_a), hash.add(found.point_b);
}

/// One way to ask: how both trees are made, and how they are searched.
struct Way {
  std::string name;
  ModelOptions a, b;
  CollideOptions collide{};
  DistanceOptions distance{};
  SelfOptions self{};
  CollideMethod contacts_method{};
  DistanceMethod distance_method{};
};

std::vector<Way> ways(bool many) {
  std::vector<Way> all;
  const auto both = [&](const std::string& name, const ModelOptions& options) -> Way& {
    all.push_back({name, options, options});
    return all.back();
  };
  both("auto", {});
  both("auto threads", {}).collide.threads = 2;
  all.back().self.threads = 2;
  for (Simd simd : available_simd()) {
    Way& way = both("auto " + std::string(name_of(simd)), {});
    way.collide.simd = way.distance.simd = way.self.simd = simd;
  }
  for (VolumeKind kind : binary_volume_kinds) {
    both(std::string(name_of(kind)), {.volume = kind});
    all.push_back({std::string(name_of(kind)) + " auto", {.volume = kind}, {}});
  }
  all.push_back({"auto obb", {}, {.volume = VolumeKind::obb}});
  all.push_back({"obb sphere", {.volume = VolumeKind::obb}, {.volume = VolumeKind::sphere}});
  if (!many) return all;
  for (VolumeKind kind : binary_volume_kinds)
    both(std::string(name_of(kind)) + " float", {.volume = kind, .storage = Storage::float32, .leaf_size = 4});
  for (Fit fit : all_fits)
    for (VolumeKind kind : {VolumeKind::obb, VolumeKind::rss})
      both(std::string(name_of(kind)) + " " + std::string(name_of(fit)), {.volume = kind, .fit = fit});
  for (Split split : all_splits)
    both("aabb " + std::string(name_of(split)), {.volume = VolumeKind::aabb, .split = split});
  for (Descent descent : all_descents)
    for (VolumeKind kind : {VolumeKind::obb, VolumeKind::aabb}) {
      Way& way = both(std::string(name_of(kind)) + " " + std::string(name_of(descent)), {.volume = kind});
      way.contacts_method = {.descent = descent, .sat = Sat::lite};
      way.distance_method.descent = descent;
    }
  for (Search search : all_searches)
    both("rss " + std::string(name_of(search)), {.volume = VolumeKind::rss}).distance_method.search = search;
  return all;
}

struct Record {
  std::map<std::string, std::uint64_t> hashes;  // by workload and query
  std::ofstream counters;
  bool agrees = true;

  void note(const std::string& name, const std::string& way, const Hash& hash, const Counters& counted) {
    const auto [known, is_new] = hashes.emplace(name, hash.value());
    if (!is_new && known->second != hash.value()) {
      std::cerr << name << ": " << way << " answers otherwise\n";
      agrees = false;
    }
    if (counters)
      counters << name << " | " << way << " | " << counted.volume_tests << ' ' << counted.triangle_tests << ' '
               << counted.exact_tests << '\n';
  }
};

struct Job {
  std::string name;
  const Mesh &a, &b;
  std::vector<PlacementPair> placements;
  double margin;
};

void ask(const Job& job, const Way& way, Record& record) {
  const Model a(job.a, way.a), b(job.b, way.b);
  Hash contacts, near, gaps, self;
  Counters contact_tests, near_tests, gap_tests;
  for (const PlacementPair& at : job.placements) {
    const Contacts found = collide(a, at.a, b, at.b, way.collide, way.contacts_method);
    add(contacts, found);
    contact_tests += found.counters;
    CollideOptions with_margin = way.collide;
    with_margin.margin = job.margin;
    const Contacts close = collide(a, at.a, b, at.b, with_margin, way.contacts_method);
    add(near, close);
    near_tests += close.counters;
    DistanceOptions smallest = way.distance;
    smallest.smallest_touching = true;
    const Distance gap = distance(a, at.a, b, at.b, smallest, way.distance_method);
    add(gaps, gap);
    gap_tests += gap.counters;
  }
  const Contacts own = self_contacts(a, way.self, {.descent = way.contacts_method.descent});
  add(self, own);
  record.note(job.name + " collide", way.name, contacts, contact_tests);
  record.note(job.name + " margin", way.name, near, near_tests);
  record.note(job.name + " distance", way.name, gaps, gap_tests);
  record.note(job.name + " self", way.name, self, own.counters);
}

void ask(const std::vector<PlacedMeshes>& scenes, const std::string& group, const std::vector<Way>& all,
         Record& record) {
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    const PlacedMeshes& scene = scenes[i];
    const Bounds bounds = bounds_of(scene.a.points);
    const double margin = scene.a.points.empty() ? 0 : 0.02 * (bounds.high.x - bounds.low.x);
    for (const Way& way : all)
      ask({group + " " + std::to_string(i), scene.a, scene.b, {{scene.at_a, scene.at_b}}, margin}, way, record);
  }
}

void ask(const std::vector<bench::Workload>& workloads, std::size_t placements, const std::vector<Way>& all,
         Record& record) {
  for (const bench::Workload& load : workloads) {
    const std::size_t count = std::min(placements, load.placements.size());
    for (const Way& way : all)
      ask({"bench " + load.name, load.a, load.b, {load.placements.begin(), load.placements.begin() + count}, 1e-3}, way,
          record);
  }
}

}  // namespace
}  // namespace abut::any

int main(int count, char** arguments) {
  using namespace abut;
  using namespace abut::any;
  bool all = false;
  Record record;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--all") all = true;
    if (argument == "--counters" && i + 1 < count) record.counters.open(arguments[++i]);
  }
  if (!record.counters.is_open()) record.counters.setstate(std::ios::failbit);
  const bool many = all || in_full();
  ask(special_scenes(), "special", ways(many), record);
  ask(distance_scenes(60, 7), "hard", ways(many), record);
  if (all) {
    ask(random_scenes(4, 5), "random", ways(false), record);
    ask(bench::collide_workloads(6), 6, ways(false), record);
    ask(bench::hard_workloads(), 6, ways(false), record);
    ask(bench::distance_workloads(), 2, ways(false), record);
  }
  for (const auto& [name, hash] : record.hashes)
    std::cout << name << ' ' << std::hex << std::setw(16) << std::setfill('0') << hash << std::dec << '\n';
  return record.agrees ? 0 : 1;
}
