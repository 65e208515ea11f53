#include "query/overlap_meetings.h"

#include "math/rounding.h"
#include <abut/collide.h>

#include <algorithm>
#include <numeric>

namespace abut {

OverlapMeetings::OverlapMeetings(const OverlapBody& a, const OverlapBody& b, const OverlapOptions& options,
                                 const TieRule& rule)
    : bodies_{&a, &b}, rule_(rule) {
  BudgetWatch watch(options.budget);
  find_meetings(options, watch);
  for (int body = 0; body < 2; ++body)
    if (is_complete_) find_windings(body, options, watch);
}

// Faces that meet when B is moved by nothing that can be measured touch before: they are closed sets.
void OverlapMeetings::find_meetings(const OverlapOptions& options, BudgetWatch& watch) {
  const OverlapBody &a = *bodies_[0], &b = *bodies_[1];
  const Contacts contacts = collide(a.data().solid.model(), a.at(), b.data().solid.model(), b.at(),
                                    {.budget = watch.rest(), .simd = options.simd});
  watch.spend(contacts.counters);
  counters_ += contacts.counters;
  is_complete_ = contacts.complete;
  if (!is_complete_) return;
  PerturbedPair pair(std::max(a.error(), b.error()), rule_);
  std::uint32_t loaded = OverlapSolid::Data::none;
  PlacedCorners of_a;
  for (const Contact& contact : contacts.pairs) {
    const std::uint32_t face_a = a.data().face_of_triangle[contact.a], face_b = b.data().face_of_triangle[contact.b];
    if (face_a == OverlapSolid::Data::none || face_b == OverlapSolid::Data::none) continue;
    if (loaded != face_a) of_a = a.placed(a.face(face_a)), loaded = face_a;
    if (const auto ends = pair.meet(of_a, b.placed(b.face(face_b)))) all_.push_back({{face_a, face_b}, *ends});
  }
  counters_.triangle_tests += contacts.pairs.size();
  counters_.exact_tests += pair.exact_tests();
}

std::vector<std::uint32_t> OverlapMeetings::order_of(int body) const {
  std::vector<std::uint32_t> order(all_.size());
  std::iota(order.begin(), order.end(), 0u);
  if (body == 1)
    std::stable_sort(order.begin(), order.end(),
                     [this](std::uint32_t x, std::uint32_t y) { return all_[x].faces[1] < all_[y].faces[1]; });
  return order;
}

/// How much more often the other body winds around the larger corner of each side than around the smaller one.
std::vector<std::int32_t> OverlapMeetings::changes_along_sides(int body) const {
  const OverlapBody& own = *bodies_[body];
  std::vector<std::int32_t> changes(own.data().side_owners.size());
  for (const FaceMeeting& meeting : all_) {
    const OverlapBody::Face face = own.face(meeting.faces[body]);
    // A's side goes in where the segment ends, B's where it begins.
    const auto add = [&](const PerturbedPair::End& end, int change) {
      if (end.of_a != (body == 0)) return;
      const std::uint32_t side = face.sides[end.side];
      if (own.data().side_owners[side] == meeting.faces[body])
        changes[side] += face.forward[end.side] ? change : -change;
    };
    add(meeting.ends.end, body == 0 ? 1 : -1);
    add(meeting.ends.begin, body == 0 ? -1 : 1);
  }
  return changes;
}

void OverlapMeetings::find_windings(int body, const OverlapOptions& options, BudgetWatch& watch) {
  const OverlapBody &own = *bodies_[body], &other = *bodies_[1 - body];
  const std::vector<std::int32_t> changes = changes_along_sides(body);
  const SolidSearch search(other.data().solid, other.at(), options.simd);
  std::vector<std::int8_t>& windings = windings_[body];
  windings.resize(own.data().solid.model().mesh().points.size());
  for (const OverlapSolid::Data::Step& step : own.data().steps) {
    if (step.from == OverlapSolid::Data::none) {
      if (watch.is_over_now()) is_complete_ = false;
      if (is_complete_) windings[step.to] = static_cast<std::int8_t>(winding_at_seed(body, step.to, search, watch));
      if (!is_complete_) return;
    } else {
      const std::int32_t change = step.from < step.to ? changes[step.side] : -changes[step.side];
      windings[step.to] = static_cast<std::int8_t>(windings[step.from] + change);
    }
  }
}

int OverlapMeetings::winding_at_seed(int body, std::uint32_t corner, const SolidSearch& other, BudgetWatch& watch) {
  const OverlapBody& own = *bodies_[body];
  const Located located = other.where(own.data().solid.model().mesh().points[corner], own.at(), watch);
  watch.spend(located.counters);
  counters_ += located.counters;
  if (located.side == Containment::unknown) is_complete_ = false;
  return located.side == Containment::on_surface ? winding_on_surface(body, corner)
                                                 : located.side == Containment::inside;
}

// Along a way from the corner to a point beyond the other body's box, around which the body does not wind. Seen from B,
// A is moved the other way.
//
// The point is at most three times as far from the frame's origin, which is in both boxes, as the body reaches from its
// own centre: three roundings of that, which the body's error covers.
int OverlapMeetings::winding_on_surface(int body, std::uint32_t corner) {
  const OverlapBody &own = *bodies_[body], &other = *bodies_[1 - body];
  static constexpr Placement world = Placement::identity();
  const PlacedCorner start = own.placed(corner);
  const double error = std::max(own.error(), other.error());
  const Vec3 beyond = other.far_point(start.near);
  const PlacedCorner end{other.near_of_world(beyond), {&beyond, &world}};
  const Vec3 slack = Vec3{1, 1, 1} * (4 * error);
  const Bounds way{min(start.near, end.near) - slack, max(start.near, end.near) + slack};
  PerturbedPair pair(error, body == 0 ? rule_ : TieRule{-rule_.plane, -rule_.lines});
  int winding = 0;
  for (std::uint32_t i = 0; i < other.data().faces.size(); ++i) {
    const PlacedCorners corners = other.placed(other.face(i));
    const Vec3 low = min(corners[0].near, min(corners[1].near, corners[2].near));
    const Vec3 high = max(corners[0].near, max(corners[1].near, corners[2].near));
    if (low.x > way.high.x || low.y > way.high.y || low.z > way.high.z) continue;
    if (high.x < way.low.x || high.y < way.low.y || high.z < way.low.z) continue;
    winding -= pair.pass(start, end, corners);
  }
  counters_.triangle_tests += other.data().faces.size();
  counters_.exact_tests += pair.exact_tests();
  return winding;
}

}  // namespace abut
