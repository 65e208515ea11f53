#pragma once

#include <abut/mesh.h>

#include <functional>
#include <span>

/// What the procedural models are built from; users include abut/shapes.h.
namespace abut::shapes {

struct Turn {
  double cosine, sine;
};
/// Cosine and sine of an angle given in turns (1 is 360 degrees), the same bits on every machine, unlike libm's; exact
/// at quarter turns.
Turn turn(double turns);

/// The nearest number with 24 significant bits: what a float holds, without its narrow range.
double snapped(double value);
void snap(Mesh& mesh);

/// Makes one point of those with equal coordinates and drops those that no triangle uses.
void weld(Mesh& mesh);

/// Throws Error unless the condition holds; the message says what the shape needs.
void require(bool condition, const char* need);

/// The point of a surface at two integer parameters.
using Surface = std::function<Vec3(int, int)>;

struct Loops {
  bool rows = false, columns = false;
};
/// A grid of rows x columns quads through surface(row, column): 2 rows columns triangles that face d_row x d_column.
/// Where a parameter loops, its last row or column is joined to the first.
void add_sheet(Mesh& mesh, int rows, int columns, Loops loops, const Surface& surface);

/// A closed tube: rings of `sides` points that run counterclockwise about its direction, between two poles. 2 sides
/// rings triangles.
void add_tube(Mesh& mesh, const Vec3& first_pole, int rings, int sides, const Vec3& last_pole,
              const Surface& ring_point);

struct ProfilePoint {
  double along, radius;
};
/// A closed body of revolution about the x axis, with poles on the axis at the first and last profile point, whose
/// radii must be 0. Its first column of points lies at angle `start` (in turns from +y towards +z). 2 sides (n - 2)
/// triangles for n profile points.
void add_revolved(Mesh& mesh, std::span<const ProfilePoint> profile, int sides, double start = 0);

/// A closed slab: surface(u, v) of the upper and lower face, u in 0..columns, v in 0..rows, joined by a rim. Upper
/// faces d_u x d_v. 4 (columns rows + columns + rows) triangles.
void add_slab(Mesh& mesh, int columns, int rows, const Surface& upper, const Surface& lower);
/// A closed box whose faces along z are cut into columns x rows quads.
void add_box(Mesh& mesh, const Vec3& low, const Vec3& high, int columns = 1, int rows = 1);

/// Names the triangles that were added since the last part ended.
void end_part(Mesh& mesh, std::string name);

/// Adds a copy of `piece` (its parts left out) whose points are moved by `move`.
void add_copy(Mesh& mesh, const Mesh& piece, const std::function<Vec3(const Vec3&)>& move);

}  // namespace abut::shapes
