#include "query/triangle_meeting.h"

#include <algorithm>

namespace abut {

TriangleMeetings::TriangleMeetings(PlacedSigns& signs, const MeshData& a, const MeshData& b)
    : placed_(signs), signs_(signs), a_(a), b_(b) {}

std::uint32_t TriangleMeetings::welded(Of of, std::uint32_t point) {
  const Vec3& p = (of == Of::a ? a_ : b_).mesh.points()[point];
  return first_points_.try_emplace({of, p.x + 0.0, p.y + 0.0, p.z + 0.0}, point).first->second;  // -0 is 0
}

TriangleMeetings::Tested TriangleMeetings::tested(Of of, std::uint32_t triangle) {
  const SeenTriangle seen = placed_.triangle(of, triangle);
  Tested t{of, triangle, {Spot{seen[0]}, Spot{seen[1]}, Spot{seen[2]}}};
  while ((t.front = signs_.orientation2d(t.corners[0], t.corners[1], t.corners[2], t.axis)) == 0) ++t.axis;
  return t;
}

SurfaceFeature TriangleMeetings::feature(const Tested& t, Place place) {
  using Kind = SurfaceFeature::Kind;
  if (place < 0) return {Kind::face, t.triangle, t.triangle};
  const Triangle& corners = (t.of == Of::a ? a_ : b_).mesh.triangles()[t.triangle];
  if (place >= 3) {
    const std::uint32_t corner = welded(t.of, corners[place - 3]);
    return {Kind::corner, corner, corner};
  }
  const auto [low, high] = std::minmax({welded(t.of, corners[place]), welded(t.of, corners[(place + 1) % 3])});
  return {Kind::side, low, high};
}

/// Of a point in the triangle's plane; nothing when it is off the triangle.
std::optional<TriangleMeetings::Place> TriangleMeetings::place_in_plane(const Tested& t, const Spot& point) {
  Place place = -1;
  for (int i = 0; i < 3; ++i) {
    const int inwards = t.front * signs_.orientation2d(t.corners[i], t.corners[(i + 1) % 3], point, t.axis);
    if (inwards < 0) return std::nullopt;
    // On sides 0 and 1: at corner 1; on 1 and 2: at 2; on 0 and 2: at 0.
    if (inwards == 0) place = place < 0 ? i : 3 + (place == 0 && i == 2 ? 0 : i);
  }
  return place;
}

/// Of the point in which a side, whose ends are on both sides of the triangle's plane, goes through it.
std::optional<TriangleMeetings::Place> TriangleMeetings::place_of_crossing(const Tested& t, const SpotLine& side) {
  Place place = -1;
  int way = 0;
  for (int i = 0; i < 3; ++i) {
    const int turn = signs_.orientation3d(side.from, side.to, t.corners[i], t.corners[(i + 1) % 3]);
    if (turn * way < 0) return std::nullopt;
    if (turn != 0) way = turn;
    if (turn == 0) place = place < 0 ? i : 3 + (place == 0 && i == 2 ? 0 : i);
  }
  return place;
}

void TriangleMeetings::add(const Tested& t, Place on_t, const Tested& other, Place on_other) {
  const Found found = t.of == Of::a ? Found{on_t, on_other} : Found{on_other, on_t};
  const auto is_same = [&](const Found& f) { return f.on_a == found.on_a && f.on_b == found.on_b; };
  if (std::ranges::any_of(found_, is_same)) return;
  found_.push_back(found);
  const SurfaceFeature own = feature(t, on_t), others = feature(other, on_other);
  meeting_.points.push_back(t.of == Of::a ? MeetingPoint{own, others} : MeetingPoint{others, own});
}

void TriangleMeetings::add_corners(const Tested& t, const Tested& other) {
  for (int i = 0; i < 3; ++i)
    if (t.sides[i] == 0)
      if (const auto place = place_in_plane(other, t.corners[i])) add(t, 3 + i, other, *place);
}

/// Where sides of one go through the plane of the other, and through the other; corners of the other were added before.
void TriangleMeetings::add_crossings(const Tested& t, const Tested& other) {
  for (int i = 0; i < 3; ++i) {
    if (t.sides[i] * t.sides[(i + 1) % 3] >= 0) continue;
    const auto place = place_of_crossing(other, t.side(i));
    if (place && *place < 3) add(t, i, other, *place);
  }
}

void TriangleMeetings::add_crossings_in_plane() {
  const auto& [a, b] = tested_;
  const auto part = [&](const SpotLine& line, const SpotLine& ends) {
    return signs_.orientation2d(line.from, line.to, ends.from, tested_[0].axis) *
               signs_.orientation2d(line.from, line.to, ends.to, tested_[0].axis) <
           0;
  };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (part(a.side(i), b.side(j)) && part(b.side(j), a.side(i))) add(a, i, b, j);
}

Spot TriangleMeetings::spot(int point) {
  const auto& [a, b] = tested_;
  const auto [on_a, on_b] = found_[point];
  if (on_a >= 3) return a.corners[on_a - 3];
  if (on_b >= 3) return b.corners[on_b - 3];
  // A side of one and a side or the face of the other.
  const bool is_side_of_a = on_a >= 0 && (meeting_.are_coplanar || a.sides[on_a] * a.sides[(on_a + 1) % 3] < 0);
  const SpotLine line = is_side_of_a ? a.side(on_a) : b.side(on_b);
  const Fraction t = meeting_.are_coplanar ? signs_.zero_of_area(b.side(on_b), line, a.axis)
                                           : signs_.zero_of_volume((is_side_of_a ? b : a).corners, line);
  crossing_ = signs_.on_line(line, t);
  return signs_.spot(crossing_);
}

void TriangleMeetings::find_sides_of_area() {
  const auto is_on = [](Place place, int side) {
    return place == side || place == 3 + side || place == 3 + (side + 1) % 3;
  };
  const auto add_side = [&](int side, Place Found::*on) {
    std::vector<int> ends;
    for (int i = 0; i < static_cast<int>(found_.size()); ++i)
      if (is_on(found_[i].*on, side)) ends.push_back(i);
    if (ends.size() != 2) return;
    if (std::ranges::find(meeting_.sides, std::array{ends[0], ends[1]}) == meeting_.sides.end())
      meeting_.sides.push_back({ends[0], ends[1]});
  };
  for (int side = 0; side < 3; ++side) add_side(side, &Found::on_a), add_side(side, &Found::on_b);
}

// The corners of what convex sets share are where the least features of both that hold them have one point in common:
// a corner and anything, or a side and what it crosses. In an area no corner is in line with two others, since angles
// of triangles are less than half a turn. So no more than two are on a side of a triangle, and if two are, they are
// next to each other.
const TriangleMeeting& TriangleMeetings::at(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  meeting_ = {};
  found_.clear();
  tested_ = {tested(Of::a, triangle_a), tested(Of::b, triangle_b)};
  auto& [a, b] = tested_;
  const auto find_sides = [&](Tested& t, const Corners& plane) {
    for (int i = 0; i < 3; ++i) t.sides[i] = signs_.orientation3d(plane[0], plane[1], plane[2], t.corners[i]);
  };
  find_sides(a, b.corners), find_sides(b, a.corners);
  meeting_.are_coplanar = a.sides == std::array{0, 0, 0};
  add_corners(a, b), add_corners(b, a);
  if (meeting_.are_coplanar) {
    add_crossings_in_plane();
    if (found_.size() > 2) find_sides_of_area();
  } else {
    add_crossings(a, b), add_crossings(b, a);
  }
  return meeting_;
}

}  // namespace abut
