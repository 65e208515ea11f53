#include "engine/swept_pairs.h"
#include "leaf/feature_motion.h"
#include "leaf/feature_points.h"
#include "leaf/triangle_distance.h"
#include "leaf/triangle_motion.h"
#include "math/rounding.h"
#include "mesh/feature_owners.h"
#include "query/model_data.h"
#include "query/option_check.h"
#include <abut/collide.h>
#include <abut/deforming_motion.h>
#include <abut/error.h>

#include <deque>
#include <tuple>

namespace abut {

namespace {

/// A model whose points move.
struct MovingModel {
  MovingModel(const Model& model, std::span<const Vec3> new_points)
      : data(model.data()), from(data.mesh.points()), to(new_points) {
    if (to.size() != from.size())
      throw Error("every point of the model needs a new place: it has " + std::to_string(from.size()) + " points, " +
                  std::to_string(to.size()) + " new places were given.");
    validate_points(to);
  }

  MovingPoint point(std::uint32_t i) const { return {from[i], to[i]}; }
  MovingTriangle triangle(const Triangle& t) const { return {point(t[0]), point(t[1]), point(t[2])}; }

  const ModelData& data;
  std::span<const Vec3> from, to;
};

/// Models that move in the frame of a query.
class SweptModels {
 public:
  explicit SweptModels(std::initializer_list<const MovingModel*> models) {
    std::vector<InnerFrame> frames;
    for (const MovingModel* model : models)
      frames.insert(frames.end(), {model->data.frame, InnerFrame::around(model->to)});
    const SweptFrame frame = SweptFrame::around(frames);
    for (const MovingModel* model : models)
      trees_.emplace_back(model->data.tree, model->data.frame,
                          MovedMesh{model->to, model->data.mesh.triangles(), frames[2 * trees_.size() + 1]}, frame);
  }
  SweptTree& operator[](std::size_t i) { return trees_[i]; }

 private:
  std::deque<SweptTree> trees_;
};

/// Which features a triangle is asked for: all at first, since boxes and slabs may tell nearly all.
class Speakers {
 public:
  explicit Speakers(const MovingModel& model) : model_(model) {}

  OwnedFeatures of(std::uint32_t triangle) {
    constexpr int pairs_worth_the_effort = 4096;
    if (++asked_ < pairs_worth_the_effort) return all_features;
    if (owners_.empty()) owners_ = feature_owners(model_.data.mesh.triangles(), model_.from.size());
    return owners_[triangle];
  }

 private:
  const MovingModel& model_;
  std::vector<OwnedFeatures> owners_;
  int asked_ = 0;
};

/// Two triangles under test.
struct TestedTriangle {
  TestedTriangle(const MovingModel& model, std::uint32_t place)
      : id(model.data.tree.order[place]), corner(model.data.mesh.triangles()[id]), point(model.triangle(corner)) {}

  std::uint32_t id;
  Triangle corner;
  MovingTriangle point;
};

/// Tests the features of pairs of triangles and keeps the first contact.
class FirstFeatures final : public SweptSink {
 public:
  /// `weld`: empty for two models, otherwise the vertex that each point of the one model is.
  FirstFeatures(const MovingModel& a, const MovingModel& b, const DeformingOptions& options,
                std::span<const std::uint32_t> weld)
      : a_(a),
        b_(b),
        speakers_a_(a),
        speakers_b_(b),
        goal_{options.distance_tolerance, options.time_tolerance},
        weld_(weld) {}

  void take(std::uint32_t place_a, std::uint32_t place_b) override {
    TestedTriangle a(a_, place_a), b(b_, place_b);
    if (is_self() && b.id < a.id) std::swap(a, b);
    const OwnedFeatures owned_a = speakers_a_.of(a.id), owned_b = speakers_b_.of(b.id);
    for (int i = 0; i < 3; ++i) {
      if (owns_corner(owned_a, i)) test_vertex(FeatureKind::vertex_face, a, i, b);
      if (owns_corner(owned_b, i)) test_vertex(FeatureKind::face_vertex, b, i, a);
    }
    for (int i = 0; i < 3; ++i)
      for (int j = 0; owns_side(owned_a, i) && j < 3; ++j)
        if (owns_side(owned_b, j)) test_edges(a, i, b, j);
  }

