#include "query/lids.h"

#include "query/convex_hull.h"
#include "query/shell_groups.h"
#include "query/solid_search.h"
#include <abut/collide.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace abut {

namespace {

/// Numbers that are put together.
class Joined {
 public:
  explicit Joined(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t root_of(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root_of(a), b = root_of(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

// With more open shells than these, as in a soup of triangles, it is not looked at which of them cross.
constexpr std::size_t most_open_shells = 4096;

/// Makes what Lids are.
class LidMaker {
 public:
  LidMaker(const Model& model, std::span<const Side> sides)
      : mesh_{model.mesh().points, model.mesh().triangles, {}}, rims_(rims_of(model.mesh(), sides)) {
    divide(sides);
    add_lids();
  }

  const Mesh& lidded() const { return mesh_; }
  const Shells& shells() const { return shells_; }
  std::size_t lid_triangles() const { return lid_triangles_; }
  std::size_t open_shells() const { return shells_.count() - closed_; }
  std::uint32_t shell_of_rim(std::size_t rim) const { return shells_.of[rims_.pieces[rim].front().triangle]; }

  /// The hulls of the rims, each one a shell.
  std::pair<Mesh, Shells> hulls() const {
    std::pair<Mesh, Shells> result;
    auto& [mesh, shells] = result;
    shells.oriented.assign(rims_.pieces.size(), 1);
    for (std::uint32_t rim = 0; rim < rims_.pieces.size(); ++rim) {
      std::set<std::uint32_t> corners;
      for (const RimEdge& edge : rims_.pieces[rim]) corners.insert({edge.from, edge.to});
      const auto first = static_cast<std::uint32_t>(mesh.points.size());
      for (const std::uint32_t corner : corners) mesh.points.push_back(mesh_.points[corner]);
      for (const auto& [a, b, c] : convex_hull(std::span(mesh.points).subspan(first))) {
        mesh.triangles.push_back({first + a, first + b, first + c});
        shells.of.push_back(rim);
      }
    }
    return result;
  }

 private:
  /// Surfaces that hang together through edges or rims: closed ones in shells as ever, each open one as one shell.
  void divide(std::span<const Side> sides) {
    Joined surfaces(mesh_.triangles.size());
    std::vector<char> is_in(mesh_.triangles.size());
    for_each_edge(sides, [&](std::span<const Side> edge) {
      for (const Side& side : edge) surfaces.join(edge[0].triangle, side.triangle), is_in[side.triangle] = 1;
    });
    for (const Rims::Neighbours& pair : rims_.neighbours) surfaces.join(pair.a, pair.b);
    for (const Rim& rim : rims_.pieces)
      for (const RimEdge& edge : rim) surfaces.join(rim.front().triangle, edge.triangle);
    std::vector<char> is_open(mesh_.triangles.size());
    for (const Rims::Neighbours& pair : rims_.neighbours) is_open[surfaces.root_of(pair.a)] = 1;
    std::vector<Side> closed_sides;
    for (const Side& side : sides)
      if (!is_open[surfaces.root_of(side.triangle)]) closed_sides.push_back(side);
    shells_ = shells_of(mesh_, closed_sides);
    closed_ = shells_.count();
    for (std::uint32_t i = 0; i < mesh_.triangles.size(); ++i) {
      const std::uint32_t root = surfaces.root_of(i);
      if (!is_in[i] || !is_open[root]) continue;
      // Roots are the smallest triangles, so they come first.
      if (root == i) shells_.of[i] = static_cast<std::uint32_t>(shells_.count()), shells_.oriented.push_back(1);
      shells_.of[i] = shells_.of[root];
    }
    find_windings(sides);
  }

  void find_windings(std::span<const Side> sides) {
    for_each_edge(sides, [&](std::span<const Side> edge) {
      std::int64_t balance = 0;
      for (const Side& side : edge) balance += side.forward ? 1 : -1;
      const std::uint32_t shell = shells_.of[edge[0].triangle];
      if (shell >= closed_ && edge.size() % 2 == 0 && balance != 0) shells_.oriented[shell] = 0;
    });
    for (const Rims::Neighbours& pair : rims_.neighbours)
      if (!pair.is_wound) shells_.oriented[shells_.of[pair.a]] = 0;
  }

  void add_lids() {
    for (std::size_t i = 0; i < rims_.joints.size(); ++i) {
      mesh_.triangles.push_back(rims_.joints[i]);
      shells_.of.push_back(shells_.of[rims_.joint_of[i]]);
    }
    for (std::size_t rim = 0; rim < rims_.pieces.size(); ++rim)
      for (const Triangle& triangle : lid_of(rims_.pieces[rim])) {
        ++lid_triangles_;
        mesh_.triangles.push_back(triangle);
        shells_.of.push_back(shell_of_rim(rim));
      }
  }

  Mesh mesh_;
  Rims rims_;
  Shells shells_;
  std::size_t closed_ = 0;  // so many shells come first
  std::size_t lid_triangles_ = 0;
};

/// Finds out which shells are one group whatever the lids, and which may be.
///
/// Whether two shells cross depends on lids only if a hull of one has a point in common with the surface or a hull of
/// the other. Pairs are doubted where the surface of a hull has one; what is found with one set of lids holds for the
/// others. This leaves a shell that is wholly within a hull of another one, and does not come upon the hull's surface.
/// No point outside of the hulls is inside of that shell; and if it is one group with a third shell, either that is
/// within the hull, too, or it comes upon the hull's surface and is doubted. Of the shells that hang together with a
/// doubted pair it is taken that they may be one group, or none of them.
class Groups {
 public:
  Groups(const LidMaker& maker, const Solid& hulls) : maker_(maker), hulls_(hulls), may_be_(maker.shells().count()) {}

  void find(const Model& lidded) {
    const std::size_t count = maker_.shells().count();
    sure.assign(count, 0);
    std::iota(sure.begin(), sure.end(), 0u);
    if (count > 1 && maker_.open_shells() <= most_open_shells)
      look_at(lidded);
    else if (count > 1)
      for (std::uint32_t i = 1; i < count; ++i) may_be_.join(0, i), doubted_.insert(i);
    for (std::uint32_t i = 0; i < count; ++i) possible.push_back(may_be_.root_of(i));
  }

  std::vector<std::uint32_t> sure, possible;

 private:
  void look_at(const Model& lidded) {
    doubt_contacts(lidded);
    doubt_contacts(hulls_.model());
    const std::vector<Side> sides = sorted_sides(lidded.mesh());
    const std::vector<std::uint32_t> groups = groups_of(lidded, maker_.shells(), sides);
    for (std::uint32_t i = 0; i < groups.size(); ++i) may_be_.join(groups[i], i);
    std::set<std::uint32_t> in_doubt;
    for (const std::uint32_t shell : doubted_) in_doubt.insert(may_be_.root_of(shell));
    for (std::uint32_t i = 0; i < groups.size(); ++i)
      if (!in_doubt.contains(may_be_.root_of(i))) sure[i] = groups[i];
  }

  void doubt(std::uint32_t a, std::uint32_t b) {
    may_be_.join(a, b);
    doubted_.insert(a);
  }
  std::uint32_t owner_of(std::uint32_t triangle_of_hulls) const {
    return maker_.shell_of_rim(hulls_.data().shells.of[triangle_of_hulls]);
  }
  std::uint32_t shell_of(const Model& model, std::uint32_t triangle) const {
    return &model.data() == &hulls_.model().data() ? owner_of(triangle) : maker_.shells().of[triangle];
  }

  void doubt_contacts(const Model& others) {
    CollideOptions options;
    options.consider = [&](std::uint32_t hull, std::uint32_t other) {
      const std::uint32_t a = owner_of(hull), b = shell_of(others, other);
      return b != Shells::none && may_be_.root_of(a) != may_be_.root_of(b);
    };
    collide(hulls_.model(), {}, others, {}, options, [&](const Contact& contact) {
      doubt(owner_of(contact.a), shell_of(others, contact.b));
      return Flow::go_on;
    });
  }

  const LidMaker& maker_;
  const Solid& hulls_;
  Joined may_be_;
  std::set<std::uint32_t> doubted_;  // at least one shell of each pair
};

}  // namespace

Lids Lids::of(const Model& model, std::span<const Side> sides) {
  const LidMaker maker(model, sides);
  auto [hull_mesh, hull_shells] = maker.hulls();
  std::vector<std::uint32_t> hull_groups(hull_shells.count());
  std::iota(hull_groups.begin(), hull_groups.end(), 0u);
  Solid hulls = Solid::Data::with(Model(std::move(hull_mesh)), std::move(hull_shells), std::move(hull_groups));
  Model lidded(maker.lidded());
  Groups groups(maker, hulls);
  groups.find(lidded);
  const bool have_doubts = groups.sure != groups.possible;
  Solid solid = Solid::Data::with(std::move(lidded), maker.shells(), std::move(groups.sure));
  return {std::move(solid), std::move(hulls), std::move(groups.possible), have_doubts, maker.lid_triangles()};
}

}  // namespace abut
