#include "query/reach.h"

#include "query/best_first.h"
#include "query/cell_cut.h"
#include "query/cell_surface.h"
#include "query/outer_balls.h"
#include "query/placed_box.h"

#include <cmath>

namespace abut {

namespace {

constexpr std::uint32_t no_ball = ~0u;

/// A box of the tree, or a part of a triangle.
struct Piece {
  ConvexCell shape;
  WideChild below;  // what is in a box; nothing in a part of a triangle
  std::uint32_t triangle = 0;
  int cuts = 0;
  // Once measured.
  Vec3 centre;
  DepthAt at_centre;
  double to_copy = std::numeric_limits<double>::infinity();  // of a box or triangle, from where the other solid has it
  std::uint32_t ball = no_ball;                              // outside of the solid
  InnerBall inner;                                           // inside of it
  bool is_measured = false;

  bool is_box() const { return !below.is_empty(); }
};

class ReachSearch {
 public:
  ReachSearch(const PlacedSolid& of, PlacedSolid& in, const DepthGoal& goal, const Spending& spending)
      : of_(of),
        in_(in),
        outside_(in),
        goal_(goal),
        spending_(spending),
        slack_(of.slack() + in.slack()),
        are_copies_(have_the_same_mesh(of, in)) {}

  void start_with(const ReachStart& start) {
    for (const SurfacePoint& known : start.points) take(known.point, known.triangle);
    Piece whole = box_of(0, 0);
    // Copies that are farther apart than deep say nothing of each other.
    are_copies_ = are_copies_ && whole.to_copy < start.upper;
    if (are_copies_ && start.upper > enough()) look_where_copies_part();
    add(std::move(whole), start.upper);
  }
  void add_triangle(std::uint32_t triangle) {
    Piece part;
    part.triangle = triangle;
    part.shape = ConvexCell(of_.corners(triangle));
    add(std::move(part), std::numeric_limits<double>::infinity());
  }

  FoundReach run() {
    std::uint64_t looked = 0;
    while (!pieces_.empty() && pieces_.top_bound() > enough() && looked++ < goal_.max_cells && !spending_.is_over()) {
      auto [bound, piece] = pieces_.pop();
      if (piece.is_measured)
        open(piece, bound);
      else
        measure(std::move(piece), bound);
    }
    Bracket& length = found_.reach.length;
    length.upper = std::max({length.lower, left_out_, pieces_.empty() ? 0 : pieces_.top_bound()});
    if (!in_.is_boundary()) length.upper = std::numeric_limits<double>::infinity();
    return found_;
  }

 private:
  static constexpr std::size_t most_triangles_asked = 2048;

  /// Near its copy, a triangle is as deep as the way there goes across it. Which way is outwards is not known.
  void look_where_copies_part() {
    SurfacePoint farthest[2];
    double most[2] = {0, 0};
    const std::size_t step = 1 + of_.triangle_count() / most_triangles_asked;
    for (std::size_t i = 0; i < of_.triangle_count(); i += step) {
      const auto triangle = static_cast<std::uint32_t>(i);
      const auto [p, q, r] = of_.corners(triangle);
      const Vec3 normal = cross(q - p, r - p), middle = p + ((q - p) + (r - p)) * (1.0 / 3);
      const auto [u, v, w] = in_.corners(triangle);
      const double size = length(normal);
      const double way = size > 0 ? dot(normal, (u - p) + (v - q) + (w - r)) / size : 0;
      double& best = most[way < 0 ? 0 : 1];
      if (std::abs(way) > best) best = std::abs(way), farthest[way < 0 ? 0 : 1] = {middle, triangle};
    }
    for (int i = 0; i < 2; ++i)
      if (most[i] > 0) take(farthest[i].point, farthest[i].triangle);
  }

  double enough() const { return goal_.enough(found_.reach.length.lower); }

  Piece box_of(std::uint32_t node, int lane) const {
    const std::array<Vec3, 8> corners = PlacedBox(of_, node, lane).corners();
    Piece piece;
    piece.shape = ConvexCell(corners);
    piece.below = of_.tree().nodes[node].child[lane];
    if (are_copies_) piece.to_copy = farthest_apart(corners, PlacedBox(of_, in_.at(), node, lane).corners());
    return piece;
  }

