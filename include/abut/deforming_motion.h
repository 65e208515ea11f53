#pragma once

#include <abut/model.h>
#include <abut/moving_features.h>

namespace ABUT_API abut {

struct DeformingOptions {
  /// As in FeatureContactOptions.
  double distance_tolerance = 0, time_tolerance = 0x1p-30;
  /// A query that it ends before a contact is found answers `unknown`, never `no`. Its tests are those of boxes and of
  /// features.
  Budget budget{};
  /// The instructions that the look for triangles touching at 0 uses; Error when this machine lacks them.
  Simd simd = Simd::best;
};

/// The first contact of meshes whose points move straight from old to new places while time goes from 0 to 1.
struct DeformingContact {
  Answer answer = Answer::no;
  /// Apart on [0, lower), in contact at a time in [lower, upper]: proved. Both are infinite if the answer is no. If it
  /// is unknown, `upper` is infinite and `lower` is how far the proof came.
  double lower = std::numeric_limits<double>::infinity(), upper = lower;
  /// What meets. Triangles that touch at 0, whatever their features do, are of the kind `triangles`.
  FeatureKind kind = FeatureKind::vertex_face;
  std::uint32_t triangle_a = 0, triangle_b = 0;  ///< two triangles that have these features
  /// Where they meet, at `upper` and rounded, as barycentric coordinates in the two triangles.
  std::array<double, 3> weights_a{}, weights_b{};
  Vec3 point_a, point_b;  ///< these points
  Vec3 normal;            ///< as in FeatureContact; zero for triangles that touch at 0
  Counters counters;      ///< triangle tests are those of features
  bool complete = true;   ///< false when the budget ended the search: there may be earlier contacts, from `lower` on

  /// Is there a contact? Throws Error when that is unknown.
  explicit operator bool() const { return is_yes(answer, "the meshes meet"); }
};

/// When do two deforming meshes first touch? Each point of a model moves straight from where it is to its new place.
/// Places are in the world: models stand where their points are, without a placement. Every contact is found, exactly;
/// see FeatureContactOptions for the tolerances. Meshes that touch at 0 are in contact at 0. Of several contacts the
/// one with the least `upper` is named, of equal ones that with the smallest (triangle_a, triangle_b). Throws Error
/// when the number of new points differs from the old, when one is not finite or beyond 2^300, and for an invalid
/// option.
DeformingContact first_contact_deforming(const Model& a, std::span<const Vec3> new_points_a, const Model& b,
                                         std::span<const Vec3> new_points_b, const DeformingOptions& options = {});

/// When does a deforming mesh first touch itself? Features that share a vertex are left out; points that have the same
/// place before and after are one vertex, whatever their indices. A mesh that touches itself at 0, as self_contacts()
/// has it, is in contact at 0. As above otherwise; triangle_a < triangle_b.
DeformingContact first_self_contact_deforming(const Model& model, std::span<const Vec3> new_points,
                                              const DeformingOptions& options = {});

}  // namespace abut
