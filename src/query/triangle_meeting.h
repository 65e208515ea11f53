#pragma once

#include "query/spot_signs.h"

#include <map>
#include <optional>
#include <tuple>

namespace abut {

/// The least feature of a mesh that a point of its surface is on: a corner, a side without its ends, or a triangle
/// without its sides. Numbers are those of mesh points, or of a triangle; sides have the smaller one first.
struct SurfaceFeature {
  enum class Kind : std::uint8_t { corner, side, face };
  Kind kind = Kind::corner;
  std::uint32_t first = 0, second = 0;
  friend auto operator<=>(const SurfaceFeature&, const SurfaceFeature&) = default;
};

/// A point that two surfaces share: the only one that the two features have in common.
struct MeetingPoint {
  SurfaceFeature on_a, on_b;
  friend auto operator<=>(const MeetingPoint&, const MeetingPoint&) = default;
};

/// What two triangles share: a convex polygon, a segment, a point, or nothing.
struct TriangleMeeting {
  bool are_coplanar = false;
  std::vector<MeetingPoint> points;  ///< the corners of what they share, without order
  /// Of an area: its sides, as places in `points`; each is on a side of one of the triangles. In no order.
  std::vector<std::array<int, 2>> sides;
};

/// Finds what triangles of two placed models share. Not to be shared between threads.
class TriangleMeetings {
 public:
  using Of = PlacedSigns::Of;

  /// All outlive this.
  TriangleMeetings(PlacedSigns& signs, const MeshData& a, const MeshData& b);

  /// Of two triangles that are no segments and no points.
  const TriangleMeeting& at(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// Where a point of the last pair is. Valid until the next call of either.
  Spot spot(int point);

  /// The number of a mesh point, or of the first one asked about that is in the same place.
  std::uint32_t welded(Of of, std::uint32_t point);
  SpotSigns& signs() { return signs_; }

 private:
  using Corners = std::array<Spot, 3>;
  struct Tested {
    Of of = Of::a;
    std::uint32_t triangle = 0;
    Corners corners{};
    std::array<int, 3> sides{};  // of the other triangle's plane that the corners are on
    int axis = 0, front = 0;     // an axis along which it is seen as a triangle, and whether from the front
    bool has_side_in_plane(int i) const { return sides[i] == 0 && sides[(i + 1) % 3] == 0; }
    SpotLine side(int i) const { return {corners[i], corners[(i + 1) % 3]}; }
  };
  /// Where a point of a closed triangle is: -1 in its face, else 0 to 2 on that side, 3 to 5 at that corner and 3.
  using Place = int;

  Tested tested(Of of, std::uint32_t triangle);
  SurfaceFeature feature(const Tested& t, Place place);
  std::optional<Place> place_in_plane(const Tested& t, const Spot& point);
  std::optional<Place> place_of_crossing(const Tested& t, const SpotLine& side);
  void add(const Tested& t, Place on_t, const Tested& other, Place on_other);
  void add_corners(const Tested& t, const Tested& other);
  void add_crossings(const Tested& t, const Tested& other);
  void add_crossings_in_plane();
  void find_sides_of_area();

  /// Where a point is on both triangles.
  struct Found {
    Place on_a, on_b;
  };

  PlacedSigns& placed_;
  SpotSigns signs_;
  const MeshData &a_, &b_;
  // Of the last pair.
  std::array<Tested, 2> tested_;
  TriangleMeeting meeting_;
  std::vector<Found> found_;  // beside meeting_.points
  HomogeneousPoint crossing_;
  std::map<std::tuple<Of, double, double, double>, std::uint32_t> first_points_;
};

}  // namespace abut
