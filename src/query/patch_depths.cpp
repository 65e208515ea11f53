#include "mesh/sides.h"
#include "query/option_check.h"
#include "query/reach.h"
#include <abut/error.h>
#include <abut/interiors.h>
#include <abut/patch_depths.h>

#include <algorithm>

namespace abut {

namespace {

/// Finds the triangles of one solid that hang together inside the other one. A triangle without a contact is inside or
/// outside as a whole, and so are all that hang together with it.
class InnerTriangles {
 public:
  InnerTriangles(const PlacedSolid& of, const SolidSearch& in, std::span<const std::uint32_t> in_contact,
                 Spending& spending)
      : mesh_(of.solid().model().mesh()),
        at_(of.at()),
        in_(in),
        spending_(spending),
        neighbours_(neighbours_of(mesh_)) {
    state_.assign(mesh_.triangles.size(), State::unknown);
    for (const std::uint32_t triangle : in_contact) state_[triangle] = State::in_contact;
  }

  /// Some triangles in contact, and those inside that hang together with them; false when the budget is over.
  bool gather(std::vector<std::uint32_t>& triangles) {
    std::vector<char> is_in(mesh_.triangles.size());
    for (const std::uint32_t triangle : triangles) is_in[triangle] = 1;
    for (std::size_t i = 0; i < triangles.size(); ++i)
      for (const std::uint32_t next : neighbours_[triangles[i]]) {
        if (is_in[next] || state_[next] == State::in_contact) continue;
        if (spending_.is_over()) return false;
        if (state_[next] == State::unknown)
          state_[next] = state_[triangles[i]] == State::inside || is_inside(next) ? State::inside : State::outside;
        if (state_[next] != State::inside) continue;
        is_in[next] = 1;
        triangles.push_back(next);
      }
    return true;
  }

 private:
  enum class State : char { unknown, in_contact, inside, outside };

  static std::vector<std::vector<std::uint32_t>> neighbours_of(const Mesh& mesh) {
    std::vector<std::vector<std::uint32_t>> neighbours(mesh.triangles.size());
    for_each_edge(sorted_sides(mesh), [&](std::span<const Side> edge) {
      for (const Side& x : edge)
        for (const Side& y : edge)
          if (x.triangle != y.triangle) neighbours[x.triangle].push_back(y.triangle);
    });
    return neighbours;
  }

  bool is_inside(std::uint32_t triangle) {
    const Located found = in_.where(mesh_.points[mesh_.triangles[triangle][0]], at_, spending_.watch);
    spending_.add(found.counters);
    return found.side == Containment::inside;
  }

  const Mesh& mesh_;
  const Placement& at_;
  const SolidSearch& in_;
  Spending& spending_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
  std::vector<State> state_;
};

void keep_distinct(std::vector<std::uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

std::vector<std::uint32_t> triangles_of(const ContactPatch& patch, std::uint32_t Contact::*side) {
  std::vector<std::uint32_t> triangles;
  for (const Contact& pair : patch.pairs) triangles.push_back(pair.*side);
  keep_distinct(triangles);
  return triangles;
}

/// The reach of one solid's triangles in the other, patch by patch.
class PatchReaches {
 public:
  PatchReaches(const PlacedSolid& of, PlacedSolid& in, const SolidSearch& where, std::uint32_t Contact::*side,
               const ContactRegions& regions, const DepthGoal& goal, Spending& spending)
      : of_(of), in_(in), side_(side), goal_(goal), spending_(spending), inner_(of, where, all(regions), spending) {}

  Reach find(const ContactPatch& patch, bool& complete) {
    std::vector<std::uint32_t> triangles = triangles_of(patch, side_);
    const bool are_all = inner_.gather(triangles);
    Reach reach = find_reach(of_, in_, goal_, spending_, triangles).reach;
    complete = complete && are_all && goal_.is_met(reach.length);
    // No point is deeper in a solid than its box is thick.
    const Vec3 box = in_.bounds().high - in_.bounds().low;
    const double limit = std::min({box.x, box.y, box.z});
    reach.length.upper = are_all ? std::min(reach.length.upper, limit) : limit;
    return reach;
  }

 private:
  std::vector<std::uint32_t> all(const ContactRegions& regions) const {
    std::vector<std::uint32_t> triangles;
    for (const ContactPatch& patch : regions.patches)
      for (const Contact& pair : patch.pairs) triangles.push_back(pair.*side_);
    keep_distinct(triangles);
    return triangles;
  }

  const PlacedSolid& of_;
  PlacedSolid& in_;
  std::uint32_t Contact::*side_;
  const DepthGoal& goal_;
  Spending& spending_;
  InnerTriangles inner_;
};

void require_valid(const Solid& a, const Solid& b, const ContactRegions& regions, const PenetrationOptions& options) {
  for (const Solid* solid : {&a, &b})
    if (!solid->closedness().is_closed())
      throw Error("the mesh is " + solid->closedness().report() + ". Only a closed mesh has a depth.");
  require_length(options.relative_error, "the relative error");
  require_length(options.absolute_error, "the absolute error");
  require_available(options.simd);
  for (const ContactPatch& patch : regions.patches)
    for (const Contact& pair : patch.pairs)
      if (pair.a >= a.model().mesh().triangles.size() || pair.b >= b.model().mesh().triangles.size())
        throw Error("the patches are those of other models: they have a pair of triangles " + std::to_string(pair.a) +
                    " and " + std::to_string(pair.b) + ", which do not exist.");
}

}  // namespace

PatchDepths patch_depths(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                         const ContactRegions& regions, const PenetrationOptions& options) {
  require_valid(at_a, "the placement of A");
  require_valid(at_b, "the placement of B");
  require_valid(a, b, regions, options);
  PatchDepths result;
  if (regions.patches.empty()) return result;
  Spending spending(options.budget);
  const InteriorsMeeting meeting =
      interiors_meet(a, at_a, b, at_b, {.budget = spending.watch.rest(), .simd = options.simd});
  spending.add(meeting.counters);
  if (meeting.is_apart()) {
    result.patches.resize(regions.patches.size());
    result.counters = spending.counters;
    return result;
  }
  PlacedSolid in_a(a, at_a, options, spending), in_b(b, at_b, options, spending);
  const SolidSearch where_a(a, at_a, options.simd), where_b(b, at_b, options.simd);
  const DepthGoal goal{options.relative_error, options.absolute_error, 8 * (in_a.slack() + in_b.slack()),
                       options.max_cells};
  PatchReaches of_a(in_a, in_b, where_b, &Contact::a, regions, goal, spending);
  PatchReaches of_b(in_b, in_a, where_a, &Contact::b, regions, goal, spending);
  for (const ContactPatch& patch : regions.patches) {
    PatchDepth depth;
    depth.reach_a = of_a.find(patch, result.complete);
    depth.reach_b = of_b.find(patch, result.complete);
    depth.depth = {std::max(depth.reach_a.length.lower, depth.reach_b.length.lower),
                   std::max(depth.reach_a.length.upper, depth.reach_b.length.upper)};
    result.patches.push_back(depth);
  }
  result.counters = spending.counters;
  return result;
}

}  // namespace abut
