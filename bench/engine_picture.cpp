#include "engine_picture.h"

#include "shapes/section.h"

#include <algorithm>
#include <numeric>

namespace abut {

namespace {

constexpr Colour alarm{0.86f, 0.16f, 0.12f};

Colour colour_of(const std::string& part) {
  struct Paint {
    const char* beginning;
    Colour colour;
  };
  static constexpr Paint paints[] = {
      {"block", {0.72f, 0.74f, 0.77f}},          {"head", {0.8f, 0.81f, 0.83f}},
      {"crankshaft", {0.42f, 0.48f, 0.56f}},     {"connecting rod", {0.55f, 0.63f, 0.72f}},
      {"piston", {0.85f, 0.84f, 0.8f}},          {"wrist pin", {0.35f, 0.37f, 0.4f}},
      {"intake valve", {0.3f, 0.55f, 0.8f}},     {"exhaust valve", {0.85f, 0.55f, 0.25f}},
      {"intake camshaft", {0.36f, 0.6f, 0.82f}}, {"exhaust camshaft", {0.88f, 0.62f, 0.34f}}};
  for (const Paint& paint : paints)
    if (part.starts_with(paint.beginning)) return paint.colour;
  return {0.66f, 0.68f, 0.6f};
}

std::vector<std::uint32_t> section_of(const Mesh& mesh) {
  std::vector<std::uint32_t> triangles(mesh.parts.back().count);
  std::iota(triangles.begin(), triangles.end(), mesh.parts.back().first);
  return triangles;
}

}  // namespace

Image engine_picture(const InlineFour& engine, double crank_angle, int width, int height,
                     std::span<const std::string> highlighted) {
  const std::vector<Placement> at = engine.placements(crank_angle);
  const auto intake = std::find_if(engine.parts.begin(), engine.parts.end(),
                                   [](const EnginePart& part) { return part.name == "intake camshaft"; });
  // Through the intake valves, but a little off their axes, where no point of the parts lies.
  const double plane = at[static_cast<std::size_t>(intake - engine.parts.begin())].shift.y + 0.0137;
  const Mesh block = shapes::cut_away(engine.parts[0].mesh, 1, plane),
             head = shapes::cut_away(engine.parts[1].mesh, 1, plane);
  const std::vector<std::uint32_t> sections[] = {section_of(block), section_of(head)};
  std::vector<PictureItem> items;
  for (std::size_t i = 0; i < engine.parts.size(); ++i) {
    const EnginePart& part = engine.parts[i];
    PictureItem item{.mesh = i == 0 ? &block : i == 1 ? &head : &part.mesh, .at = at[i]};
    item.colour = std::find(highlighted.begin(), highlighted.end(), part.name) == highlighted.end()
                      ? colour_of(part.name)
                      : alarm;
    if (i < 2) item.highlighted = sections[i], item.highlight = {0.9f, 0.52f, 0.46f};
    items.push_back(item);
  }
  return render(items, camera_around(items, {-0.55, -1.6, 0.62}, static_cast<double>(width) / height), width, height);
}

}  // namespace abut
