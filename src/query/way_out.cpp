#include "query/way_out.h"

#include "math/rounding.h"
#include "math/scaled_length.h"
#include "query/expanding_polytope.h"

#include <cmath>

namespace abut {

Parting::Parting(const PlacedSolid& a, const PlacedSolid& b, const PenetrationOptions& options, Spending& spending)
    : a_(a), b_(b), options_(options), spending_(spending) {}

InteriorsMeeting Parting::meeting(const Vec3& shift, const Budget& budget) {
  const InteriorsMeeting found = interiors_meet(a_.solid(), a_.at(), b_.solid(), moved(shift), {budget, options_.simd});
  spending_.add(found.counters);
  return found;
}

double Parting::way(const Vec3& shift) const {
  // The sum of the placement's shift and this one is rounded: by u of itself.
  const double rounded = 2 * unit_roundoff * largest(abs(b_.at().shift + shift));
  return scaled_length(shift) * (1 + 8 * unit_roundoff) + rounded + 0x1p-1060;
}

namespace {

class WayOutSearch {
 public:
  WayOutSearch(const PlacedSolid& a, const PlacedSolid& b, double least, const PenetrationOptions& options,
               Spending& spending)
      : a_(a),
        b_(b),
        spending_(spending),
        parting_(a, b, options, spending),
        hulls_{a.extremes(), b.extremes(), a.slack() + b.slack()},
        error_(std::max(options.relative_error, least_error)) {
    best_.length = {least, std::numeric_limits<double>::infinity()};
  }

  WayOut along_hulls(std::span<const Vec3> directions) {
    if (are_parted_at_once(directions)) return best_;
    if (const auto way = shortest_hull_way(hulls_, least_error, best_.length.lower)) {
      if (are_convex()) best_.length.lower = std::max(best_.length.lower, way->lower);
      take_whole_way(way->direction);
      if (!are_convex()) shorten(way->direction);
    }
    for (int axis = 0; axis < 3 && !(best_.length.upper < std::numeric_limits<double>::infinity()); ++axis)
      take_whole_way(Matrix3{}.column(axis));
    return found();
  }

  WayOut shorter_than(const WayOut& known, std::span<const Vec3> directions) {
    best_.shift = known.shift;
    best_.length = {std::max(best_.length.lower, known.length.lower), known.length.upper};
    shorten_along(known.shift);
    if (!are_convex()) try_others(directions);
    return found();
  }

 private:
  static constexpr double least_error = 0.005, close_enough = 0.01;

  bool are_convex() const { return a_.is_convex() && b_.is_convex(); }
  WayOut found() const { return {best_.shift, {std::min(best_.length.lower, best_.length.upper), best_.length.upper}}; }
  bool is_good() const { return is_close(best_.length.upper, error_); }
  bool is_close(double way, double error) const { return way <= best_.length.lower * (1 + error); }

  /// Where the deepest point gets out, hulls are often parted by hardly more than the solids are deep in each other.
  bool are_parted_at_once(std::span<const Vec3> directions) {
    const double close = std::min(error_, close_enough);
    for (const Vec3& direction : directions) {
      const double size = scaled_length(direction);
      if (!(size > 0)) continue;
      const Vec3 unit = direction * (1 / size);
      if (is_close(hulls_.way_along(unit), close)) take_whole_way(unit);
      if (is_close(best_.length.upper, close)) return true;
    }
    return false;
  }

  void try_others(std::span<const Vec3> directions) {
    for (const Vec3& direction : directions) shorten_along(direction);
    for (int axis = 0; axis < 3; ++axis)
      for (const PlacedSolid* solid : {&a_, &b_})
        for (const double sign : {1.0, -1.0}) try_roughly(box_axis(*solid, axis) * sign);
    for (int axis = 0; axis < 3; ++axis)
      for (const double sign : {1.0, -1.0}) try_roughly(Matrix3{}.column(axis) * sign);
  }

