#pragma once

#include <abut/closest_point.h>
#include <abut/mesh.h>

#include <optional>

namespace ABUT_API abut {

/// What to do with a mesh that is not closed.
enum class Holes {
  refuse,             ///< Error that says what is open and where
  by_winding_number,  ///< inside is where winding_number() is beyond 1/2: as if every hole had the best possible lid
  /// Inside and outside are what they are with every lid; where lids may differ it is unknown. See Solid.
  by_any_lid,
};

inline constexpr std::array all_holes{Holes::refuse, Holes::by_winding_number, Holes::by_any_lid};
constexpr std::string_view name_of(Holes holes) {
  constexpr std::string_view names[] = {"refuse", "winding-number", "any-lid"};
  return names[static_cast<int>(holes)];
}

struct SolidOptions {
  Holes holes = Holes::refuse;
};

/// A model that has an inside. Corners at exactly the same position are one corner. A closed mesh consists of shells:
/// surfaces that are closed by themselves and connected through edges. A point off the surface is inside a shell that
/// winds around it, in either direction. If the shell is not wound consistently, the point is inside when a way out
/// crosses the shell an odd number of times. Shells that cross, directly or through others, are united into a group. A
/// body within a body is a hole, and a body in the hole is a body again: a point is inside the solid when it is inside
/// an odd number of groups. Shells that only touch do not cross. The direction in which a shell is wound does not
/// matter, nor does the placement. Cheap to copy; queries may run on any number of threads at once. A solid keeps the
/// points that the model had when the solid was made: a later refit of the original does not change it.
///
/// The rim of a mesh that is not closed consists of its open edges, less what these cover an even number of times, as
/// at T-joints. Each hole has a piece of it: edges that hang together by more than a single corner. A lid closes a hole
/// and stays within the convex hull of its piece. Outside of these hulls the parity of crossings is the same whatever
/// the lids are, and so are windings. With Holes::by_any_lid the surface that hangs together through edges, or through
/// pieces of the rim, is one shell with its lids, and the rule above decides, exactly. Within a hull, or on it, and off
/// the surface, it is unknown; so it is for points in several shells where the lids may decide whether these cross.
class Solid {
 public:
  /// Throws Error when the mesh is not closed and `holes` refuses that; the message is the report of closedness(). An
  /// empty model is closed, and nothing is inside.
  explicit Solid(Model model, const SolidOptions& options = {});

  const Model& model() const;
  const SolidOptions& options() const;
  const Closedness& closedness() const;

  // For the queries.
  struct ABUT_PRIVATE Data;
  const Data& data() const { return *data_; }

 private:
  explicit Solid(Data* data);
  detail::Shared<Data> data_;
};

enum class Containment {
  outside,
  inside,
  on_surface,
  unknown,  ///< the budget ended the search before the answer was known, or lids may differ (Holes::by_any_lid)
};
constexpr std::string_view name_of(Containment side) {
  constexpr std::string_view names[] = {"outside", "inside", "on-surface", "unknown"};
  return names[static_cast<int>(side)];
}

struct ContainsOptions {
  Budget budget{};
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// Number of threads that share the points of a batch (0: all cores).
  int threads = 1;
};

/// Where a point is, and what it cost to find out.
struct Located {
  Containment side = Containment::unknown;
  Counters counters;
  bool complete = true;  ///< false when the budget ended the search
};

/// Is a point of the world inside, outside or on the surface of a placed solid? Decided exactly on the exact image, the
/// same for every kind of tree and instruction set. With holes by_winding_number, on_surface is still exact; the rest
/// is as accurate as winding_number(). Throws Error for an invalid placement, and for a point that is not finite or
/// beyond 2^300.
Containment contains(const Solid& solid, const Placement& at, const Vec3& point, const ContainsOptions& options = {});
/// Many points at once; results in input order, the same for every thread count.
std::vector<Containment> contains(const Solid& solid, const Placement& at, std::span<const Vec3> points,
                                  const ContainsOptions& options = {});

/// contains() with its counters.
Located locate(const Solid& solid, const Placement& at, const Vec3& point, const ContainsOptions& options = {});
std::vector<Located> locate(const Solid& solid, const Placement& at, std::span<const Vec3> points,
                            const ContainsOptions& options = {});

/// How often the placed surface winds around a point: its solid angle over 4 pi (A. Jacobson et al., "Robust
/// inside-outside segmentation using generalized winding numbers", 2013). A whole number, and exact, for a mesh that is
/// closed and wound consistently: 1 inside one whose normals point outwards. Otherwise a fraction, rounded: the error
/// is some 2^-50 for each open edge (an estimate, not a proved bound). It is larger only when the point is so close to
/// an open edge that its direction is lost in rounding. Not a number on the surface, where it jumps. The same bits for
/// every kind of tree, instruction set and machine. Throws Error as contains() does.
double winding_number(const Solid& solid, const Placement& at, const Vec3& point, Simd simd = Simd::best);

/// The distance of a point from the placed surface, negative inside.
struct SignedDistance {
  double lower = 0, upper = 0;  ///< lower <= the signed distance <= upper; both 0 if and only if on the surface
  Containment side = Containment::outside;
  ClosestPoint closest;  ///< the closest point, and the bracket without a sign
  Counters counters;     ///< of both searches
};

/// contains() and closest_point() in one, each with the whole budget. Options may widen the bracket; the sign is exact
/// (with holes: as accurate as contains()). If it is unknown, the bracket holds both signs; if that is due to the
/// budget, `closest` is not complete. The distance is infinite if the model has no triangles.
SignedDistance signed_distance(const Solid& solid, const Placement& at, const Vec3& point,
                               const ClosestPointOptions& options = {});
std::vector<SignedDistance> signed_distance(const Solid& solid, const Placement& at, std::span<const Vec3> points,
                                            const ClosestPointOptions& options = {});

/// The connected pieces of a model, each represented by one of its triangles. Make it once per model.
class Pieces {
 public:
  explicit Pieces(Model model) : model_(std::move(model)), first_(pieces_of(model_.mesh())) {}
  const Model& model() const { return model_; }
  /// The first triangle of each piece, in ascending order.
  std::span<const std::uint32_t> first_triangles() const { return first_; }

 private:
  Model model_;
  std::vector<std::uint32_t> first_;
};

/// Is a piece of one model inside a solid?
struct Enclosure {
  Answer answer = Answer::no;
  /// If yes: the first triangle of the first such piece; or, if a piece reaches a hull of the rim of an open solid, the
  /// first triangle with a corner inside.
  std::optional<std::uint32_t> triangle{};
  Counters counters;
  bool complete = true;  ///< false when the budget left the answer unknown

  /// Is the answer yes? Throws Error when it is unknown.
  explicit operator bool() const;
};

/// For surfaces that do not touch: is a piece of A inside the solid B? One corner of each piece is tested, the first of
/// its first triangle, exactly on both exact images. So if the surfaces do touch, the answer is about that corner only.
/// If B is open (Holes::by_any_lid) and A reaches a hull of its rim, all corners of A are tested: one that is inside
/// with every lid is a yes, otherwise the answer is unknown. Placements are world <- model. Throws Error for an invalid
/// placement.
Enclosure enclosed(const Pieces& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                   const ContainsOptions& options = {});

}  // namespace abut
