#include "leaf/feature_motion.h"
#include "leaf/feature_points.h"
#include "query/batch.h"
#include "query/option_check.h"
#include <abut/mesh.h>
#include <abut/moving_features.h>

namespace abut {

namespace {

void require_valid(const FeatureContactOptions& options) {
  require_length(options.distance_tolerance, "the distance tolerance");
  require_length(options.time_tolerance, "the time tolerance");
}

void require_valid(const MovingPoints& points) {
  for (const MovingPoint& point : points) {
    const Vec3 most = max(abs(point.from), abs(point.to));
    if (most.x <= largest_input && most.y <= largest_input && most.z <= largest_input && is_finite(point.from) &&
        is_finite(point.to))
      continue;
    // Says which, in the order given: old places, then new ones.
    std::vector<Vec3> places;
    for (const MovingPoint& each : points) places.push_back(each.from);
    for (const MovingPoint& each : points) places.push_back(each.to);
    validate_points(places);
  }
}

FeatureContact answer(MotionKind kind, const MovingPoints& points, const FeatureContactOptions& options) {
  require_valid(points);
  std::uint64_t exact_tests = 0;
  const MotionGoal goal{options.distance_tolerance, options.time_tolerance};
  return described(kind, points, first_contact(kind, points, goal, exact_tests));
}

std::vector<FeatureContact> answers(MotionKind kind, std::span<const MovingPoints> motions,
                                    const FeatureContactOptions& options) {
  require_valid(options);
  std::vector<FeatureContact> results(motions.size());
  Workers(options.threads).for_pieces(motions.size(), [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) results[i] = answer(kind, motions[i], options);
  });
  return results;
}

}  // namespace

FeatureContact first_contact_vertex_face(const MovingPoint& vertex, const std::array<MovingPoint, 3>& face,
                                         const FeatureContactOptions& options) {
  require_valid(options);
  return answer(MotionKind::vertex_face, {vertex, face[0], face[1], face[2]}, options);
}

FeatureContact first_contact_edge_edge(const std::array<MovingPoint, 2>& a, const std::array<MovingPoint, 2>& b,
                                       const FeatureContactOptions& options) {
  require_valid(options);
  return answer(MotionKind::edge_edge, {a[0], a[1], b[0], b[1]}, options);
}

std::vector<FeatureContact> first_contacts_vertex_face(std::span<const MovingPoints> motions,
                                                       const FeatureContactOptions& options) {
  return answers(MotionKind::vertex_face, motions, options);
}

std::vector<FeatureContact> first_contacts_edge_edge(std::span<const MovingPoints> motions,
                                                     const FeatureContactOptions& options) {
  return answers(MotionKind::edge_edge, motions, options);
}

}  // namespace abut
