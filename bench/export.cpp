#include "export.h"

#include "shapes/building.h"
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/load.h>

#include <algorithm>
#include <fstream>
#include <map>

namespace abut::bench {

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  if (!stream.flush()) throw Error(file.string() + " cannot be written.");
}

constexpr const char* introduction =
    R"(Meshes and placements of the experiments of five papers as rebuilt by abut, so that other programs can be compared on the
same work: OBBTree (Gottschalk, Lin, Manocha 1996), AABB trees (van den Bergen 1997), swept spheres (Larsen, Gottschalk,
Lin, Manocha 1999), the game's trees (Team Chicken Bomb 2001), articulated bodies (Schmidl, Walker, Lin 2004). Models and
motions are procedural, with the triangle counts of the papers.

Meshes are binary STL. Coordinates are floats: nothing is lost in reading them.

A poses file has a line per query: 24 numbers, the 3x4 matrix of A row by row, then that of B; a model's point p is at
R p + t in the world, in the matrix (R t). Numbers read back as the same doubles. What follows a # is a comment; on the
line of a query it gives the number of contacts to expect, and where they are asked for the distance, rounded up in its
last digits. Other files explain themselves in their first lines.

A contact is a pair of triangles, one of A and one of B, that share a point: touching counts. The numbers given are
exact, with each triangle the exact image of its vertices under the placement as given. A program that rounds may
differ from them where triangles barely touch or barely miss.

With abut:  abut collide A.stl B.stl --poses FILE.poses --stats

)";

std::string counted(std::size_t count, const char* what) { return std::to_string(count) + " " + what; }

}  // namespace

std::string numbers(const Vec3& v) { return cell(v.x) + " " + cell(v.y) + " " + cell(v.z) + " "; }

std::string numbers(const Placement& at) {
  std::string text;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) text += cell(at.linear(row, column)) + " ";
    text += cell(at.shift[row]) + " ";
  }
  return text;
}

Exporter::Exporter(std::filesystem::path folder, int threads, std::size_t most)
    : folder_(std::move(folder)), threads_(threads), most_(most), readme_(introduction) {
  std::error_code failure;
  std::filesystem::create_directories(folder_, failure);
  if (failure) throw Error(folder_.string() + " cannot be made: " + failure.message() + ".");
}

void Exporter::save_mesh(NamedMesh& named) {
  shapes::snap(named.mesh);
  if (saved_.insert(named.name).second) save(named.mesh, folder_ / (named.name + ".stl"));
}

void Exporter::add_section(const std::string& title) {
  readme_ += title + "\n" + std::string(title.size(), '-') + "\n\n";
}

void Exporter::add(NamedMesh mesh, const std::string& about) {
  save_mesh(mesh);
  readme_ += mesh.name + ".stl\n  " + about + "\n  " + counted(mesh.mesh.triangles.size(), "triangles") + "\n\n";
}

void Exporter::add(const std::string& file, const std::string& about, std::span<const std::string> lines) {
  const auto each_line_after = [&](const char* start) {
    std::string text = start + about;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 1))
      text.insert(end + 1, start);
    return text + "\n";
  };
  std::string text = each_line_after("# ");
  for (const std::string& line : lines) text += line + "\n";
  write(folder_ / file, text);
  readme_ += file + "\n" + each_line_after("  ") + "  lines: " + std::to_string(lines.size()) + "\n\n";
}

void Exporter::add(ExportedScenario scenario) {
  for (NamedMesh* named : {&scenario.a, &scenario.b}) save_mesh(*named);
  scenario.poses.resize(limited(scenario.poses.size()));
  const ModelOptions options{.threads = threads_};
  const Model a(scenario.a.mesh, options), b(scenario.b.mesh, options);
  const std::vector<Contacts> contacts = collide(a, b, scenario.poses, {.threads = threads_});
  std::vector<Distance> distances;
  if (scenario.with_distances) distances = distance(a, b, scenario.poses, {.threads = threads_});
  std::size_t total = 0, touching = 0;
  std::string poses = "# " + scenario.about + "\n# A is " + scenario.a.name + ".stl, B is " + scenario.b.name +
                      ".stl. A line is a query: A's 3x4 matrix row by row, then B's.\n";
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const std::size_t count = contacts[i].pairs.size();
    total += count;
    touching += count > 0;
    poses += numbers(scenario.poses[i].a) + numbers(scenario.poses[i].b) + "# contacts: " + std::to_string(count);
    poses += scenario.with_distances ? " distance: " + cell(distances[i].upper) + "\n" : "\n";
  }
  write(folder_ / (scenario.name + ".poses"), poses);
  readme_ += scenario.name + ".poses\n  " + scenario.about + "\n  A: " + scenario.a.name + ".stl, " +
             counted(a.mesh().triangles.size(), "triangles") + "\n  B: " + scenario.b.name + ".stl, " +
             counted(b.mesh().triangles.size(), "triangles") + "\n  queries: " + std::to_string(contacts.size()) +
             "\n  queries with contact: " + std::to_string(touching) + "\n  contacts in all: " + std::to_string(total) +
             "\n\n";
}

void export_experiments(std::span<const Experiment> experiments, Exporter& exporter) {
  const std::string before = exporter.readme();
  std::map<void (*)(Exporter&), std::string> written;  // by whom
  for (const ExperimentExport& each : all_exports()) {
    const bool is_chosen = std::any_of(experiments.begin(), experiments.end(), [&](const Experiment& experiment) {
      return experiment.group == each.group && experiment.name == each.name;
    });
    if (!is_chosen) continue;
    const std::string name = std::string(each.group) + "/" + std::string(each.name);
    exporter.add_section(name);
    if (!each.write)
      exporter.add_section(std::string("Nothing to export: ") + each.why_nothing + ".");
    else if (const auto [first, is_new] = written.emplace(each.write, name); is_new)
      each.write(exporter);
    else
      exporter.add_section("Its files are those of " + first->second + ", above.");
  }
  if (exporter.readme() == before)
    throw Error("only the experiments of the papers have meshes and placements to export.");
  write(exporter.folder() / "README.txt", exporter.readme());
}

}  // namespace abut::bench