  float meeting_time(std::uint32_t place_a, std::uint32_t place_b) override {
    const double time = apart_until(TestedTriangle(a_, place_a).point, TestedTriangle(b_, place_b).point, until);
    return time > 1 ? never : float_down(time);
  }

  /// Fills in the contact found.
  void describe(DeformingContact& result) const;
  bool found() const { return first_.contact.found; }
  double lower() const { return lower_; }
  std::uint64_t exact_tests() const { return exact_tests_; }

 private:
  /// A contact and what it is between.
  struct Features {
    MotionContact contact;
    std::uint32_t triangle_a = 0, triangle_b = 0;
    FeatureKind kind = FeatureKind::vertex_face;
    int feature_a = 0, feature_b = 0;  // a corner, the first corner of a side; 0 for a face
    MovingPoints points;

    auto rank() const { return std::tuple(contact.time.upper, triangle_a, triangle_b, kind, feature_a, feature_b); }
  };

  bool is_self() const { return !weld_.empty(); }
  bool is_one(std::uint32_t i, std::uint32_t j) const { return weld_[i] == weld_[j]; }

  void test_vertex(FeatureKind kind, const TestedTriangle& of_vertex, int i, const TestedTriangle& face) {
    if (is_self())
      for (std::uint32_t corner : face.corner)
        if (is_one(of_vertex.corner[i], corner)) return;
    const bool is_a = kind == FeatureKind::vertex_face;
    const TestedTriangle &a = is_a ? of_vertex : face, &b = is_a ? face : of_vertex;
    const auto& [p, q, r] = face.point;
    test(MotionKind::vertex_face, {{}, a.id, b.id, kind, is_a ? i : 0, is_a ? 0 : i, {of_vertex.point[i], p, q, r}});
  }

  void test_edges(const TestedTriangle& a, int i, const TestedTriangle& b, int j) {
    const int next_i = (i + 1) % 3, next_j = (j + 1) % 3;
    if (is_self())
      for (int k : {i, next_i})
        if (is_one(a.corner[k], b.corner[j]) || is_one(a.corner[k], b.corner[next_j])) return;
    test(MotionKind::edge_edge,
         {{}, a.id, b.id, FeatureKind::edge_edge, i, j, {a.point[i], a.point[next_i], b.point[j], b.point[next_j]}});
  }

  void test(MotionKind kind, Features features) {
    ++tests;
    goal_.until = std::min(1.0, first_.contact.time.upper);
    features.contact = first_contact(kind, features.points, goal_, exact_tests_);
    if (!features.contact.found) return;
    lower_ = std::min(lower_, features.contact.time.lower);
    if (!found() || features.rank() < first_.rank()) first_ = features;
    until = std::min(1.0f, float_up(first_.contact.time.upper));
  }

