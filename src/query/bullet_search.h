#pragma once

#include "engine/stab.h"
#include "leaf/point_distance.h"
#include "query/bullet_approach.h"
#include "query/bullet_cells.h"

#include <algorithm>
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
    double spacing = 0;                   ///< of its moments; 0 if it has none
    std::size_t count = 0;                ///< how many they are
    std::vector<FramedMoment> moments{};  ///< if they were kept
    std::vector<MomentRow> rows{};        ///< of these
    std::optional<ChordTarget> chord{};   ///< with them, of motions on chords

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

/// A window of a bullet that is to be looked at.
struct Shot {
  Window window;
  const Bullet* bullet;
  BulletHit* hit;  ///< what is known of it so far, at first `clear`
};

/// Looks for the first hit of bullets on targets. Not to be shared between threads.
class BulletSearch {
 public:
  /// All outlive the search.
  BulletSearch(std::span<const PreparedTarget> targets, const TimeSpan& during, double time_tolerance, Simd simd)
      : targets_(targets), during_(during), time_tolerance_(time_tolerance), simd_(simd) {}

  static constexpr std::size_t most_shots = 32;

  /// Looks at windows of different bullets, most_shots at most. To be called for the windows of a bullet in the order
  /// of their beginning, as long as they begin no later than the hit.
  void look_at(std::span<const Shot> shots);

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

  /// The row of the kept moment that is nearest to the middle of a cell, if there is one.
  const MomentRow* row_for(const Window& window, const Cell& cell) const;
  void look_at(const Shot& shot);
  /// An approach to a model, and what it may be near.
  struct NearJob {
    const ModelData* model;
    const Approach* approach;
    std::vector<Near>* near;
  };
  /// Appends the triangles of the models that the approaches may be on, with the time; most_shots at most.
  void list_near(std::span<const NearJob> jobs);
  /// Cuts what is listed to a cell, and puts it in the order of its beginning.
  void order_near(const Cell& cell, std::vector<Near>& near) const;
  /// Looks at the listed; at the first of them as far as it was looked at already.
  void look_at_near(const Window& window, const BulletPath& path, std::span<const Near> near, const CellLook* first);
  /// The job of the first of those that are listed; false if it has to be looked at alone.
  bool set_job(const Shot& shot, const Near& near, CellJob& job) const;
  CellLook look_in(const PreparedTarget& target, const BulletPath& path, const Cell& cell,
                   std::uint32_t triangle) const;
  /// The bullet in a cell, seen where the model is in the middle or at a moment: whatever does, and takes less.
  Flight flight_in(const Window& window, const BulletPath& path, const Cell& cell);
  /// Triangles that the bullet may be on during a cell, with the time; false when the cell has to be divided first.
  /// The bullet may be off by `unsure`.
  bool list_near(const PreparedTarget& target, const Flight& flight, double unsure, bool can_divide);
  /// `first` is the look at its whole cell, if that is known.
  void look_at_triangle(const Window& window, const BulletPath& path, Near near, const CellLook* first);
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
  StabbedLeaves stabbed_;
  std::vector<PathJob> path_jobs_;
  std::vector<std::size_t> near_job_of_;  // of a path's job
  std::vector<PathMeeting> meetings_;
  std::vector<Near> near_, near_of_[most_shots];
};

}  // namespace abut
