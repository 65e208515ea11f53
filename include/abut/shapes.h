#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>

#include <cstdint>

/// Procedural models for tests, experiments and demos. Calls with the same arguments give the same bytes on every
/// machine: sines come from our own polynomial instead of libm, random numbers from math/random.h. Coordinates are
/// rounded to 24 significant bits, so that a binary STL (floats) holds them without loss. Models described as closed
/// have every edge in exactly two triangles and their normals outward. Lengths have no unit unless one is named.
/// Impossible arguments (fewer than three sides, a frequency of 0) throw Error.
namespace abut {
namespace ABUT_API shapes {

// Basic bodies, centred on the origin.

/// A geodesic sphere: each face of an icosahedron cut into frequency^2 triangles of nearly one size, all points on the
/// sphere. Closed, 20 frequency^2 triangles (40 gives 32000).
Mesh sphere(double radius, int frequency);
/// The sphere of frequency 1: 20 triangles.
Mesh icosahedron(double radius);
/// Closed, 12 triangles.
Mesh box(const Vec3& half);
/// About the z axis, height 2 half_height; the ends are fans around their centres. Closed, 4 sides triangles.
Mesh cylinder(double radius, double half_height, int sides);
/// A flat grid in the plane z = 0 that faces +z: 2 columns rows triangles.
Mesh plate(double width, double depth, int columns, int rows);
/// About the z axis. Closed, 2 around across triangles (50 and 50 give the 5000 of the AABB tree paper).
Mesh torus(double major, double minor, int around, int across);
/// Triangles scattered over the cube [-1, 1]^3, each inside its own cube of side `size`. They share no topology.
Mesh random_soup(int count, double size, std::uint64_t seed);
/// A knotted curve of points - 1 segments, each stored as a degenerate triangle (a, b, b); it fits into [-3, 3]^3.
Mesh space_curve(int points);

// Models of the papers.

/// A torus about the z axis whose surface is wrinkled along both parameters, whose cross-section has lobes that twist
/// around the ring, and whose ring waves up and down.
struct WrinkledTorus {
  double major = 2;
  double minor = 0.6;
  int around = 200;
  int across = 50;
  /// Depths are fractions of `minor`; counts are whole numbers, so that the seam closes.
  double lobe_depth = 0.14;
  int lobes = 5;
  int twists = 3;
  double wrinkle_depth = 0.06;
  int wrinkles = 24;
  double wave_height = 0.2;
  int waves = 3;
};
/// Closed, 2 around across triangles: 20000 by default (OBBTree paper, Fig. 10). No point of the default comes closer
/// to the z axis than 1.2, so that it can encircle the stalagmite of the landscape.
Mesh wrinkled_torus(const WrinkledTorus& form = {});

/// Tori of the swept sphere paper's falling tori, about the z axis, closed: a lumpy one of 3240 triangles, no point of
/// which is closer to the axis than 1.15, and a smaller one of 1332, bent like a saddle and no wider than 1.15, which
/// can fall through it.
Mesh lumpy_torus();
Mesh warped_torus();

/// The landscape's stalagmite stands at the origin; its base blends into the ground at this radius.
inline constexpr double stalagmite_radius = 1.25;
/// The z of the stalagmite's tip. No other tooth reaches 1.2.
inline constexpr double stalagmite_height = 4;
/// A terrain over [-7.32, 7.38] x [-6, 6], z up: dimples, sharp teeth, and one stalagmite in the middle. A height
/// field on a grid of 245 x 200, 98000 triangles (OBBTree paper, Fig. 10).
Mesh toothed_landscape();

/// Half the cave's length and width; the floor is about z = 0.
inline constexpr double cave_half_length = 12, cave_half_width = 8, cave_height = 6;
/// A cave of 50970 triangles (swept sphere paper, path planning): an uneven floor, ceiling and wall that enclose the
/// free space, with normals into it; on them stalagmites, stalactites and columns of long thin triangles, open at their
/// ends and rooted in the rock. One stalagmite stands at each of (-cave_stalagmite, 0) and (cave_stalagmite, 0), 2
/// high.
Mesh cave();
inline constexpr double cave_stalagmite = 8.5;

/// How many pieces each of the teapot's 32 Bezier patches is cut into. Patches that meet along a full ring share
/// `around`, so that no cracks open between them.
struct TeapotResolution {
  int around = 8;  ///< per quarter turn, for all bodies of revolution
  int rim = 4, upper_body = 8, lower_body = 7, knob = 7, lid = 7, bottom = 4;
  int handle_across = 6, upper_handle = 14, lower_handle = 13;  ///< across: per half of the cross-section
  int spout_across = 8, spout = 17, spout_lip = 8;
};
/// Martin Newell's teapot from his published control points, z up, spout along +x. 3752 triangles by default (AABB tree
/// paper); the triangles that vanish at the poles of knob and bottom are left out. Open where the original is: at the
/// spout's mouth and between lid and rim; handle and spout reach into the body.
Mesh teapot(const TeapotResolution& resolution = {});

/// A slender space craft, nose along +x: long thin nose, four crossed thin wings, engines and cannons. Named parts,
/// each closed; 6084 triangles (AABB tree paper).
Mesh spacecraft();

/// Interweaving pipes that fill the cube [-9.8, 9.8]^3: random routes through a lattice of unit cells, no cell used
/// twice. Long thin triangles in the straight runs, rounded elbows, nine sides, flat ends. Closed, 143690 triangles
/// (OBBTree paper, Fig. 8). Centre lines of different runs stay 0.7 apart.
Mesh pipes();
inline constexpr double pipe_radius = 0.3;

/// A torpedo along +x, metres: 5.8 long, the cylindrical part of radius `torpedo_radius`, four fins, five screw blades.
/// Named parts, each closed; 4780 triangles (OBBTree paper, Fig. 7).
Mesh torpedo();
inline constexpr double torpedo_radius = 0.2667;
/// A submarine along +x, 10 long: hull, sail, four fins, a periscope; named parts, each closed. 490 triangles, as the
/// game's in the paper on sphere/OBB trees.
Mesh submarine();
/// The handling room's pivot: a frame along x on a turntable, with pairs of rollers in a V along its whole length.
/// Named parts, each closed but for the last, "tag", a single open triangle that makes up the paper's odd count of
/// 44921.
Mesh pivot();
/// Where the torpedo lies on the pivot's rollers: it presses 0.2 mm into each roller, so that there are contacts along
/// its whole length.
Placement torpedo_at_rest();

/// A scan-like blob with bumps of many sizes, noise and very uneven triangles, within [-2, 2]^3. Closed. The number of
/// triangles is the value 20 n^2 nearest to `triangles` (70000 gives 69620).
Mesh bumpy_scan(int triangles, std::uint64_t seed);

}  // namespace shapes
}  // namespace abut

/// Deformations for tests and experiments with deforming models: each returns the deformed points in the order of the
/// original ones, with the same bytes on every machine. Lengths are relative to the size of the points' box, its
/// longest side.
namespace abut {
namespace ABUT_API shapes {

/// Twisted about the longest axis of the box, evenly from 0 at its low end to `turns` at its high end (1 is 360
/// degrees).
std::vector<Vec3> twisted(std::span<const Vec3> points, double turns);

/// One feature enlarged: points within a third of the size from the last point move away from it. The growth is largest
/// in the middle: `factor` times.
std::vector<Vec3> blown_up(std::span<const Vec3> points, double factor);

/// The same mesh with three points for every triangle, so that it can be torn up.
Mesh unwelded(const Mesh& mesh);

/// Every triangle moved on its own, by up to `distance` in a random direction. Triangles that share a point are
/// stretched instead: see unwelded.
std::vector<Vec3> torn(const Mesh& mesh, double distance, std::uint64_t seed);

}  // namespace shapes
}  // namespace abut
