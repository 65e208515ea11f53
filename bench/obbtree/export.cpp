#include "export.h"

#include "cab/export.h"
#include "math/random.h"
#include "pqp/scenario.h"
#include "proximity.h"
#include "shapes/building.h"
#include "simulation.h"
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/load.h>
#include <abut/shapes.h>

#include <fstream>

namespace abut::bench {

namespace {

struct NamedMesh {
  std::string name;
  Mesh mesh;
};

/// Two models and where they stand, query by query.
struct Scenario {
  std::string name, about;
  NamedMesh a, b;
  std::vector<PlacementPair> poses;
  bool with_distances = false;
};

/// Fig. 5 for one gap. Rounded to floats after it is grown, so that the file holds the model.
Scenario concentric_spheres(const Mesh& sphere, const std::string& gap) {
  Mesh outer = transformed(sphere, {Matrix3{} * (1 + std::stod(gap)), {}});
  shapes::snap(outer);
  return {"fig5_gap_" + gap,
          "Fig. 5: concentric spheres of radius 1 and 1 + " + gap + ".",
          {"sphere", sphere},
          {"sphere_grown_by_" + gap, std::move(outer)},
          {PlacementPair{}}};
}

/// Fig. 6: 8 directions, 51 gaps each. A vertex faces its opposite, so that the gap is the true distance.
Scenario spheres_side_by_side(const Mesh& sphere) {
  Scenario result{"fig6",
                  "Fig. 6: spheres side by side, in 8 directions at 51 gaps each, 1 down to 0.00001.",
                  {"sphere", sphere},
                  {"sphere", sphere},
                  {}};
  Random random(6);
  for (int direction = 0; direction < 8; ++direction) {
    const Vec3 vertex = sphere.points[random.below(sphere.points.size())];
    for (double gap : falling_gaps(5))
      result.poses.push_back({{}, Placement::translation(vertex * (2 + gap / length(vertex)))});
  }
  return result;
}

Scenario torpedo_on_pivot() {
  return {"fig7",
          "Fig. 7: a torpedo at rest on its pivot.",
          {"torpedo", shapes::torpedo()},
          {"pivot", shapes::pivot()},
          {PlacementPair{shapes::torpedo_at_rest(), {}}}};
}

Scenario along_path(Simulation&& simulation, const std::string& about, const std::string& object,
                    const std::string& environment) {
  Scenario result{"table3_" + simulation.name,
                  about,
                  {object, std::move(simulation.object)},
                  {environment, std::move(simulation.environment)},
                  {}};
  for (const Placement& at : simulation.path) result.poses.push_back({at, {}});
  return result;
}

/// An application of the swept sphere paper whose questions are all about the same two meshes.
Scenario application(const pqp::Scenario& scenario, const std::string& about, const std::string& a,
                     const std::string& b) {
  const pqp::Question& first = scenario.questions[0];
  Scenario result{"swept_spheres_" + scenario.name,   about, {a, scenario.meshes[first.mesh_a]},
                  {b, scenario.meshes[first.mesh_b]}, {},    true};
  for (const pqp::Question& question : scenario.questions) result.poses.push_back(question.at);
  return result;
}

void add_applications(std::vector<Scenario>& all) {
  all.push_back(application(pqp::engine(), "Swept spheres, Tables 2-4: four pistons in their block, step by step.",
                            "coarse_piston", "coarse_block"));
  all.push_back(application(pqp::falling_tori(), "Swept spheres, Tables 2-4: a small torus falls through a large one.",
                            "warped_torus", "lumpy_torus"));
  all.push_back(application(pqp::falling_rings(),
                            "Swept spheres, Tables 2-4: a chain of ten rings falls; all 45 pairs at each step.", "ring",
                            "ring"));
  if (const auto& plan = pqp::cave_plan()) {
    all.push_back(application(plan->computation, "Swept spheres, Tables 2-5: where a planner has probed a torus.",
                              "wrinkled_torus", "cave"));
    all.push_back(application(plan->verification, "Swept spheres, Tables 2-5: the path that the planner has found.",
                              "wrinkled_torus", "cave"));
  }
}

std::vector<Scenario> all_scenarios() {
  const Mesh sphere = shapes::sphere(1, 40);
  std::vector<Scenario> all;
  for (const char* gap : {"1", "0.1", "0.01", "0.001", "0.0001"}) all.push_back(concentric_spheres(sphere, gap));
  all.push_back(spheres_side_by_side(sphere));
  all.push_back(torpedo_on_pivot());
  all.push_back(along_path(pipes_in_pipes(), "Table 3 and Fig. 8: the pipes, 15 times smaller, fall into the pipes.",
                           "small_pipes", "pipes"));
  all.push_back(along_path(torus_on_landscape(), "Table 3 and Fig. 10: a wrinkled torus falls onto a landscape.",
                           "wrinkled_torus", "toothed_landscape"));
  add_applications(all);
  return all;
}

std::string rows_of(const Placement& at) {
  std::string text;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) text += cell(at.linear(row, column)) + " ";
    text += cell(at.shift[row]) + " ";
  }
  return text;
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  if (!stream.flush()) throw Error(file.string() + " cannot be written.");
}

