#include "scenario_pictures.h"

#include "engine_picture.h"
#include "shapes/section.h"
#include "sheet.h"
#include <abut/shapes.h>

#include <algorithm>

namespace abut::bench::pqp {

namespace {

constexpr Colour still{0.66f, 0.7f, 0.74f}, amber{0.95f, 0.72f, 0.2f}, red{0.86f, 0.16f, 0.12f};
constexpr Colour moving[] = {{0.9f, 0.55f, 0.2f}, {0.35f, 0.58f, 0.8f}, {0.45f, 0.68f, 0.42f}, {0.78f, 0.45f, 0.6f},
                             {0.6f, 0.52f, 0.8f}, {0.85f, 0.75f, 0.3f}, {0.4f, 0.7f, 0.7f},    {0.8f, 0.4f, 0.35f},
                             {0.5f, 0.55f, 0.6f}, {0.65f, 0.6f, 0.4f}};

Colour between(const Colour& from, const Colour& to, double share) {
  const auto mix = [&](float x, float y) { return x + (y - x) * static_cast<float>(share); };
  return {mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue)};
}

struct Body {
  std::uint32_t mesh;
  Placement at;
  friend bool operator==(const Body&, const Body&) = default;
};

/// The bodies of one step, each once: a step has a question of every track.
std::vector<PictureItem> items_of(const Scenario& scenario, std::size_t step) {
  std::vector<Body> bodies;
  for (std::uint32_t track = 0; track < scenario.tracks; ++track) {
    const Question& q = scenario.questions[step * scenario.tracks + track];
    for (const Body& body : {Body{q.mesh_a, q.at.a}, Body{q.mesh_b, q.at.b}})
      if (std::find(bodies.begin(), bodies.end(), body) == bodies.end()) bodies.push_back(body);
  }
  std::vector<PictureItem> items;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const bool rests = bodies[i].at == Placement{};
    items.push_back({.mesh = &scenario.meshes[bodies[i].mesh],
                     .at = bodies[i].at,
                     .colour = rests ? still : moving[i % std::size(moving)]});
  }
  return items;
}

constexpr int width = 400, height = 360;

constexpr int columns = 3;

/// Six steps, all seen by one camera.
Sheet steps_of(const Scenario& scenario, const std::string& name) {
  const std::size_t steps = scenario.questions.size() / scenario.tracks;
  std::vector<std::vector<PictureItem>> chosen;
  std::vector<PictureItem> all;
  Sheet sheet(name, columns);
  for (std::size_t i = 0; i < 6; ++i) {
    chosen.push_back(items_of(scenario, i * (steps - 1) / 5));
    all.insert(all.end(), chosen.back().begin(), chosen.back().end());
  }
  const Camera camera = camera_around(all, {1, -2, 1.1}, static_cast<double>(width) / height);
  for (std::size_t i = 0; i < 6; ++i)
    sheet.add(render(chosen[i], camera, width, height), "step " + std::to_string(i * (steps - 1) / 5));
  return sheet;
}

Sheet cut_open(const Scenario& engine, const std::string& name) {
  Scenario open = engine;
  open.meshes[1] = shapes::cut_away(engine.meshes[1], 1, 0.0625);
  return steps_of(open, name);
}

Sheet inline_four_turning(const std::string& name) {
  const InlineFour four = make_inline_four();
  Sheet sheet(name, columns);
  for (int angle = 0; angle < 720; angle += 240)
    sheet.add(engine_picture(four, angle, width, height), std::to_string(angle) + " degrees");
  return sheet;
}

/// Without the triangles that are wholly above a height.
Mesh without_roof(const Mesh& mesh, double above) {
  Mesh result{mesh.points, {}, {}};
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto [a, b, c] = mesh.corners(i);
    if (std::min({a.z, b.z, c.z}) < above) result.triangles.push_back(mesh.triangles[i]);
  }
  return result;
}

Image in_the_cave(const Scenario& scenario, std::size_t shown) {
  const Mesh open = without_roof(scenario.meshes[1], shapes::cave_height - 2.2);
  std::vector<PictureItem> items{{.mesh = &open, .colour = still}};
  const std::size_t count = scenario.questions.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t question = i * (count - 1) / (shown - 1);
    items.push_back({.mesh = &scenario.meshes[0],
                     .at = scenario.questions[question].at.a,
                     .colour = between(amber, red, static_cast<double>(i) / static_cast<double>(shown))});
  }
  const Camera camera{.eye = {0, -15, 33}, .target = {0, -0.8, 1}, .opening = 32};
  return render(items, camera, 1200, 800);
}

}  // namespace

void save_picture(const Scenario& scenario, const std::filesystem::path& folder) {
  const std::string name = "scenario_" + scenario.name;
  if (scenario.name == "planning") return save_png(in_the_cave(scenario, 40), folder / (name + ".png"));
  if (scenario.name == "verification") return save_png(in_the_cave(scenario, 16), folder / (name + ".png"));
  if (scenario.name == "engine") return cut_open(scenario, name).save(folder);
  if (scenario.name == "inline-four") return inline_four_turning(name).save(folder);
  steps_of(scenario, name).save(folder);
}

}  // namespace abut::bench::pqp
