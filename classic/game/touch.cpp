#include "classic/game/seen.h"
#include "classic/game/triangles.h"

namespace abut::classic::game {

void require_valid(const Options& options) {
  if (!(options.accuracy >= 0 && options.accuracy <= 1)) throw Error("the accuracy is not between 0 and 1.");
  if (options.switch_level < 0) throw Error("the level at which spheres give way to boxes is negative.");
}

void require_rigid(const Placement& at) {
  abut::require_valid(at);
  if (!is_rigid(at)) throw Error("sphere/OBB trees take rigid placements only: rotations and shifts.");
}

int last_level(double accuracy, int depth) { return static_cast<int>(std::ceil(accuracy * depth)); }

namespace {

/// A point of both spheres, or between them: on the line of the centres.
Vec3 point_between(const Vec3& a, double radius_a, const Vec3& b, double radius_b) {
  const double sum = radius_a + radius_b;
  return sum > 0 ? a + (b - a) * (radius_a / sum) : a;
}

}  // namespace

template <class Real>
Contact touch(const Tree<Real>& a, const Placement& at_a, const Tree<Real>& b, const Placement& at_b,
              const Options& options) {
  require_valid(options), require_rigid(at_a), require_rigid(at_b);
  Contact contact;
  contact.exact = true;
  if (a.nodes().empty() || b.nodes().empty()) return contact;
  const Relative b_in_a(at_a, at_b);
  const double slack = slack_of(a, b, b_in_a.shift);
  const int last_a = last_level(options.accuracy, a.depth()), last_b = last_level(options.accuracy, b.depth());
  TrianglePairs triangles(a.model(), at_a, b.model(), at_b);
  CountedStack<LevelPair> stack(a.depth() + b.depth());
  const auto top = [](const Head& head) { return Vec3{head.centre[0], head.centre[1], head.centre[2]}; };
  ++contact.effort.sphere_tests;
  if (spheres_may_touch(b_in_a * top(b.head()) - top(a.head()), a.head().radius, b.head().radius, slack))
    stack.push({0, 0, 0, 0});
  while (!stack.empty() && !contact.found) {
    const LevelPair pair = stack.pop();
    const Node<Real>&node_a = a.nodes()[pair.a], &node_b = b.nodes()[pair.b];
    const bool as_boxes = std::min(pair.level_a, pair.level_b) >= options.switch_level;
    ++(as_boxes ? contact.effort.box_tests : contact.effort.sphere_tests);
    if (!(as_boxes
              ? boxes_may_touch(node_a, node_b, b_in_a, slack)
              : spheres_may_touch(b_in_a * node_b.centre() - node_a.centre(), node_a.radius, node_b.radius, slack)))
      continue;
    const Opened which = opened(a, b, pair, last_a, last_b);
    if (which != Opened::neither) {
      push_below(a, b, pair, which, stack);
    } else if (options.accuracy < 1) {
      contact.found = true, contact.exact = false;
      contact.point = at_a * point_between(node_a.centre(), node_a.radius, b_in_a * node_b.centre(), node_b.radius);
    } else if (const auto found = triangles.first(a, node_a, b, node_b, contact.effort)) {
      contact.found = true;
      contact.triangle_a = found->a, contact.triangle_b = found->b;
      contact.point = triangles.point(*found);
    }
  }
  contact.exact = options.accuracy == 1 || !contact.found;
  contact.effort.deepest_stack = stack.deepest();
  return contact;
}

template Contact touch(const Tree<float>&, const Placement&, const Tree<float>&, const Placement&, const Options&);
template Contact touch(const Tree<double>&, const Placement&, const Tree<double>&, const Placement&, const Options&);

}  // namespace abut::classic::game
