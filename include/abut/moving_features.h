#pragma once

#include <abut/query.h>
#include <abut/vec3.h>

#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace ABUT_API abut {

/// A point that moves straight and at constant speed from one place to another while time goes from 0 to 1.
struct MovingPoint {
  Vec3 from, to;
  friend bool operator==(const MovingPoint&, const MovingPoint&) = default;
};

/// What can meet first when corners move: a vertex and a face, or two edges.
enum class FeatureKind {
  vertex_face,  ///< a vertex of a meets a face of b
  face_vertex,  ///< a face of a meets a vertex of b
  edge_edge,
  triangles,  ///< two triangles that touch already at time 0
};
constexpr std::string_view name_of(FeatureKind kind) {
  constexpr std::string_view names[] = {"vertex_face", "face_vertex", "edge_edge", "triangles"};
  return names[static_cast<int>(kind)];
}

struct FeatureContactOptions {
  /// With 0, features that do not touch are never said to be in contact. With more, they may be when they come as close
  /// as this; at `upper` they are then no farther apart, provided the tolerance is at least 2^-48 of the longest way of
  /// a point. No contact is missed either way.
  double distance_tolerance = 0;
  /// Of a contact, upper - lower is at most this, or the two are neighbouring doubles, or equal.
  double time_tolerance = 0x1p-30;
  /// Number of threads that share a batch (0: all cores).
  int threads = 1;
};

/// The first contact of two moving features.
struct FeatureContact {
  bool found = false;
  /// The features are apart on [0, lower) and meet at a time in [lower, upper]: proved. Both are infinite when they
  /// stay apart until 1. Both are 0 when they touch at 0.
  double lower = std::numeric_limits<double>::infinity(), upper = lower;
  /// Where they meet, at `upper` and rounded: barycentric coordinates. A vertex has one, an edge two, a face three.
  std::array<double, 3> weights_a{}, weights_b{};
  Vec3 point_a, point_b;  ///< these points
  /// Unit length, rounded: the face's normal at `upper` or what is perpendicular to both edges, from a to b: along the
  /// velocity of a's point as seen from b. Zero where the features leave it open, as for collinear edges.
  Vec3 normal;

  explicit operator bool() const { return found; }
};

/// When does a moving vertex first meet a moving face? Exact for all input, degenerate and coplanar motion included.
/// The vertex is a, the face is b. Throws Error for a point that is not finite or beyond 2^300, and for a negative
/// tolerance.
FeatureContact first_contact_vertex_face(const MovingPoint& vertex, const std::array<MovingPoint, 3>& face,
                                         const FeatureContactOptions& options = {});
/// When do two moving edges first meet? As above.
FeatureContact first_contact_edge_edge(const std::array<MovingPoint, 2>& a, const std::array<MovingPoint, 2>& b,
                                       const FeatureContactOptions& options = {});

/// Many at once, each four points: the vertex and the face's corners, or the ends of a and those of b. Results in input
/// order, the same for every thread count.
std::vector<FeatureContact> first_contacts_vertex_face(std::span<const std::array<MovingPoint, 4>> motions,
                                                       const FeatureContactOptions& options = {});
std::vector<FeatureContact> first_contacts_edge_edge(std::span<const std::array<MovingPoint, 4>> motions,
                                                     const FeatureContactOptions& options = {});

}  // namespace abut
