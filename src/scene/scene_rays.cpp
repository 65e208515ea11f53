#include "base/workers.h"
#include "scene/scene_data.h"
#include <abut/closest_point.h>
#include <abut/error.h>
#include <abut/scene.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Vec3 point_at(const Ray& ray, double t) { return ray.origin + t * ray.direction + t * ray.rest; }

struct Part {
  double from = 0, to = -1;  ///< empty when from > to
};

/// The part of a ray that may be in a box.
//
// Each side is moved outward by 2^-40 of the coordinates before it is divided: more than the roundings of a quotient,
// and what they and the ray's rest move its point by, below 2^-50 of these coordinates. What is not a number cuts
// nothing.
Part part_in(const Ray& ray, const Bounds& box) {
  Part part{ray.t_min, ray.t_max};
  for (int k = 0; k < 3; ++k) {
    const double origin = ray.origin[k], way = ray.direction[k];
    const double low = box.low[k] - 0x1p-40 * (std::abs(box.low[k]) + std::abs(origin));
    const double high = box.high[k] + 0x1p-40 * (std::abs(box.high[k]) + std::abs(origin));
    if (way == 0) {
      if (origin < low || origin > high) return {};
      continue;
    }
    const double first = (low - origin) / way, second = (high - origin) / way;
    const double enters = way > 0 ? first : second, leaves = way > 0 ? second : first;
    if (enters > part.from) part.from = enters;
    if (leaves < part.to) part.to = leaves;
  }
  return part;
}

Vec3 unit_against(const Vec3& normal, const Vec3& way) {
  const double size = largest(abs(normal));
  if (!(size > 0)) return {};
  const Vec3 scaled = normal * (1 / size);
  const Vec3 unit = scaled * (1 / length(scaled));
  return dot(unit, way) > 0 ? -unit : unit;
}

/// A ray against one body. Its part is where the body's box is.
class BodyRay {
 public:
  BodyRay(const SceneBody& body, const Ray& ray, const Part& part) : body_(body), ray_(ray), part_(part) {}

  std::optional<SceneHit> first_hit() const {
    if (body_.shape.kind() == ShapeKind::half_space) return of_half_space();
    if (begins_in_core()) return hit(ray_.t_min, {});
    if (body_.shape.radius() > 0) return of_round();
    const std::optional<RayHit> met = abut::first_hit(body_.shape.core(), body_.at, ray_);
    if (!met) return std::nullopt;
    return SceneHit{{}, met->t, met->point, unit_against(met->normal, ray_.direction)};
  }

 private:
  SceneHit hit(double t, const Vec3& normal) const {
    return {{}, t, point_at(ray_, t), unit_against(normal, ray_.direction)};
  }
  bool begins_in_core() const {
    const Solid* solid = body_.shape.solid_core();
    return solid != nullptr && std::abs(ray_.t_min) < infinity &&
           contains(*solid, body_.at, point_at(ray_, ray_.t_min)) == Containment::inside;
  }
  /// The plane z = 0 of the body's frame, and all below.
  std::optional<SceneHit> of_half_space() const {
    const Matrix3 back = inverse(body_.at.linear);
    const Vec3 normal = back.row(2);
    const double height = dot(normal, ray_.origin - body_.at.shift), fall = -dot(normal, ray_.direction);
    const auto is_below = [&](double t) { return t == -infinity ? fall < 0 : t * fall >= height; };
    if (is_below(ray_.t_min)) return ray_.t_min == -infinity ? std::nullopt : std::optional(hit(ray_.t_min, {}));
    if (!(fall > 0)) return std::nullopt;
    const double t = height / fall;
    return t <= ray_.t_max ? std::optional(hit(std::max(t, ray_.t_min), normal)) : std::nullopt;
  }
  /// Steps as long as the way that is surely free, until the surface is reached.
  std::optional<SceneHit> of_round() const {
    const double speed = length(ray_.direction) * (1 + 0x1p-40);
    const double size = largest(max(abs(ray_.origin), abs(body_.at.shift))) + body_.shape.radius();
    const double tolerance = 0x1p-40 * size;
    for (double t = part_.from;;) {
      if (!(t <= part_.to)) return std::nullopt;
      const Vec3 point = point_at(ray_, t);
      const ClosestPoint closest = closest_point(body_.shape.core(), body_.at, point);
      const double free = closest.lower - body_.shape.radius();
      if (free <= tolerance) return hit(t, t == ray_.t_min && free < -tolerance ? Vec3{} : point - closest.point);
      const double next = t + free / speed;
      // Where t cannot grow any more, the surface is within a rounding of it.
      if (!(next > t)) return hit(t, point - closest.point);
      t = next;
    }
  }

  const SceneBody& body_;
  const Ray& ray_;
  Part part_;
};

struct Candidate {
  Part part;
  std::uint32_t number = 0;
};

/// The bodies whose boxes a ray may meet, those that it comes to first before others.
std::vector<Candidate> met_boxes(const Scene::Data& data, const Ray& ray, std::uint32_t mask) {
  std::vector<Candidate> met;
  data.boxes.visit_if(
      [&](const Bounds& box) {
        const Part part = part_in(ray, box);
        return !(part.from > part.to);
      },
      [&](std::uint32_t number) {
        if ((data.bodies[number].options.group & mask) == 0) return;
        const Part part = part_in(ray, data.boxes.box(number));
        if (!(part.from > part.to)) met.push_back({part, number});
      });
  std::sort(met.begin(), met.end(), [](const Candidate& a, const Candidate& b) {
    return a.part.from != b.part.from ? a.part.from < b.part.from : a.number < b.number;
  });
  return met;
}

std::optional<SceneHit> first_hit_of(const Scene::Data& data, const Ray& ray, std::uint32_t mask) {
  std::optional<SceneHit> first;
  for (const Candidate& each : met_boxes(data, ray, mask)) {
    if (first && each.part.from > first->t) break;
    std::optional<SceneHit> hit = BodyRay(data.bodies[each.number], ray, each.part).first_hit();
    if (!hit) continue;
    hit->body = data.id(each.number);
    if (!first || hit->t < first->t || (hit->t == first->t && hit->body < first->body)) first = hit;
  }
  return first;
}

/// As the rays of models do.
void require_valid(const Ray& ray) {
  static const Model nothing{Mesh{}};
  abut::any_hit(nothing, {}, ray);
}

}  // namespace

std::optional<SceneHit> Scene::first_hit(const Ray& ray, std::uint32_t mask) const {
  require_valid(ray);
  return first_hit_of(*data_, ray, mask);
}

std::vector<std::optional<SceneHit>> Scene::first_hit(std::span<const Ray> rays, std::uint32_t mask,
                                                      const SceneOptions& options) const {
  if (options.threads < 0) throw Error("the number of threads must not be negative");
  for (const Ray& ray : rays) require_valid(ray);
  std::vector<std::optional<SceneHit>> hits(rays.size());
  Workers(options.threads).for_each(rays.size(), [&](std::size_t i) { hits[i] = first_hit_of(*data_, rays[i], mask); });
  return hits;
}

}  // namespace abut