  bool is_beside_solid(const Piece& piece) const {
    const Bounds& solid = in_.bounds();
    for (int axis = 0; axis < 3; ++axis)
      if (piece.shape.bounds().low[axis] > solid.high[axis] + slack_ ||
          piece.shape.bounds().high[axis] < solid.low[axis] - slack_)
        return true;
    return false;
  }

  void add(Piece piece, double bound) {
    if (is_beside_solid(piece)) return;  // below 0
    if (bound > enough())
      pieces_.push(bound, std::move(piece));
    else
      left_out_ = std::max(left_out_, bound);
  }

  /// Depths are 1-Lipschitz, and no deeper than the distance from any one triangle of the boundary. On which side the
  /// centre is takes as long to find out as its distance, and mostly does not matter.
  void measure(Piece piece, double bound) {
    piece.centre = piece.shape.centre();
    piece.at_centre = in_.nearest(piece.centre, piece.at_centre);
    piece.is_measured = true;
    const double radius = piece.shape.radius(piece.centre) * (1 + 8 * unit_roundoff) + slack_;
    bound = std::min(
        {bound, piece.at_centre.upper + radius, farthest_from(piece.shape.corners(), piece.at_centre.closest)});
    PlacedSolid::Farthest farthest;
    if (bound > enough() && tells_more_than_its_point(piece.at_centre.triangle, piece)) {
      farthest = in_.farthest(piece.shape.corners(), piece.at_centre.triangle);
      bound = std::min(bound, farthest.distance + slack_);
    }
    if (bound > enough()) {
      piece.at_centre = piece.inner.with_side(in_, piece.centre, piece.at_centre);
      bound = std::min(bound, piece.at_centre.upper + radius);
    }
    const bool is_seen_from_outside =
        piece.ball != no_ball && outside_.distance(piece.ball, piece.centre) < 1.25 * piece.at_centre.upper;
    if (bound > enough() && !is_seen_from_outside && (piece.is_box() || piece.ball == no_ball)) {
      piece.ball = piece.at_centre.upper < 0 ? outside_.add_around(piece.centre, piece.at_centre)
                                             : outside_.add_beyond(piece.centre, piece.at_centre.closest,
                                                                   4 * std::max(radius, piece.at_centre.upper));
      bound = std::min(bound, farthest_from_ball(piece.shape.corners(), piece.ball));
    }
    if (bound > enough() && !piece.is_box()) {
      note(piece.centre, piece.at_centre, piece.triangle);
      take(piece.shape.corners()[farthest.point], piece.triangle);
      // Its centre is outside, so all of it is, if it meets no triangle.
      if (piece.at_centre.upper < 0 && !met_triangle(in_, piece.shape, slack_)) return;
    }
    add(std::move(piece), bound);
  }

  /// A point of the surface, in a part of a triangle, and how deep it is.
  void note(const Vec3& point, const DepthAt& depth, std::uint32_t triangle) {
    const double lower = depth.lower - slack_;
    if (!(lower > found_.reach.length.lower)) return;
    found_.reach = {{lower, 0}, point, triangle};
    found_.exit = depth.closest;
  }
  DepthAt take(const Vec3& point, std::uint32_t triangle) {
    const DepthAt depth = in_.depth(point);
    note(point, depth, triangle);
    return depth;
  }

  void open(const Piece& piece, double bound) {
    if (!piece.is_box()) return cut(piece, bound);
    if (piece.below.is_node())
      for (int lane = 0; lane < ObbPacket::lanes && !of_.tree().nodes[piece.below.node()].child[lane].is_empty();
           ++lane)
        add_below(box_of(piece.below.node(), lane), piece, bound);
    else
      for (std::uint32_t i = 0; i < piece.below.count(); ++i) {
        const std::uint32_t triangle = of_.tree().order[piece.below.first() + i];
        const std::array<Vec3, 3> corners = of_.corners(triangle);
        Piece part;
        part.triangle = triangle;
        part.shape = ConvexCell(corners);
        if (are_copies_) part.to_copy = farthest_apart(corners, in_.corners(triangle));
        add_below(std::move(part), piece, bound);
      }
  }

