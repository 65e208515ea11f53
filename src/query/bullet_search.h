#pragma once

#include "engine/inner_ray.h"
#include "engine/stab.h"
#include "leaf/point_distance.h"
#include "query/flight.h"

#include <algorithm>
#include <optional>

namespace abut {

/// No point of the model, as a motion places it, is farther from the centre of its inner frame.
double top_radius(const Model& model);

/// A moment, and how paths that are seen there are carried into the model's inner frame.
struct FramedMoment {
  FramedMoment(const MovingBody& body, double from, double time)
      : moment(body, from, time), frame(body.model().frame, moment.state.at) {}

  Moment moment;
  RayFrame frame;
};

/// A target for bullets, made ready for one time.
struct PreparedTarget {
  /// `radius` is the model's top_radius().
  PreparedTarget(const BulletTarget& target, double radius, const TimeSpan& during, const BulletOptions& options);

  /// A part of the time without a knot. The model's centre is at `centre` + part * `way`, part that of the whole time,
  /// and all of the model within `reach` of it.
  struct Slice {
    TimeSpan during;
    Vec3 centre, way;
    double reach;
    double sizes;                         ///< the lengths of `centre` and `way` together
    double spacing = 0;                   ///< of its moments; 0 if it has none
    std::size_t count = 0;                ///< how many they are
    std::vector<FramedMoment> moments{};  ///< if they were kept

    double time_of(std::size_t moment) const { return during.begin + (static_cast<double>(moment) + 0.5) * spacing; }
    std::size_t nearest_moment(double time) const {
      const double place = (time - during.begin) / spacing;
      return place > 0 ? std::min(static_cast<std::size_t>(place), count - 1) : 0;
    }
  };

  /// Keeps the moments, for many bullets.
  void keep_moments();

  /// What a hit is.
  double tolerance(const BulletPath& path) const;

  MovingBody body;
  const Motion* motion;
  TimeSpan during;  ///< of the motion and the question
  std::vector<Slice> slices;
  double given_tolerance;
};

/// When a bullet may be near a model.
struct Window {
  std::uint32_t target = 0, slice = 0;
  double begin = 0, end = 0;
};

/// When the bullet may come as near to the slice's centre as its reach; none if it stays away. `sizes` bounds the
/// lengths of the path's start and way together.
std::optional<TimeSpan> window_of(const PreparedTarget::Slice& slice, const BulletPath& path, double sizes,
                                  const TimeSpan& during);

/// Looks for the first hit of bullets on targets. Not to be shared between threads.
class BulletSearch {
 public:
  /// All outlive the search.
  BulletSearch(std::span<const PreparedTarget> targets, const TimeSpan& during, double time_tolerance, Simd simd)
      : targets_(targets), during_(during), time_tolerance_(time_tolerance), simd_(simd) {}

  /// Looks at one window of a bullet; `hit` is what is known of it so far, at first `clear`. To be called for the
  /// windows in the order of their beginning, as long as they begin no later than the hit.
  void look_at(const Window& window, const Bullet& bullet, BulletHit& hit);

 private:
  struct Near {
    std::uint32_t triangle;
    double begin, end;
  };
  struct Cell {
    double begin, end;
  };
  struct Touch {
    double time, distance;
    Vec3 point;
    Placement at;
    Vec3 way;  // of the bullet, seen from the model
  };

  /// The bullet in a cell, seen where the model is in the middle or at a moment: whatever does, and takes less.
  Flight flight_in(const Window& window, const BulletPath& path, const Cell& cell);
  /// Triangles that the bullet may be on during a cell, with the time; false when the cell has to be divided first.
  /// The bullet may be off by `unsure`.
  bool list_near(const PreparedTarget& target, const Flight& flight, double unsure, bool can_divide);
  void look_at_triangle(const Window& window, const BulletPath& path, Near near);
  /// Is the bullet on the triangle, within the tolerance? The model is where Motion::at() places it; seen from it, the
  /// bullet flies along `way`.
  bool touches(const PreparedTarget& target, const BulletPath& path, std::uint32_t triangle, double time,
               const Placement& at, const Vec3& way);
  bool touches_at(const PreparedTarget& target, const BulletPath& path, std::uint32_t triangle, double time);
  void tell(const Window& window, const BulletPath& path, std::uint32_t triangle, double lower);
  void tell_undecided(double lower) {
    if (hit_->verdict == MotionVerdict::clear) hit_->verdict = MotionVerdict::undecided;
    hit_->lower = std::min(hit_->lower, lower);
  }

  std::span<const PreparedTarget> targets_;
  TimeSpan during_;
  double time_tolerance_;
  Simd simd_;
  BulletHit* hit_ = nullptr;
  double tolerance_ = 0;
  std::optional<RayFrame> own_frame_;
  std::optional<FramedMoment> own_moment_;
  const RayFrame* frame_ = nullptr;  // of the last flight_in()
  Touch touch_{};
  std::vector<Cell> cells_, triangle_cells_;
  std::vector<std::uint32_t> places_;  // of leaves, in the order of the tree
  std::vector<PathMeeting> meetings_;
  std::vector<Near> near_;
};

}  // namespace abut
