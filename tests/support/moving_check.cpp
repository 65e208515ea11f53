// Answers of first_contact() against oracles and against each other: see moving_scenes.h.

#include "support/moving_scenes.h"
#include <abut/distance.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace abut {

namespace {

using Kind = MotionPlan::Kind;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A scene that has the same first contact as another one.
struct Variant {
  std::string_view name;
  MovingScene scene;
};

MovingScene turned(MovingScene scene, const Placement& by) {
  for (MotionPlan* plan : {&scene.a.plan, &scene.b.plan}) {
    for (TimedPlacement& place : plan->places) place.at = by * place.at;
    plan->by = by.linear * plan->by;
    plan->axis.point = by * plan->axis.point, plan->axis.direction = by.linear * plan->axis.direction;
  }
  return scene;
}

/// A screw between two placements is the one through any placement that it passes; so is a slerp of the origin.
bool can_be_cut(const MotionPlan& plan) {
  return plan.kind == Kind::screw || (plan.kind == Kind::slerp && plan.straight_point == Vec3{});
}
void cut(MotionPlan& plan, double time) {
  const Placement at = plan.motion().at(time);
  plan.kind = plan.kind == Kind::screw ? Kind::through_screws : Kind::through_slerps;
  plan.places.insert(plan.places.begin() + 1, {time, at});
}

Mesh in_four(const Mesh& mesh) {
  Mesh fine;
  fine.points = mesh.points;
  for (const auto& t : mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(fine.points.size());
    for (int i = 0; i < 3; ++i) fine.points.push_back((mesh.points[t[i]] + mesh.points[t[(i + 1) % 3]]) * 0.5);
    fine.triangles.push_back({t[0], first, first + 2});
    fine.triangles.push_back({t[1], first + 1, first});
    fine.triangles.push_back({t[2], first + 2, first + 1});
    fine.triangles.push_back({first, first + 1, first + 2});
  }
  return fine;
}

double size_of(const Mesh& mesh) {
  double size = 0;
  for (const Vec3& p : mesh.points) size = std::max(size, length(p - mesh.points[0]));
  return size;
}
/// As far as the larger one of the two models has it.
void add_far_triangle(Mesh& mesh, const Mesh& other) {
  const double size = std::max(size_of(mesh), size_of(other));
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  const Vec3 away = mesh.points[0] + Vec3{size, 2 * size, 3 * size} * 1000;
  for (const Vec3& beside : {Vec3{}, Vec3{size, 0, 0}, Vec3{0, size, 0}}) mesh.points.push_back(away + beside);
  mesh.triangles.push_back({first, first + 1, first + 2});
}

std::vector<Variant> variants_of(const MovingScene& scene, Random& random) {
  std::vector<Variant> variants{{"as it is", scene}};
  MovingScene other = scene;
  std::swap(other.a, other.b);
  variants.push_back({"exchanged", other});
  switch (random.below(5)) {
    case 0:
      variants.push_back({"turned together", turned(scene, random.rotation())});
      break;
    case 1:
      if (!can_be_cut(scene.a.plan)) break;
      other = scene;
      cut(other.a.plan, random.between(0.05, 0.95));
      variants.push_back({"cut in two", other});
      break;
    case 2:
      other = scene;
      other.a.mesh = in_four(scene.a.mesh);
      variants.push_back({"cut in four", other});
      break;
    case 3:
      other = scene;
      add_far_triangle(other.b.mesh, other.a.mesh);
      variants.push_back({"with a triangle far away", other});
      break;
    default:
      other = scene;
      other.options.time_tolerance = std::pow(10, -random.between(1, 11));
      variants.push_back({"with another time tolerance", other});
      break;
  }
  return variants;
}

class Checker {
 public:
  Checker(const MovingScene& scene, Random& random) : scene_(scene), random_(random) {}

