#include "demo_light.h"

namespace abut::cli {

namespace {

constexpr double ray_length = 7, off_the_surface = 2e-3;

Vec3 unit(const Vec3& v) { return v * (1 / length(v)); }

/// Rays that leave a body's triangles on the side of the light; triangles that look away from it send none.
struct Rays {
  Model model;
  std::vector<std::uint32_t> triangle_of;

  Rays(const LitBody& body, const Vec3& light) {
    const Mesh& of = body.model->mesh();
    Mesh mesh;
    for (std::uint32_t triangle = 0; triangle < of.triangles.size(); ++triangle) {
      std::array<Vec3, 3> corners = of.corners(triangle);
      for (Vec3& corner : corners) corner = body.at * corner;
      const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
      if (!(dot(normal, light) > 0)) continue;
      const Vec3 start = (corners[0] + corners[1] + corners[2]) * (1.0 / 3) + unit(normal) * off_the_surface;
      const auto first = static_cast<std::uint32_t>(mesh.points.size());
      mesh.points.insert(mesh.points.end(), {start, start + light * ray_length});
      mesh.triangles.push_back({first, first + 1, first + 1});
      triangle_of.push_back(triangle);
    }
    model = Model(std::move(mesh), {.split = Split::median});
  }
};

}  // namespace

std::vector<float> lamp_shares(const LitBody& body, std::span<const LitBody> all, const Vec3& towards, Shadow shadow,
                               int threads) {
  const Vec3 axis = unit(towards), side = unit(cross(axis, {0, 0, 1})) * 0.06, up = cross(side, axis);
  std::vector<Vec3> lights{axis};
  if (shadow == Shadow::soft)
    for (const Vec3& off : {side, -side, up, -up}) lights.push_back(unit(axis + off));

  std::vector<Rays> rays;
  for (const Vec3& light : lights) rays.emplace_back(body, light);
  std::vector<CollideItem> items;
  for (const Rays& of_light : rays)
    for (const LitBody& blocker : all) items.push_back({&of_light.model, blocker.model, {{}, blocker.at}});
  const std::vector<Contacts> hits = collide(items, {}, threads);

  const float share = 1.0f / static_cast<float>(lights.size());
  std::vector<float> shares(body.model->mesh().triangles.size(), 0);
  for (std::size_t light = 0; light < lights.size(); ++light) {
    std::vector<bool> blocked(rays[light].triangle_of.size(), false);
    for (std::size_t blocker = 0; blocker < all.size(); ++blocker)
      for (const Contact& hit : hits[light * all.size() + blocker].pairs) blocked[hit.a] = true;
    for (std::size_t ray = 0; ray < blocked.size(); ++ray)
      if (!blocked[ray]) shares[rays[light].triangle_of[ray]] += share;
  }
  return shares;
}

}  // namespace abut::cli