  /// Of a direction that nothing speaks for: looks closer if it gives a way that is clearly shorter.
  void try_roughly(const Vec3& direction) {
    constexpr double close = 1.05, clearly = 0.97;
    const double size = scaled_length(direction);
    if (!(size > 0) || best_.length.upper <= best_.length.lower * close || spending_.is_over()) return;
    const Vec3 unit = direction * (1 / size);
    if (take(unit, clearly * best_.length.upper)) shorten(unit);
  }

  /// An axis of the box around the whole model.
  static Vec3 box_axis(const PlacedSolid& solid, int axis) {
    const ObbPacket& boxes = solid.tree().nodes[0].boxes;
    return solid.at().linear * Vec3{boxes.axes[axis][0][0], boxes.axes[axis][1][0], boxes.axes[axis][2][0]};
  }

  void shorten_along(const Vec3& direction) {
    const double size = scaled_length(direction);
    if (size > 0 && !is_good() && !spending_.is_over()) shorten(direction * (1 / size));
  }

  bool take(const Vec3& unit, double way) { return take(unit, way, spending_.watch.rest()); }
  bool take(const Vec3& unit, double way, const Budget& budget) {
    const Vec3 shift = unit * way;
    const double upper = parting_.way(shift);
    if (!(upper < best_.length.upper) || !parting_.parts(shift, budget)) return false;
    best_.shift = shift;
    best_.length.upper = upper;
    return true;
  }

  /// A plane across the direction parts the solids. Rounding is stepped over. Whatever the budget: there is always a
  /// way out, and solids that are far enough apart are soon seen to be.
  void take_whole_way(const Vec3& unit) {
    const double way = std::max(hulls_.way_along(unit), 0.0);
    double more = 4 * (a_.slack() + b_.slack());
    const auto longer = [&] { return way * (1 + 0x1p-30) + more; };
    while (longer() < best_.length.upper && !take(unit, longer(), {})) more *= 4;
  }

  /// Looks for a shorter way in the direction: a little longer than the least, then more and more, then between the
  /// last that did not part and the first that did.
  void shorten(const Vec3& unit) {
    // The first is within the error asked for, rounding included.
    const double steps[] = {1 + 0.9 * error_, 1.03, 1.1, 1.25, 1.5, 2, 3, 5, 8, 16, 64};
    const double least = std::max(best_.length.lower, 64 * (a_.slack() + b_.slack()));
    double failed = least, apart = std::min(best_.length.upper, hulls_.way_along(unit) * (1 + 0x1p-30));
    bool found = false;
    for (const double step : steps) {
      const double way = least * step;
      if (!(way < apart) || spending_.is_over()) break;
      if (take(unit, way)) {
        apart = way, found = true;
        break;
      }
      failed = way;
    }
    if (!found && !take(unit, apart)) return;
    for (int i = 0; i < 12 && apart > failed * (1 + 0.5 * error_) && !spending_.is_over(); ++i) {
      const double way = failed + (apart - failed) * 0.5;
      if (take(unit, way))
        apart = way;
      else
        failed = way;
    }
  }

  const PlacedSolid &a_, &b_;
  Spending& spending_;
  Parting parting_;
  HullPair hulls_;
  double error_;
  WayOut best_;
};

}  // namespace

WayOut find_hull_way_out(const PlacedSolid& a, const PlacedSolid& b, double least, std::span<const Vec3> directions,
                         const PenetrationOptions& options, Spending& spending) {
  return WayOutSearch(a, b, least, options, spending).along_hulls(directions);
}

WayOut find_shorter_way_out(const PlacedSolid& a, const PlacedSolid& b, const WayOut& known, double least,
                            std::span<const Vec3> directions, const PenetrationOptions& options, Spending& spending) {
  return WayOutSearch(a, b, least, options, spending).shorter_than(known, directions);
}

}  // namespace abut
