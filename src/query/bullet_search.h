#pragma once

#include "engine/stab.h"
#include "leaf/point_distance.h"
#include "query/flight.h"

#include <optional>

namespace abut {

/// No point of the model, as a motion places it, is farther from the centre of its inner frame.
double top_radius(const Model& model);

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
  };

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

/// When the bullet may come as near to the slice's centre as its reach; none if it stays away.
std::optional<TimeSpan> window_of(const PreparedTarget::Slice& slice, const BulletPath& path, const TimeSpan& during);

/// Looks for the first hit of bullets on targets. Not to be shared between threads.
class BulletSearch {
 public:
  /// All outlive the search.
  BulletSearch(std::span<const PreparedTarget> targets, const TimeSpan& during, double time_tolerance, Simd simd)
      : targets_(targets), during_(during), time_tolerance_(time_tolerance), simd_(simd) {}

  /// What one bullet hits first, of the windows that it has; they are sorted.
  BulletHit find(const Bullet& bullet, std::vector<Window>& windows);

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
  };

  void look_at(const Window& window, const BulletPath& path);
  /// Triangles that the bullet may be on during a cell, with the time; false when the cell has to be divided first.
  /// The bullet may be off by `unsure`.
  bool list_near(const PreparedTarget& target, const Flight& flight, double unsure, bool can_divide);
  void look_at_triangle(const Window& window, const BulletPath& path, Near near);
  /// Is the bullet on the triangle, within the tolerance? The model is where Motion::at() places it: given, or asked
  /// for.
  bool touches(const PreparedTarget& target, const BulletPath& path, std::uint32_t triangle, double time,
               const Placement& at);
  bool touches_at(const PreparedTarget& target, const BulletPath& path, std::uint32_t triangle, double time) {
    return touches(target, path, triangle, time, target.motion->at(time));
  }
  void tell(const Window& window, const BulletPath& path, std::uint32_t triangle, double lower);
  void tell_undecided(double lower) {
    undecided_ = true;
    hit_.lower = std::min(hit_.lower, lower);
  }

  std::span<const PreparedTarget> targets_;
  TimeSpan during_;
  double time_tolerance_;
  Simd simd_;
  BulletHit hit_;
  double tolerance_ = 0;
  bool undecided_ = false;
  Touch touch_{};
  std::vector<Cell> cells_, triangle_cells_;
  std::vector<std::uint32_t> places_;  // of leaves, in the order of the tree
  std::vector<Near> near_;
};

}  // namespace abut
