// An arm of two joints beside a wall: is the way between two configurations free, all of it?

#include <abut/edge.h>

#include <cstdio>
#include <vector>

int main() {
  const abut::Placement along = abut::Placement::translation({1, 0, 0});
  const abut::LinkShape hand{abut::Shape::sphere(0.1), {}};
  const abut::Figure arm(
      {{"base", {}}, {"upper", {}}, {"lower", {}}, {"hand", {hand}}},
      {{.name = "shoulder",
        .kind = abut::JointKind::revolute,
        .parent = "base",
        .child = "upper",
        .axis = {0, 0, 1},
        .limits = {-2, 2}},
       {.name = "elbow",
        .kind = abut::JointKind::revolute,
        .parent = "upper",
        .child = "lower",
        .origin = along,
        .axis = {0, 0, 1},
        .limits = {-2.5, 2.5}},
       {.name = "tip", .kind = abut::JointKind::fixed, .parent = "lower", .child = "hand", .origin = along}});
  const abut::CheckedBody post{"post", abut::Shape::box({0.2, 0.2, 2}), abut::Placement::translation({1.4, 1.4, 0})};
  const abut::EdgeChecker edges(abut::Checker({{{"", arm, {}, 0.01}}, {post}, {}}));

  const std::vector<double> start{0, 0}, goal{1.5, 0}, folded{0, 2}, turned{1.5, 2};
  const abut::EdgeAnswer straight = edges.check(start, goal);
  std::printf("stretched: %s, free until %.6f\n", name_of(straight.verdict).data(), straight.last_valid.value_or(0));
  const abut::EdgeAnswer way[] = {edges.check(start, folded), edges.check(folded, turned), edges.check(turned, goal)};
  for (const abut::EdgeAnswer& edge : way) std::printf("folded: %s\n", name_of(edge.verdict).data());
  const abut::EdgeClearance room = edges.clearance(folded, turned);
  std::printf("room: %.3f at %.2f\n", room.lower, room.time);
  return straight.verdict == abut::MotionVerdict::contact && room.lower > 0 ? 0 : 1;
}