  void cut(const Piece& piece, double bound) {
    const double least = std::max({found_.reach.length.lower, goal_.least, bound / 32});
    const double step = 0.1 * goal_.relative_error * found_.reach.length.lower + 4 * slack_;
    const DepthAt& depth = piece.at_centre;
    const std::array facets{Facet(in_.corners(depth.triangle), piece.centre, depth.is_inside)};
    const Vec3 worst = piece.shape.corners()[in_.farthest(piece.shape.corners(), depth.triangle).point];
    CellCut plane = choose_cut(piece.shape, worst, facets, least, step);
    if (plane.is_bisection) {
      const DepthAt there = take(worst, piece.triangle);
      if (there.triangle != depth.triangle)
        plane = cut_between(piece.shape, facets[0], Facet(in_.corners(there.triangle), worst, there.lower >= 0), least,
                            step)
                    .value_or(plane);
    }
    std::optional<std::pair<ConvexCell, ConvexCell>> parts;
    if (piece.cuts < PlacedSolid::most_cuts) parts = piece.shape.cut(plane.direction, plane.offset);
    if (!parts) {
      left_out_ = std::max(left_out_, bound);
      return;
    }
    for (ConvexCell* shape : {&parts->first, &parts->second}) {
      Piece part;
      part.shape = std::move(*shape);
      part.triangle = piece.triangle;
      part.cuts = piece.cuts + 1;
      add_below(std::move(part), piece, bound);
    }
  }

  void add_below(Piece piece, const Piece& parent, double bound) {
    piece.ball = parent.ball;
    piece.at_centre.place = parent.at_centre.place;
    piece.inner = parent.inner;
    const std::span<const Vec3> corners = piece.shape.corners();
    bound = std::min({bound, piece.to_copy, farthest_from_ball(corners, parent.ball)});
    if (bound > enough()) bound = std::min(bound, farthest_from(corners, parent.at_centre.closest));
    if (bound > enough() && tells_more_than_its_point(parent.at_centre.triangle, piece))
      bound = std::min(bound, in_.farthest(corners, parent.at_centre.triangle).distance + slack_);
    add(std::move(piece), bound);
  }

  /// The closest point of the surface alone tells as much of a box as its triangle, unless that is large, and sooner.
  bool tells_more_than_its_point(std::uint32_t triangle, const Piece& piece) const {
    if (!piece.is_box()) return true;
    const auto [a, b, c] = in_.corners(triangle);
    const Vec3 size = piece.shape.bounds().high - piece.shape.bounds().low, ab = b - a, ac = c - a;
    return 64 * std::max(dot(ab, ab), dot(ac, ac)) > dot(size, size);
  }

  /// An upper bound of the depths of what is between some points, if the other solid has the same surface and these
  /// points of it are elsewhere: how far a point is from its copy is convex.
  double farthest_apart(std::span<const Vec3> points, std::span<const Vec3> copies) const {
    double most = 0;
    for (std::size_t i = 0; i < points.size(); ++i) most = std::max(most, length(points[i] - copies[i]));
    return most * (1 + 16 * unit_roundoff) + 2 * slack_;
  }
  /// An upper bound of the depths of what is between some points, by a point of the surface.
  double farthest_from(std::span<const Vec3> points, const Vec3& place) const {
    double most = 0;
    for (const Vec3& point : points) most = std::max(most, length(point - place));
    return most * (1 + 16 * unit_roundoff) + 2 * slack_;
  }
  /// The same by a ball.
  double farthest_from_ball(std::span<const Vec3> points, std::uint32_t ball) const {
    double most = 0;
    for (const Vec3& point : points) most = std::max(most, outside_.distance(ball, point));
    // The points are off by a slack, and of a large ball it is a small difference of large lengths.
    return most + 8 * unit_roundoff * (outside_.radius(ball) + most) + slack_;
  }

  const PlacedSolid& of_;
  PlacedSolid& in_;
  OuterBalls outside_;
  DepthGoal goal_;
  const Spending& spending_;
  double slack_;
  bool are_copies_;
  double left_out_ = 0;  // an upper bound of all that was left out
  BestFirst<Piece> pieces_;
  FoundReach found_;
};

}  // namespace

FoundReach find_reach(const PlacedSolid& of, PlacedSolid& in, const DepthGoal& goal, const Spending& spending,
                      const ReachStart& start) {
  ReachSearch search(of, in, goal, spending);
  search.start_with(start);
  return search.run();
}

FoundReach find_reach(const PlacedSolid& of, PlacedSolid& in, const DepthGoal& goal, const Spending& spending,
                      std::span<const std::uint32_t> triangles) {
  ReachSearch search(of, in, goal, spending);
  for (const std::uint32_t triangle : triangles) search.add_triangle(triangle);
  return search.run();
}

}  // namespace abut
