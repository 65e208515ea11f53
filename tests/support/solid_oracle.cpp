#include "support/solid_oracle.h"

#include <algorithm>
#include <optional>
#include <type_traits>

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

namespace abut {

class SolidOracle::Caster {
 public:
  virtual ~Caster() = default;
  virtual Answer ask(const Vec3& point, Random& random) const = 0;
};

namespace {

// Points that are doubles need exact predicates alone; images do not fit into doubles.
using Doubles = CGAL::Exact_predicates_inexact_constructions_kernel;
using Images = CGAL::Exact_predicates_exact_constructions_kernel;

template <class Kernel>
class ExactCaster final : public SolidOracle::Caster {
  using Point = typename Kernel::Point_3;
  using Face = typename Kernel::Triangle_3;
  using Segment = typename Kernel::Segment_3;
  using Primitive = CGAL::AABB_triangle_primitive<Kernel, typename std::vector<Face>::const_iterator>;
  using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

 public:
  ExactCaster(const Mesh& mesh, const Placement& at) {
    for (const Vec3& p : mesh.points) reach_ = std::max(reach_, length(at * p - at * mesh.points[0]));
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
      const auto corners = mesh.corners(i);
      const Point a = image(corners[0], at), b = image(corners[1], at), c = image(corners[2], at);
      if (!CGAL::collinear(a, b, c))
        faces_.emplace_back(a, b, c);
      else
        flat_.insert(flat_.end(), {Segment(a, b), Segment(b, c), Segment(c, a)});
    }
    if constexpr (std::is_same_v<Kernel, Doubles>) {
      tree_.insert(faces_.begin(), faces_.end());
      tree_.build();
    }
  }

  SolidOracle::Answer ask(const Vec3& point, Random& random) const override {
    const Point start(point.x, point.y, point.z);
    for (const Segment& side : flat_)
      if (side.source() == start || (!side.is_degenerate() && side.has_on(start))) return {true, 0, 0};
    for (;;)
      if (const auto answer = cast(point, random)) return *answer;
  }

 private:
  static Point image(const Vec3& p, const Placement& at) {
    if constexpr (std::is_same_v<Kernel, Doubles>) {
      return Point(p.x, p.y, p.z);
    } else {
      using Number = typename Kernel::FT;
      const auto row = [&](int i) {
        return Number(at.linear(i, 0)) * Number(p.x) + Number(at.linear(i, 1)) * Number(p.y) +
               Number(at.linear(i, 2)) * Number(p.z) + Number(at.shift[i]);
      };
      return Point(row(0), row(1), row(2));
    }
  }

  // Nothing when the ray meets something degenerate.
  std::optional<SolidOracle::Answer> cast(const Vec3& point, Random& random) const {
    const Vec3 q = point + random.direction() * reach_;
    const Point start(point.x, point.y, point.z), ahead(q.x, q.y, q.z);
    const typename Kernel::Ray_3 ray(start, ahead);
    const std::vector<typename Tree::Primitive_id> met = faces_that_meet(ray);
    for (const auto& face : met)
      if (face->has_on(start)) return SolidOracle::Answer{true, 0, 0};
    SolidOracle::Answer answer;
    for (const auto& face : met) {
      const Point &a = face->vertex(0), &b = face->vertex(1), &c = face->vertex(2);
      const auto side = CGAL::orientation(a, b, c, start);
      if (side == CGAL::COPLANAR || CGAL::coplanar(start, ahead, a, b) || CGAL::coplanar(start, ahead, b, c) ||
          CGAL::coplanar(start, ahead, c, a))
        return std::nullopt;
      ++answer.crossings;
      answer.winding += side == CGAL::NEGATIVE ? 1 : -1;
    }
    return answer;
  }

  std::vector<typename Tree::Primitive_id> faces_that_meet(const typename Kernel::Ray_3& ray) const {
    std::vector<typename Tree::Primitive_id> met;
    if constexpr (std::is_same_v<Kernel, Doubles>) {
      tree_.all_intersected_primitives(ray, std::back_inserter(met));
    } else {
      // A tree of images compares exact numbers all the time and takes minutes to build.
      for (auto face = faces_.begin(); face != faces_.end(); ++face)
        if (CGAL::do_intersect(ray, *face)) met.push_back(face);
    }
    return met;
  }

  double reach_ = 0;  // far enough that a double can be there
  std::vector<Face> faces_;
  std::vector<Segment> flat_;
  Tree tree_;
};

}  // namespace

SolidOracle::SolidOracle(const Mesh& mesh, const Placement& at) {
  if (at == Placement::identity())
    caster_ = std::make_unique<ExactCaster<Doubles>>(mesh, at);
  else
    caster_ = std::make_unique<ExactCaster<Images>>(mesh, at);
}
SolidOracle::~SolidOracle() = default;

SolidOracle::Answer SolidOracle::ask(const Vec3& point, Random& random) const { return caster_->ask(point, random); }

}  // namespace abut
