#include "scene/ball_cover.h"

#include "math/rounding.h"
#include <abut/solid.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace abut {

namespace {

/// The longest axis of a model's root box.
Vec3 longest_axis(const RootBox& box) {
  int longest = 0;
  for (int i = 1; i < 3; ++i)
    if (box.half[i] > box.half[longest]) longest = i;
  const Vec3 axis{box.axes[0][longest], box.axes[1][longest], box.axes[2][longest]};
  const double size = length(axis);
  return size > 0.5 ? axis * (1 / size) : Vec3{0, 0, 1};
}

/// Cuts a core into slices of equal thickness. What a surface encloses in a slice is in the convex hull of the surface
/// in that slice: each plane across the axis cuts the solid in figures whose outlines are on the surface. So a ball
/// that holds the corners in a slice, and where sides leave it, holds all of that.
class Slices {
 public:
  /// `one`: all in a single slice.
  Slices(const StoredMesh& mesh, const Vec3& axis, bool one) : mesh_(mesh) {
    const Bounds box = bounds_of(mesh.points());
    size_ = largest(max(abs(box.low), abs(box.high)));
    heights_.reserve(mesh.points().size());
    for (const Vec3& point : mesh.points()) heights_.push_back(dot(axis, point));
    const auto [low, high] = std::minmax_element(heights_.begin(), heights_.end());
    low_ = *low;
    thickness_ = one ? 0 : (*high - *low) / BallCover::most;
    for (const Triangle& t : mesh.triangles())
      for (std::size_t i = 0; i < 3; ++i) add_side(t[i], t[(i + 1) % 3]);
  }

  /// Balls err by rounding only, by less than this: far more than 100 u of the numbers they come from.
  double slack() const { return 0x1p-36 * size_; }
  const std::vector<Vec3>& points(int slice) const { return points_[static_cast<std::size_t>(slice)]; }

 private:
  int slice_of(double height) const {
    if (!(thickness_ > 0)) return 0;
    return static_cast<int>(std::clamp((height - low_) / thickness_, 0.0, BallCover::most - 1.0));
  }
  void put(int slice, const Vec3& point) {
    std::vector<Vec3>& all = points_[static_cast<std::size_t>(slice)];
    if (all.empty() || all.back() != point) all.push_back(point);
  }
  /// Of a side from a to b: its corner a, and where it goes from slice to slice.
  void add_side(std::uint32_t a, std::uint32_t b) {
    const Vec3 &from = mesh_.points()[a], &to = mesh_.points()[b];
    const int first = slice_of(heights_[a]), last = slice_of(heights_[b]);
    put(first, from);
    for (int border = std::min(first, last) + 1; border <= std::max(first, last); ++border) {
      const double share = (low_ + border * thickness_ - heights_[a]) / (heights_[b] - heights_[a]);
      const Vec3 at = from + (to - from) * std::clamp(share, 0.0, 1.0);
      put(border - 1, at);
      put(border, at);
    }
  }

  const StoredMesh& mesh_;
  double size_ = 0, low_ = 0, thickness_ = 0;
  std::vector<double> heights_;
  std::array<std::vector<Vec3>, BallCover::most> points_;
};

/// A small ball around points: from the middle of their box, ever shorter steps to the farthest one.
CoverBall ball_around(const std::vector<Vec3>& points) {
  const Bounds box = bounds_of(points);
  Vec3 centre = box.low * 0.5 + box.high * 0.5;
  CoverBall best{centre, std::numeric_limits<double>::infinity(), CoverBall::none};
  for (int step = 2; step < 24; ++step) {
    const Vec3* farthest = &points[0];
    double square = -1;
    for (const Vec3& point : points)
      if (const double far = dot(point - centre, point - centre); far > square) square = far, farthest = &point;
    if (std::sqrt(square) < best.outer) best.centre = centre, best.outer = std::sqrt(square);
    centre = centre + (*farthest - centre) * (1.0 / step / 2);
  }
  return best;
}

/// How far the surface is from points inside; below 0 outside. Of a core without volume it is minus the distance.
class Depths {
 public:
  explicit Depths(const Shape::Data& shape) : shape_(shape), solid_(shape.solid) {
    // A closed surface has an inside, too, even if that is not part of the shape.
    if (!solid_ && !shape.is_solid && closedness_of(shape.core.mesh()).is_closed()) solid_.emplace(shape.core);
  }
  bool are_known() const { return solid_ ? solid_->closedness().is_closed() : shape_.is_solid; }
  double at(const Vec3& point) const {
    const ClosestPoint closest = closest_point(shape_.core, {}, point);
    return solid_ && contains(*solid_, {}, point) == Containment::inside ? closest.lower : -closest.upper;
  }

 private:
  const Shape::Data& shape_;
  std::optional<Solid> solid_;
};

}  // namespace

std::optional<BallCover> cover_of(const Shape& shape, bool with_inner) {
  const Shape::Data& data = shape.data();
  if (data.form == CoreForm::nothing) return BallCover{};
  if (data.form == CoreForm::half_space) return std::nullopt;
  const ModelData& core = data.core.data();
  const Bounds box = bounds_of(core.mesh.points());
  const double size = largest(max(abs(box.low), abs(box.high)));
  if (!(size > 0x1p-200 && size < 0x1p200)) return std::nullopt;
  // What the lids of an open mesh enclose is in the convex hull of all of it.
  const bool is_open = data.solid && !data.solid->closedness().is_closed();
  const Slices slices(core.mesh, longest_axis(core.root), is_open);
  std::optional<Depths> depths;
  if (with_inner) depths.emplace(data);
  BallCover cover;
  for (int i = 0; i < BallCover::most; ++i) {
    if (slices.points(i).empty()) continue;
    CoverBall& ball = cover.balls[static_cast<std::size_t>(i)];
    ball = ball_around(slices.points(i));
    ball.outer = ball.outer * (1 + 0x1p-40) + slices.slack();
    if (depths && depths->are_known()) ball.inner = depths->at(ball.centre);
  }
  return cover;
}

}  // namespace abut
