#include "query/surface_cover.h"

#include "query/surface_kind.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut {

namespace {

constexpr std::size_t largest_patch = 48;
constexpr double least_cosine = 0.25;  // between the direction and the normal of a triangle of the patch
constexpr int most_steps = 24;

}  // namespace

// Why a patch covers. Seen along a direction, the hull of the corners is a convex set H. The patch has a triangle T in
// which H has a point, none of its triangles is edge-on, neighbours in it are on both sides of their common side, and
// where a side has no neighbour in the patch, all of H is on its triangle's side of the line through it, but for a
// slack. Move from the point in T to any other one of H, straight, or around corners of triangles by as little as one
// likes. The way leaves a triangle of the patch only through a side with a neighbour in the patch, and goes on in that.
// So each point x of the hull has a point of the patch at x + h along, in the plane of one of its triangles. |h| as a
// function of x is convex for each plane: it is largest at a corner. What is computed is off by the slack of corners
// and of the surface, each divided by the cosine.

/// A triangle of the surface, its sides, and which way they face within it, all as seen.
struct SurfaceCover::Seen {
  std::uint32_t triangle = 0;
  std::array<Vec3, 3> corners, inwards;  // inwards: of length 1, across the side from corner i on
  Vec3 normal;
  double cosine = 0;
};

SurfaceCover::SurfaceCover(const PlacedSolid& solid)
    : solid_(solid), across_(surface_kind_of(solid.solid()).across), slack_(4 * solid.slack()) {}

bool SurfaceCover::see(std::uint32_t triangle, Seen& seen) const {
  seen.triangle = triangle;
  seen.corners = solid_.corners(triangle);
  const auto& [p, q, r] = seen.corners;
  const Vec3 normal = cross(q - p, r - p);
  const double area = length(normal);
  if (!(area > 0)) return false;
  seen.normal = normal * (1 / area);
  seen.cosine = dot(seen.normal, along_);
  if (!(std::abs(seen.cosine) >= least_cosine)) return false;
  for (int i = 0; i < 3; ++i) {
    const Vec3 across = cross(along_, seen.corners[(i + 1) % 3] - seen.corners[i]);
    const double size = length(across);
    if (!(size > slack_)) return false;
    seen.inwards[i] = across * ((seen.cosine > 0 ? 1 : -1) / size);
  }
  return true;
}

/// Walks to the triangle that the middle is in, as seen.
bool SurfaceCover::find_start(const Vec3& middle, Seen& seen) const {
  for (int step = 0; step < most_steps; ++step) {
    int farthest = -1;
    double least = -slack_;
    for (int i = 0; i < 3; ++i)
      if (const double within = dot(seen.inwards[i], middle - seen.corners[i]); within < least)
        least = within, farthest = i;
    if (farthest < 0) return true;
    const std::uint32_t next = across_[seen.triangle][farthest];
    if (next == SurfaceKind::no_neighbour || !see(next, seen)) return false;
  }
  return false;
}

/// Is the hull on the triangle's side of the line through a side, up to the slack? What is cut is noted.
bool SurfaceCover::is_within(const Seen& seen, int side, std::span<const Vec3> corners) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Vec3& corner : corners) {
    const double within = dot(seen.inwards[side], corner - seen.corners[side]);
    least = std::min(least, within), most = std::max(most, within);
  }
  if (least >= -slack_) return true;
  if (const double less = std::min(-least, most); less > cut_.least)
    cut_ = {seen.inwards[side], dot(seen.inwards[side], seen.corners[side]), less};
  return false;
}

/// False where the patch has to end within the hull.
bool SurfaceCover::add_neighbours(const Seen& seen, std::span<const Vec3> corners) {
  for (int i = 0; i < 3; ++i) {
    if (is_within(seen, i, corners)) continue;
    const std::uint32_t next = across_[seen.triangle][i];
    if (next == SurfaceKind::no_neighbour) return false;
    if (std::find(patch_.begin(), patch_.end(), next) != patch_.end()) continue;
    // The neighbour's third corner is on the other side, unless the surface is folded there.
    double least = 0;
    for (const Vec3& corner : solid_.corners(next))
      least = std::min(least, dot(seen.inwards[i], corner - seen.corners[i]));
    if (!(least < -slack_) || patch_.size() == largest_patch) return false;
    patch_.push_back(next);
  }
  return true;
}

bool SurfaceCover::find(std::span<const Vec3> corners, const Vec3& middle, std::uint32_t start) {
  cut_ = {};
  if (across_.empty()) return false;
  const auto [p, q, r] = solid_.corners(start);
  const Vec3 normal = cross(q - p, r - p);
  const double area = length(normal);
  if (!(area > 0)) return false;
  along_ = normal * (1 / area);
  Seen seen;
  if (!see(start, seen) || !find_start(middle, seen)) return false;
  patch_.assign(1, seen.triangle);
  low_ = std::numeric_limits<double>::infinity(), high_ = -low_, layers_ = 0;
  for (std::size_t i = 0; i < patch_.size(); ++i) {
    if (!see(patch_[i], seen) || !add_neighbours(seen, corners)) return false;
    const auto height = [&](const Vec3& point) { return dot(seen.normal, seen.corners[0] - point) / seen.cosine; };
    for (const Vec3& corner : corners) {
      low_ = std::min(low_, height(corner));
      high_ = std::max(high_, height(corner));
    }
    bool is_over_middle = true;
    for (int k = 0; k < 3; ++k)
      is_over_middle = is_over_middle && dot(seen.inwards[k], middle - seen.corners[k]) >= -slack_;
    if (is_over_middle) ++layers_, middle_height_ = height(middle);
  }
  const double off = 4 * slack_ / least_cosine + 32 * unit_roundoff * std::max(-low_, high_);
  low_ -= off, high_ += off;
  return true;
}

