#include "simulation_picture.h"

#include <abut/shapes.h>

#include <algorithm>

namespace abut::bench {

namespace {

constexpr Colour sand{0.84f, 0.74f, 0.56f}, steel{0.5f, 0.62f, 0.78f}, moss{0.62f, 0.72f, 0.6f},
    amber{0.95f, 0.68f, 0.16f}, red{0.9f, 0.12f, 0.1f};

std::string caption_of(std::size_t step, const Contacts& contacts) {
  return "step " + std::to_string(step) + ": " + std::to_string(contacts.pairs.size()) +
         (contacts.pairs.size() == 1 ? " contact" : " contacts");
}

/// The nearest step, at or after the given one, that has contacts; else the given one.
std::size_t next_touching(std::span<const Contacts> contacts, std::size_t step) {
  const auto found = std::find_if(contacts.begin() + static_cast<std::ptrdiff_t>(step), contacts.end(),
                                  [](const Contacts& c) { return !c.pairs.empty(); });
  return found == contacts.end() ? step : static_cast<std::size_t>(found - contacts.begin());
}

float between(float a, float b, float share) { return a + (b - a) * share; }

/// The items of `inner` shining through those of `outer` like a lamp through a curtain.
Image shining_through(std::span<const PictureItem> outer, std::span<const PictureItem> inner, float share,
                      const Camera& camera, int width, int height) {
  Image result = render(outer, camera, width, height);
  // How much of a pixel they cover shows in the difference between a black and a white background.
  const Image on_black = render(inner, camera, width, height, {0, 0, 0});
  const Image on_white = render(inner, camera, width, height, {1, 1, 1});
  for (std::size_t i = 0; i < result.pixels.size(); ++i) {
    const Colour &lamp = on_black.pixels[i], &white = on_white.pixels[i];
    Colour& c = result.pixels[i];
    const float left = 1 - share * (1 - (white.red - lamp.red));
    c = {c.red * left + share * lamp.red, c.green * left + share * lamp.green, c.blue * left + share * lamp.blue};
  }
  return result;
}

/// Small red balls where the triangles of each pair cross.
std::vector<PictureItem> marks(const Simulation& simulation, std::size_t step, const Contacts& contacts,
                               const Mesh& ball) {
  std::vector<PictureItem> result;
  for (const Contact& pair : contacts.pairs) {
    std::array<Vec3, 3> corners = simulation.object.corners(pair.a);
    for (Vec3& corner : corners) corner = simulation.path[step] * corner;
    const Vec3 place = middle_of_crossing(corners, simulation.environment.corners(pair.b));
    result.push_back({.mesh = &ball, .at = Placement::translation(place), .colour = red});
  }
  return result;
}

/// The part of a mesh with dot(point, normal) <= level, cut open.
Mesh section(const Mesh& whole, const Vec3& normal, double level) {
  Mesh part;
  const auto add = [&](const Vec3& point) {
    part.points.push_back(point);
    return static_cast<std::uint32_t>(part.points.size() - 1);
  };
  for (std::size_t triangle = 0; triangle < whole.triangles.size(); ++triangle) {
    const std::array<Vec3, 3> corners = whole.corners(triangle);
    std::vector<std::uint32_t> polygon;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 &from = corners[i], &to = corners[(i + 1) % 3];
      const double a = dot(from, normal) - level, b = dot(to, normal) - level;
      if (a <= 0) polygon.push_back(add(from));
      if ((a <= 0) != (b <= 0)) polygon.push_back(add(from + (to - from) * (a / (a - b))));
    }
    if (polygon.size() >= 3) part.add_polygon(polygon);
  }
  return part;
}

Image way_of_the_small_cube(const Simulation& pipes, int width, int height) {
  const Mesh open = section(pipes.environment, {1, 0, 0}, 4);
  const std::vector<PictureItem> large{{.mesh = &open, .colour = moss}};
  std::vector<PictureItem> small;
  for (const Placement& at : pipes.path) {
    if (!small.empty() && length(at.shift - small.back().at.shift) < 1.3) continue;
    small.push_back({.mesh = &pipes.object, .at = at, .colour = amber});
  }
  for (std::size_t i = 0; i < small.size(); ++i)
    small[i].colour.green = between(amber.green, red.green, static_cast<float>(i) / static_cast<float>(small.size()));
  const Camera camera = camera_around(large, {2.2, 1.2, 1.0}, static_cast<double>(width) / height);
  return shining_through(large, small, 0.9f, camera, width, height);
}

Image close_view(const Simulation& pipes, std::size_t step, const Contacts& contacts, int width, int height) {
  const Vec3 towards = Vec3{1.2, 1.6, 1.4} * (1 / length({1.2, 1.6, 1.4}));
  const Placement& at = pipes.path[step];
  // Open in front of the small cube, where pipes would hide it.
  const Mesh behind = section(pipes.environment, towards, dot(at.shift, towards) + 0.3);
  const Mesh ball = shapes::sphere(0.025, 3);
  const PictureItem items[] = {{.mesh = &behind, .colour = moss}, {.mesh = &pipes.object, .at = at, .colour = amber}};
  const Camera camera{.eye = at.shift + towards * 40, .target = at.shift, .opening = 0, .half_height = 1.7};
  return shining_through(items, marks(pipes, step, contacts, ball), 0.9f, camera, width, height);
}

}  // namespace

Sheet picture_of_pipes(const Simulation& pipes, std::span<const Contacts> contacts) {
  constexpr int side = 640;
  Sheet sheet("table3_pipes", 2);
  sheet.add(way_of_the_small_cube(pipes, side, side), "the way of the small cube to the centre");
  const std::size_t step = next_touching(contacts, 870);
  sheet.add(close_view(pipes, step, contacts[step], side, side), caption_of(step, contacts[step]));
  return sheet;
}

Sheet picture_of_torus(const Simulation& torus, std::span<const Contacts> contacts) {
  constexpr int width = 440, height = 320;
  constexpr std::size_t wanted[] = {30, 60, 110, 200, 500, 1200};
  const Camera camera{.eye = {4.5, -14, 9.5}, .target = {0, 0, 2}, .opening = 25};
  const Mesh ball = shapes::sphere(0.09, 4);
  Sheet sheet("table3_torus", 3);
  for (std::size_t at_least : wanted) {
    const std::size_t step = at_least == wanted[0] ? at_least : next_touching(contacts, at_least);
    const PictureItem items[] = {{.mesh = &torus.environment, .colour = sand},
                                 {.mesh = &torus.object, .at = torus.path[step], .colour = steel}};
    sheet.add(shining_through(items, marks(torus, step, contacts[step], ball), 0.85f, camera, width, height),
              caption_of(step, contacts[step]));
  }
  return sheet;
}

}  // namespace abut::bench
