#pragma once

#include "../experiment.h"

namespace abut::bench {

/// Build time, volume tests and query time of every kind x split x fit on a scan, a teapot and close spheres: the
/// measurements behind the defaults of classic::ModelOptions. choices.csv.
void measure_choices(const Surroundings& to);

/// A thousand parts with two million triangles, packed until some five thousand pairs clash or are closer than a
/// hundredth of their size: time to build, and to check with and without severity, on one and two threads. clash.csv.
void measure_clash(const Surroundings& to);

/// What the depth and reaches of overlapping pairs cost, in exact distances of the same pairs taken apart, and their
/// volumes, held to goals. depth.csv, depth_volumes.csv, goals.csv.
void measure_depth(const Surroundings& to);

/// First contact of two deforming cloths of 20 000 triangles each, against a refit and all contacts at both ends, and
/// of the single features that a simulation would ask for. deforming_cloths.csv, deforming_features.csv.
void measure_deforming(const Surroundings& to);

/// A hundred thousand bullets at a hundred moving models of 5120 triangles, on one thread. bullets.csv.
void measure_bullets(const Surroundings& to);

/// A scene of 100 000 bodies of which a tenth moves in each frame: to move them, and what begins and ends.
/// scene_engine.csv.
void measure_scene(const Surroundings& to);

/// Things at fifty thousand voxels, the wall of a hollow ball: as a shape of boxes, as a mesh of all their faces, and
/// as bodies of a scene, which must agree. voxels.csv.
void measure_voxels(const Surroundings& to);

/// Edges of an arm of seven joints that change each joint by up to a radian and stay clear by 2 % of its reach: what a
/// proof takes, in single checks of configurations on the edge. edges.csv.
void measure_edges(const Surroundings& to);

}  // namespace abut::bench