/// Writes one scenario and returns its lines of the README.
std::string write_scenario(const Scenario& scenario, const std::filesystem::path& folder, int threads) {
  for (const NamedMesh* named : {&scenario.a, &scenario.b}) save(named->mesh, folder / (named->name + ".stl"));
  const ModelOptions options{.threads = threads};
  const Model a(scenario.a.mesh, options), b(scenario.b.mesh, options);
  const std::vector<Contacts> contacts = collide(a, b, scenario.poses, {.threads = threads});
  std::vector<Distance> distances;
  if (scenario.with_distances) distances = distance(a, b, scenario.poses, {.threads = threads});
  std::uint64_t total = 0, touching = 0;
  std::string poses = "# " + scenario.about + "\n# A is " + scenario.a.name + ".stl, B is " + scenario.b.name +
                      ".stl. A line is a query: A's 3x4 matrix row by row, then B's.\n";
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const std::size_t count = contacts[i].pairs.size();
    total += count;
    touching += count > 0;
    poses += rows_of(scenario.poses[i].a) + rows_of(scenario.poses[i].b) + "# contacts: " + std::to_string(count);
    poses += scenario.with_distances ? " distance: " + cell(distances[i].upper) + "\n" : "\n";
  }
  write(folder / (scenario.name + ".poses"), poses);
  return scenario.name + ".poses\n  " + scenario.about + "\n  A: " + scenario.a.name + ".stl, " +
         std::to_string(scenario.a.mesh.triangles.size()) + " triangles\n  B: " + scenario.b.name + ".stl, " +
         std::to_string(scenario.b.mesh.triangles.size()) +
         " triangles\n  queries: " + std::to_string(contacts.size()) +
         "\n  queries with contact: " + std::to_string(touching) + "\n  contacts in all: " + std::to_string(total) +
         "\n\n";
}

constexpr const char* introduction =
    R"(Meshes and placements of the experiments of Gottschalk, Lin, Manocha: "OBBTree: A Hierarchical Structure for Rapid
Interference Detection" (1996), as rebuilt by abut, so that other programs can be compared on the same work. The
models are procedural, with the triangle counts of the paper; the paths of Table 3 come from a simple dynamics engine
with the paper's numbers of steps. Files that begin with swept_spheres are the applications of Larsen, Gottschalk, Lin,
Manocha: "Fast Proximity Queries with Swept Sphere Volumes" (1999).

Meshes are binary STL. Coordinates are floats: nothing is lost in reading them.

A poses file has a line per query: 24 numbers, the 3x4 matrix of A row by row, then that of B; a model's point p is at
R p + t in the world, in the matrix (R t). Numbers read back as the same doubles. What follows a # is a comment; on the
line of a query it gives the number of contacts to expect, and where they are asked for the distance, rounded up in its
last digits.

A contact is a pair of triangles, one of A and one of B, that share a point: touching counts. The numbers given are
exact, with each triangle the exact image of its vertices under the placement as given. A program that rounds may
differ from them where triangles barely touch or barely miss.

With abut:  abut collide torpedo.stl pivot.stl --poses fig7.poses --stats

)";

}  // namespace

void export_scenarios(const std::filesystem::path& folder, int threads) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw Error(folder.string() + " cannot be made: " + failure.message() + ".");
  std::string readme = introduction;
  for (const Scenario& scenario : all_scenarios()) readme += write_scenario(scenario, folder, threads);
  readme += cab::export_recordings(folder);
  write(folder / "README.txt", readme);
}

}  // namespace abut::bench