  MovingCheck run() {
    const std::size_t pairs = scene_.a.mesh.triangles.size() * scene_.b.mesh.triangles.size();
    const BracketOptions options{scene_.options.margin, 1e-9, std::clamp<std::uint64_t>(60'000 / pairs, 100, 600)};
    truth_ = bracket_first_contact(scene_.a, scene_.b, options);
    const TimeSpan a = scene_.a.plan.during(), b = scene_.b.plan.during();
    end_ = std::min(a.end, b.end);
    check_.known_by_oracle = truth_.surely_at < infinity || (truth_.complete && truth_.clear_until == end_);
    for (const Variant& variant : variants_of(scene_, random_)) look_at(variant);
    for (const double lower : lowers_)
      if (lower > sure_) say("", "a proof until " + text(lower) + " against a contact at " + text(sure_));
    return check_;
  }

 private:
  static std::string text(double x) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.17g", x);
    return buffer;
  }
  void say(std::string_view variant, const std::string& what) {
    check_.wrong += std::string(variant) + ": " + what + "\n";
  }

  void look_at(const Variant& variant) {
    const MovingScene& s = variant.scene;
    const Model a(s.a.mesh), b(s.b.mesh);
    const Motion of_a = s.a.plan.motion(), of_b = s.b.plan.motion();
    const MovingContact found = first_contact(a, of_a, b, of_b, s.options);
    ++check_.motions;
    check_.contact = found.verdict == MotionVerdict::contact;
    lowers_.push_back(found.lower);
    const auto wrong = [&](const std::string& what) {
      say(variant.name, what + " (" + std::string(name_of(found.verdict)) + ", " + text(found.lower) + " .. " +
                            text(found.upper) + ")");
    };
    if (found.verdict == MotionVerdict::undecided) {
      check_.undecided = true;
      if (s.options.distance_tolerance != 0) wrong("undecided");
    }
    if (found.lower > truth_.surely_at)
      wrong("later than the contact that brute force found at " + text(truth_.surely_at));
    if (found.lower > s.no_later_than) wrong("later than the planted contact at " + text(s.no_later_than));
    if (s.known >= 0 && found.lower > s.known + s.unsure) wrong("later than the known contact at " + text(s.known));
    const auto gap = [&](double time) { return distance(a, of_a.at(time), b, of_b.at(time)); };
    if (found.verdict == MotionVerdict::contact) check_contact(found, s, gap(found.upper), wrong);
    if (found.verdict == MotionVerdict::clear && found.lower != end_) wrong("clear, but not until the end");
    for (int i = 0; i < 4; ++i) {
      const double time = i == 0 ? std::nextafter(found.lower, -infinity) : found.lower * random_.unit();
      if (time >= 0 && time < found.lower && !(gap(time).upper > s.options.margin)) wrong("not apart at " + text(time));
    }
  }

  template <class Wrong>
  void check_contact(const MovingContact& found, const MovingScene& s, const Distance& at_upper, const Wrong& wrong) {
    if (!(at_upper.upper <= s.options.margin + found.tolerance))
      wrong("the distance at `upper` is " + text(at_upper.upper));
    if (!(found.lower <= found.upper)) wrong("an empty bracket");
    const double allowed = s.options.time_tolerance < 0 ? 1e-6 : s.options.time_tolerance;
    if (s.options.distance_tolerance != 0 && !(found.upper - found.lower <= std::max(allowed, 0x1p-52)))
      wrong("the bracket is " + text(found.upper - found.lower) + " wide");
    if (!(found.distance >= at_upper.upper)) wrong("the pair's distance is below that of the models");
    // Turned scenes and the like are other scenes by some roundings: only what is sure is said of them.
    if (at_upper.upper <= s.options.margin) {
      if (surely_meet(s.a, s.b, found.upper, s.options.margin)) sure_ = std::min(sure_, found.upper);
      if (s.known == infinity && s.options.margin == 0) wrong("a contact where none can be");
    }
    if (truth_.clear_until > found.upper && at_upper.upper <= s.options.margin &&
        surely_meet(s.a, s.b, found.upper, s.options.margin))
      wrong("brute force says clear until " + text(truth_.clear_until));
  }

  const MovingScene& scene_;
  Random& random_;
  ContactBracket truth_{};
  double end_ = 1, sure_ = infinity;
  std::vector<double> lowers_;
  MovingCheck check_;
};

}  // namespace

MovingCheck check_moving(const MovingScene& scene, Random& random) { return Checker(scene, random).run(); }

std::string description_of(const MovingScene& scene) {
  std::string text;
  char buffer[200];
  const auto add = [&](const char* format, auto... values) {
    std::snprintf(buffer, sizeof buffer, format, values...);
    text += buffer;
  };
  for (const PlannedBody* body : {&scene.a, &scene.b}) {
    const MotionPlan& plan = body->plan;
    add("kind %d\n", static_cast<int>(plan.kind));
    for (const TimedPlacement& place : plan.places) {
      add("  at %a:", place.time);
      for (double entry : place.at.linear.entries) add(" %a", entry);
      add(", %a %a %a\n", place.at.shift.x, place.at.shift.y, place.at.shift.z);
    }
    const Screw& s = plan.axis;
    add("  by %a %a %a\n  axis %a %a %a, %a %a %a, angle %a, advance %a\n", plan.by.x, plan.by.y, plan.by.z, s.point.x,
        s.point.y, s.point.z, s.direction.x, s.direction.y, s.direction.z, s.angle, s.advance);
    add("  straight %a %a %a\n", plan.straight_point.x, plan.straight_point.y, plan.straight_point.z);
    for (const Vec3& p : body->mesh.points) add("  point %a %a %a\n", p.x, p.y, p.z);
    for (const auto& t : body->mesh.triangles) add("  triangle %u %u %u\n", t[0], t[1], t[2]);
  }
  add("margin %a, distance tolerance %a, time tolerance %a\n", scene.options.margin, scene.options.distance_tolerance,
      scene.options.time_tolerance);
  return text;
}

}  // namespace abut
