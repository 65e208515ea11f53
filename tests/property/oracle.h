#pragma once

// What the queries should answer, by exact arithmetic and exhaustion. Of the library only its plain data is used here:
// Mesh and Placement.

#include "property/exact.h"
#include <abut/mesh.h>
#include <abut/placement.h>

#include <optional>

namespace abut::property {

Point exact(const Vec3& point);
/// A mesh's triangles under a placement, exactly.
class PlacedMesh {
 public:
  PlacedMesh(const Mesh& mesh, const Placement& at);

  std::size_t size() const { return triangles_.size(); }
  const Corners& operator[](std::size_t i) const { return triangles_[i]; }
  /// The longest side.
  long double diameter(std::size_t triangle) const;
  /// The largest magnitude of a coordinate.
  long double reach() const;
  Ratio squared_distance_from(const Point& point) const;

 private:
  std::vector<Corners> triangles_;
};

/// All pairs of triangles of two placed meshes, each measured when it is asked for.
class PairOracle {
 public:
  PairOracle(const PlacedMesh& a, const PlacedMesh& b) : a_(a), b_(b), squares_(a.size() * b.size()) {}

  const PlacedMesh& a() const { return a_; }
  const PlacedMesh& b() const { return b_; }
  const Ratio& squared(std::size_t i, std::size_t j);
  bool touch(std::size_t i, std::size_t j) { return squared(i, j).over.sign() == 0; }
  /// The least of all. Neither mesh is empty.
  const Ratio& least();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> contacts();

 private:
  const PlacedMesh &a_, &b_;
  std::vector<std::optional<Ratio>> squares_;
  std::optional<Ratio> least_;
};

/// How a mesh hangs together: corners at the same position are one.
struct Topology {
  explicit Topology(const Mesh& mesh);

  std::vector<std::uint32_t> shell_of;         ///< for each triangle; shells are numbered by their first triangles
  std::vector<std::uint32_t> first_triangles;  ///< of each shell
  std::size_t edges = 0, open = 0, unbalanced = 0;
  bool is_closed() const { return open == 0; }
  bool is_oriented() const { return unbalanced == 0; }
};

enum class Side { outside, inside, on_surface };

/// Inside or outside of a placed mesh. Its shells hang together through sides. A point is inside of a shell that winds
/// around it, either way, or that a way out crosses an odd number of times where the shell is not wound consistently.
/// Shells cross where the surface of one is partly inside and partly outside of the other; those that do form a group,
/// as do shells with the same surface. Inside is what is inside of an odd number of groups, a group being the union of
/// its shells.
class InsideOracle {
 public:
  InsideOracle(const Mesh& mesh, const PlacedMesh& placed);

  /// For closed meshes.
  Side where(const Point& point) const;
  /// Off the surface only.
  long double winding_number(const Point& point) const;
  /// How close a side with which the surface ends, or at which windings disagree, comes: the square.
  std::optional<Ratio> squared_distance_from_rim(const Point& point) const;

 private:
  struct Shell {
    std::vector<std::uint32_t> triangles;
    bool is_oriented = true;
    std::uint32_t group = 0;
  };
  bool do_cross(const Shell& s, const Shell& t) const;
  bool is_partly_inside(const Shell& s, const Shell& t) const;
  bool is_around(const Shell& shell, const Point& point) const;

  const PlacedMesh& placed_;
  std::vector<Shell> shells_;
  std::vector<std::array<std::uint32_t, 2>> rim_;  ///< triangle and side
};

/// Do two triangles of one mesh touch, as query/self.h defines it: neighbours need a point outside the hull of their
/// common corners, or be copies of each other.
bool self_contact(const Corners& s, const Corners& t);

}  // namespace abut::property
