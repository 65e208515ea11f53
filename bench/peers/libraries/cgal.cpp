#include "../peer.h"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>

namespace abut::bench::peers {

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Triangles = std::vector<Kernel::Triangle_3>;
using Tree =
    CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>>>;
/// The mesh type only names points here: the trees are ours, of soups.
using CollisionDetection =
    CGAL::Rigid_triangle_mesh_collision_detection<CGAL::Surface_mesh<Point>, CGAL::Default, Kernel, Tree>;

Kernel::Aff_transformation_3 cgal_placement(const Placement& at) {
  const Matrix3& m = at.linear;
  return {m(0, 0), m(0, 1),    m(0, 2), at.shift.x, m(1, 0), m(1, 1),
          m(1, 2), at.shift.y, m(2, 0), m(2, 1),    m(2, 2), at.shift.z};
}

Triangles cgal_triangles(const Mesh& mesh) {
  Triangles result;
  result.reserve(mesh.triangles.size());
  const auto point = [&](std::uint32_t i) { return Point(mesh.points[i].x, mesh.points[i].y, mesh.points[i].z); };
  for (const Triangle& t : mesh.triangles) result.emplace_back(point(t[0]), point(t[1]), point(t[2]));
  return result;
}

class CgalMesh : public PreparedMesh {
 public:
  explicit CgalMesh(const Mesh& mesh) : triangles(cgal_triangles(mesh)), tree(triangles.begin(), triangles.end()) {
    tree.build();
  }
  Triangles triangles;
  Tree tree;
};

class CgalPair : public PreparedPair {
 public:
  CgalPair(const Mesh& a, const Mesh& b) : a_(a), b_(b) {
    id_a_ = detection_.add_mesh(a_.tree, false, {});
    id_b_ = detection_.add_mesh(b_.tree, false, {});
  }

  /// Both trees at once, stops at the first contact.
  bool touches(const PlacementPair& at) override {
    detection_.set_transformation(id_a_, cgal_placement(at.a));
    detection_.set_transformation(id_b_, cgal_placement(at.b));
    return !detection_.get_all_intersections(id_a_).empty();
  }
  /// There is no call that gives all pairs of two trees: B's triangles, brought into A's frame, ask A's tree in turn.
  void contacts(const PlacementPair& at, std::vector<Contact>& found) override {
    const Kernel::Aff_transformation_3 b_in_a = cgal_placement(inverse(at.a) * at.b);
    const CGAL::Bbox_3 bounds = a_.tree.bbox();
    found.clear();
    for (std::uint32_t b = 0; b < b_.triangles.size(); ++b) {
      const Kernel::Triangle_3 triangle = b_.triangles[b].transform(b_in_a);
      if (!CGAL::do_overlap(bounds, triangle.bbox())) continue;
      touched_.clear();
      a_.tree.all_intersected_primitives(triangle, std::back_inserter(touched_));
      for (const Triangles::const_iterator& a : touched_)
        found.push_back({static_cast<std::uint32_t>(a - a_.triangles.cbegin()), b});
    }
  }

 private:
  CgalMesh a_, b_;
  CollisionDetection detection_;
  std::size_t id_a_, id_b_;
  std::vector<Triangles::const_iterator> touched_;
};

}  // namespace

Peer cgal_peer() {
  return {
      "CGAL",
      CGAL_STR(CGAL_VERSION),
      "`AABB_tree` with exact predicates on rounded placed points; first contact: "
      "`Rigid_triangle_mesh_collision_detection`; all contacts: `all_intersected_primitives()` for each triangle of "
      "B near A; it has no refit",
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<PreparedPair> { return std::make_unique<CgalPair>(a, b); },
      [](const Mesh& mesh) -> std::unique_ptr<PreparedMesh> { return std::make_unique<CgalMesh>(mesh); },
      nullptr};
}

}  // namespace abut::bench::peers
