#pragma once

#include <abut/closest_point.h>
#include <abut/mesh.h>

#include <memory>
#include <optional>

namespace abut {

/// What becomes of a mesh that is not closed.
enum class Holes {
  refuse,             ///< Error, with what is open where
  by_winding_number,  ///< inside is where winding_number() is beyond 1/2: as if every hole had the best possible lid
};

struct SolidOptions {
  Holes holes = Holes::refuse;
};

/// A model that has an inside. Corners at exactly the same position are one. A closed mesh consists of shells, surfaces
/// that are closed by themselves and hang together through edges. A point off the surface is inside of a shell that
/// winds around it, whichever way, or that a way out crosses an odd number of times, where the shell is not wound
/// consistently. Shells that cross are united; a body within a body is a hole, a body in the hole is a body again:
/// inside of the solid is what is inside of an odd number of shells, where those that cross, directly or through
/// others, count as one. Shells that only touch do not cross. Which way a shell is wound does not matter, nor does the
/// placement. Cheap to copy; queries may run on any number of threads at once. It is about the model as it stood: a
/// refit of the original does not reach it.
class Solid {
 public:
  /// Throws Error when the mesh is not closed and `holes` refuses that; the message is the report of closedness(). An
  /// empty model is closed, and nothing is inside.
  explicit Solid(Model model, const SolidOptions& options = {});

  const Model& model() const;
  const SolidOptions& options() const;
  const Closedness& closedness() const;

  // For the queries.
  struct Data;
  const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

enum class Containment { outside, inside, on_surface };

/// Where a point of the world is relative to a placed solid: decided exactly on the exact image, the same for every
/// kind of tree and instruction set. With holes the surface is still exact, and the rest as good as winding_number().
/// Throws Error for an invalid placement, and for a point that is not finite or beyond 2^300.
Containment contains(const Solid& solid, const Placement& at, const Vec3& point, Simd simd = Simd::best);
/// Many points at once, on `threads` threads (0: all cores); results in input order, the same for every thread count.
std::vector<Containment> contains(const Solid& solid, const Placement& at, std::span<const Vec3> points,
                                  Simd simd = Simd::best, int threads = 1);

/// How often the placed surface winds around a point: its solid angle over 4 pi (A. Jacobson et al., "Robust
/// inside-outside segmentation using generalized winding numbers", 2013). A whole number, and exact, for a mesh that is
/// closed and wound consistently: 1 inside one whose normals point outwards. Otherwise a fraction, rounded: off by some
/// 2^-50 for each open edge (an estimate, not a proved bound), more only when the point is so close to one that its
/// direction is lost in rounding. Not a number on the surface, where it jumps. The same bits for every kind of tree,
/// instruction set and machine. Throws Error as contains() does.
double winding_number(const Solid& solid, const Placement& at, const Vec3& point, Simd simd = Simd::best);

/// The distance of a point from the placed surface, negative inside.
struct SignedDistance {
  double lower = 0, upper = 0;  ///< lower <= the signed distance <= upper; both 0 if and only if on the surface
  Containment side = Containment::outside;
  ClosestPoint closest;  ///< what is closest, and the bracket without a sign
};

/// closest_point() and contains() in one: options widen the bracket, never the sign, which is always exact (with holes,
/// as good as contains()). Without a triangle the distance is infinite.
SignedDistance signed_distance(const Solid& solid, const Placement& at, const Vec3& point,
                               const ClosestPointOptions& options = {});
std::vector<SignedDistance> signed_distance(const Solid& solid, const Placement& at, std::span<const Vec3> points,
                                            const ClosestPointOptions& options = {}, int threads = 1);

/// The connected pieces of a model, each by one of its triangles; made once per model.
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

/// For surfaces that do not touch: the first triangle of the first piece of A that is inside the solid B, or nothing.
/// One corner of each piece is asked, the first of its first triangle, exactly on both exact images; so where surfaces
/// touch, the answer is about that corner alone. Placements are world <- model. Throws Error for an invalid placement.
std::optional<std::uint32_t> enclosed(const Pieces& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                                      Simd simd = Simd::best);

}  // namespace abut