double SurfaceCover::farthest() const { return std::max(-low_, high_); }

/// What is seen within a triangle, from as far behind it as the patch reaches to as far before.
struct SurfaceCover::Prism {
  struct Plane {
    Vec3 out;
    double offset;
  };
  std::array<Plane, 5> planes;
  std::array<Vec3, 6> corners;

  /// Are all of a body's points beyond one of the planes, up to the slack? `reach` says how far they extend along a
  /// direction from `centre`, at most.
  template <class Reach>
  bool is_beside(const Vec3& centre, Reach&& reach, double slack) const {
    return std::any_of(planes.begin(), planes.end(), [&](const Plane& plane) {
      return dot(plane.out, centre) - reach(plane.out) >= plane.offset - slack;
    });
  }

  /// The same for a triangle, or the prism is on one side of its plane.
  bool is_beside(const std::array<Vec3, 3>& t, double slack) const {
    const auto lack = [&](const Vec3& out) { return std::max({0.0, dot(out, t[0] - t[1]), dot(out, t[0] - t[2])}); };
    if (is_beside(t[0], lack, slack)) return true;
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    const double off = slack * length(normal);
    const auto above = [&](const Vec3& corner) { return dot(normal, corner - t[0]) >= -off; };
    const auto below = [&](const Vec3& corner) { return dot(normal, corner - t[0]) <= off; };
    return std::all_of(corners.begin(), corners.end(), above) || std::all_of(corners.begin(), corners.end(), below);
  }
};

/// Is the patch all of the surface that meets the prism, below this node?
bool SurfaceCover::is_alone_in(const Prism& prism, std::uint32_t node) const {
  const WideNode& boxes = solid_.tree().nodes[node];
  for (int lane = 0; lane < ObbPacket::lanes && !boxes.child[lane].is_empty(); ++lane) {
    const PlacedSolid::Box box = solid_.box(node, lane);
    const auto reach = [&](const Vec3& out) {
      return std::abs(dot(out, box.axes[0])) + std::abs(dot(out, box.axes[1])) + std::abs(dot(out, box.axes[2]));
    };
    if (prism.is_beside(box.centre, reach, slack_)) continue;
    const WideChild below = boxes.child[lane];
    if (below.is_node()) {
      if (!is_alone_in(prism, below.node())) return false;
      continue;
    }
    for (std::uint32_t i = 0; i < below.count(); ++i) {
      const std::uint32_t triangle = solid_.tree().order[below.first() + i];
      if (std::find(patch_.begin(), patch_.end(), triangle) != patch_.end()) continue;
      if (!prism.is_beside(solid_.corners(triangle), slack_)) return false;
    }
  }
  return true;
}

// The patch covers the triangle as often as it covers one of its points: once. Between a point of the triangle and its
// own of the patch, and on the triangle itself, there is no other surface, but for what is within the slack of the rim.
// So on one side of the patch all points are inside, and those are no deeper than the patch is far; on the other side
// all are outside.
std::optional<double> SurfaceCover::deepest(const std::array<Vec3, 3>& corners, bool middle_is_inside) const {
  if (layers_ != 1 || !(std::abs(middle_height_) > 8 * slack_ / least_cosine)) return std::nullopt;
  Prism prism;
  const Vec3 facing = cross(corners[1] - corners[0], corners[2] - corners[0]);
  const double turn = dot(facing, along_) > 0 ? -1 : 1;
  for (int i = 0; i < 3; ++i) {
    const Vec3 across = cross(along_, corners[(i + 1) % 3] - corners[i]);
    const double size = length(across);
    if (!(size > slack_)) return std::nullopt;
    const Vec3 out = across * (turn / size);
    prism.planes[i] = {out, dot(out, corners[i])};
  }
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Vec3& corner : corners) {
    least = std::min(least, dot(along_, corner));
    most = std::max(most, dot(along_, corner));
  }
  prism.planes[3] = {along_, most + std::max(high_, 0.0)};
  prism.planes[4] = {-along_, -(least + std::min(low_, 0.0))};
  for (int i = 0; i < 3; ++i) {
    const double height = dot(along_, corners[i]);
    prism.corners[i] = corners[i] + along_ * (prism.planes[3].offset - height);
    prism.corners[i + 3] = corners[i] - along_ * (prism.planes[4].offset + height);
  }
  if (!is_alone_in(prism, 0)) return std::nullopt;
  const bool inside_is_below = (middle_height_ > 0) == middle_is_inside;
  return std::max(0.0, inside_is_below ? high_ : -low_) + 8 * slack_;
}

}  // namespace abut
