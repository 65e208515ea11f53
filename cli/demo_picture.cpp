#include "demo_picture.h"

#include "demo_light.h"

#include <cmath>

namespace abut::cli {

namespace {

constexpr int width = 1280, strip_height = 212, main_height = 588, gap = 6;
constexpr Colour stone{0.72f, 0.76f, 0.80f}, brass{0.98f, 0.80f, 0.42f}, red{1.0f, 0.10f, 0.08f};
const Vec3 lamp{-0.75, -0.25, 0.8};

/// A body's triangles sorted by how much light they get: the renderer knows one colour per mesh.
class ShadedBody {
 public:
  ShadedBody(const LitBody& body, std::span<const LitBody> all, Colour colour, const std::vector<bool>& touching,
             Shadow shadow, int threads)
      : at_(body.at), colour_(colour), meshes_(levels + 1) {
    const Mesh& mesh = body.model->mesh();
    for (Mesh& part : meshes_) part.points = mesh.points;
    const std::vector<float> shares = lamp_shares(body, all, lamp, shadow, threads);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const auto level = static_cast<std::size_t>(std::lround(shares[i] * (levels - 1)));
      meshes_[touching[i] ? levels : level].triangles.push_back(mesh.triangles[i]);
    }
  }

  void add_to(std::vector<PictureItem>& items) const {
    for (std::size_t level = 0; level < levels; ++level) {
      const float light = 0.62f + 0.5f * static_cast<float>(level) / (levels - 1);
      items.push_back({.mesh = &meshes_[level],
                       .at = at_,
                       .colour = {colour_.red * light, colour_.green * light, colour_.blue * light}});
    }
    items.push_back({.mesh = &meshes_[levels], .at = at_, .colour = red});
  }

 private:
  static constexpr std::size_t levels = 6;
  Placement at_;
  Colour colour_;
  std::vector<Mesh> meshes_;
};

/// Both bodies of one moment, ready for any camera.
class Scene {
 public:
  Scene(const Model& torus, const Model& landscape, const DemoMoment& moment, Shadow shadow, int threads) {
    std::vector<bool> of_torus(torus.mesh().triangles.size()), of_landscape(landscape.mesh().triangles.size());
    for (const Contact& contact : moment.contacts) of_torus[contact.a] = of_landscape[contact.b] = true;
    const LitBody all[] = {{&landscape}, {&torus, moment.torus_at}};
    bodies_.emplace_back(all[0], all, stone, of_landscape, shadow, threads);
    bodies_.emplace_back(all[1], all, brass, of_torus, shadow, threads);
  }

  Image seen_by(const Camera& camera, int picture_width, int picture_height) const {
    std::vector<PictureItem> items;
    for (const ShadedBody& body : bodies_) body.add_to(items);
    return render(items, camera, picture_width, picture_height);
  }

 private:
  std::vector<ShadedBody> bodies_;
};

/// Fewer shades than a screen has: flat areas stay flat, and the file gets small.
void reduce_shades(Image& image) {
  constexpr float shades = 48;
  for (Colour& c : image.pixels)
    for (float* part : {&c.red, &c.green, &c.blue}) *part = std::round(*part * shades) / shades;
}

}  // namespace

Image demo_picture(const Model& torus, const Model& landscape, std::span<const DemoMoment> moments, int threads) {
  const Camera near{.eye = {3.9, -6.9, 6.2}, .target = {0.1, 0, 0.8}, .opening = 40};
  const Camera far{.eye = {4.6, -8.6, 4.9}, .target = {0, 0, 1.9}, .opening = 44};
  Image whole(width, main_height + gap + strip_height, paper);
  const int count = static_cast<int>(moments.size()), tile = (width - gap * (count - 1)) / count;
  for (int i = 0; i < count; ++i) {
    const DemoMoment& moment = moments[static_cast<std::size_t>(i)];
    const Scene scene(torus, landscape, moment, i == count - 1 ? Shadow::soft : Shadow::sharp, threads);
    Image small = scene.seen_by(far, tile, strip_height);
    write_text(small, moment.caption, 12, 12, 2);
    paste(whole, small, i * (tile + gap), main_height + gap);
    if (i == count - 1) paste(whole, scene.seen_by(near, width, main_height), 0, 0);
  }
  reduce_shades(whole);
  return whole;
}

}  // namespace abut::cli