  const MovingModel &a_, &b_;
  Speakers speakers_a_, speakers_b_;
  MotionGoal goal_;
  std::span<const std::uint32_t> weld_;
  Features first_;
  double lower_ = std::numeric_limits<double>::infinity();
  std::uint64_t exact_tests_ = 0;
};

// A face's weights are those of its corners, a vertex or a side has some of its triangle's.
std::array<double, 3> in_triangle(const std::array<double, 3>& weights, int corners, int first) {
  std::array<double, 3> result{};
  for (int i = 0; i < corners; ++i) result[(first + i) % 3] = weights[i];
  return result;
}

void FirstFeatures::describe(DeformingContact& result) const {
  const bool is_edge_edge = first_.kind == FeatureKind::edge_edge, is_swapped = first_.kind == FeatureKind::face_vertex;
  FeatureContact found =
      described(is_edge_edge ? MotionKind::edge_edge : MotionKind::vertex_face, first_.points, first_.contact);
  result.answer = Answer::yes;
  result.lower = lower_, result.upper = found.upper;
  result.kind = first_.kind;
  result.triangle_a = first_.triangle_a, result.triangle_b = first_.triangle_b;
  if (is_swapped) {
    std::swap(found.weights_a, found.weights_b), std::swap(found.point_a, found.point_b);
    found.normal = -found.normal;
  }
  result.weights_a = in_triangle(found.weights_a, is_edge_edge ? 2 : is_swapped ? 3 : 1, first_.feature_a);
  result.weights_b = in_triangle(found.weights_b, is_edge_edge ? 2 : is_swapped ? 1 : 3, first_.feature_b);
  result.point_a = found.point_a, result.point_b = found.point_b;
  result.normal = found.normal;
}

void require_valid(const DeformingOptions& options) {
  require_length(options.distance_tolerance, "the distance tolerance");
  require_length(options.time_tolerance, "the time tolerance");
  require_available(options.simd);
}

/// Triangles that touch before anything moves.
DeformingContact contact_at_0(const ModelData& a, const ModelData& b, const Contacts& touching) {
  DeformingContact result;
  result.counters = touching.counters;
  if (touching.pairs.empty()) {
    result.complete = touching.complete;
    if (!touching.complete) result.answer = Answer::unknown, result.lower = 0;
    return result;
  }
  const auto [id_a, id_b] = touching.pairs.front();
  const Placement here = Placement::identity();
  const PairDistance at = DistanceTest(a.leaf_geometry(), here, b.leaf_geometry(), here).measure_touching(id_a, id_b);
  result.answer = Answer::yes;
  result.lower = result.upper = 0;
  result.kind = FeatureKind::triangles;
  result.triangle_a = id_a, result.triangle_b = id_b;
  result.weights_a = at.weights_a, result.weights_b = at.weights_b;
  result.point_a = point_on(a.mesh, {}, id_a, at.weights_a), result.point_b = point_on(b.mesh, {}, id_b, at.weights_b);
  return result;
}

/// What follows when nothing touches at 0.
template <class VisitPairs>
void search(FirstFeatures& features, const VisitPairs& visit_pairs, DeformingContact& result) {
  const SweptVisit visited = visit_pairs();
  result.counters += {visited.volume_tests, features.tests, features.exact_tests()};
  result.complete = visited.complete;
  if (features.found())
    features.describe(result);
  else if (!visited.complete)
    result.answer = Answer::unknown;
  if (!visited.complete) result.lower = std::min(features.lower(), visited.left_from);
}

}  // namespace

DeformingContact first_contact_deforming(const Model& a, std::span<const Vec3> new_points_a, const Model& b,
                                         std::span<const Vec3> new_points_b, const DeformingOptions& options) {
  require_valid(options);
  const MovingModel moving_a(a, new_points_a), moving_b(b, new_points_b);
  BudgetWatch watch(options.budget);
  const Placement here = Placement::identity();
  const Contacts touching =
      collide(a, here, b, here, {.max_contacts = 1, .budget = options.budget, .simd = options.simd});
  DeformingContact result = contact_at_0(moving_a.data, moving_b.data, touching);
  if (result.answer != Answer::no) return result;
  watch.spend(result.counters);
  SweptModels swept{&moving_a, &moving_b};
  FirstFeatures features(moving_a, moving_b, options, {});
  search(
      features, [&] { return visit_swept_pairs(swept[0], swept[1], watch, features); }, result);
  return result;
}

DeformingContact first_self_contact_deforming(const Model& model, std::span<const Vec3> new_points,
                                              const DeformingOptions& options) {
  require_valid(options);
  const MovingModel moving(model, new_points);
  BudgetWatch watch(options.budget);
  const Contacts touching = self_contacts(model, {.max_contacts = 1, .budget = options.budget, .simd = options.simd});
  DeformingContact result = contact_at_0(moving.data, moving.data, touching);
  if (result.answer != Answer::no) return result;
  watch.spend(result.counters);
  SweptModels swept{&moving};
  const std::vector<std::uint32_t> weld = welded_in_motion(moving.from, moving.to);
  FirstFeatures features(moving, moving, options, weld);
  search(
      features, [&] { return visit_swept_self_pairs(swept[0], watch, features); }, result);
  return result;
}

}  // namespace abut
