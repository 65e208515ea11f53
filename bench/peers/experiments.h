#pragma once

#include "../experiment.h"

namespace abut::bench::peers {

/// First and all contacts of every contestant on the collide workloads, and where their answers differ from the exact
/// ones: peers.csv, collide.csv, answers.csv.
void compare_collide(const Surroundings& to);

/// Answers at placements where rounding matters: tiny models, far from the origin, just touching: hard_cases.csv.
void compare_hard_cases(const Surroundings& to);

/// Build time and memory at 70k and a million triangles, and growth of the binary build: build.csv, n_log_n.csv.
void compare_build(const Surroundings& to);

/// Refit of 70k triangles that have all moved: refit.csv.
void compare_refit(const Surroundings& to);

/// A path of small steps, in contact and clear, with and without what is remembered from step to step: coherence.csv.
void measure_coherence(const Surroundings& to);

/// Exact and approximate distance, `within`, and a path of small steps: distance.csv, distance_forms.csv.
void compare_distance(const Surroundings& to);

/// Every query at placements rounded to float and to six digits, against the same ones unrounded: rounded.csv.
void compare_rounded(const Surroundings& to);

/// Every query at sheared and unequally scaled placements, against rigid ones of the same bodies: sheared.csv.
void compare_sheared(const Surroundings& to);

/// The distance of models that touch, against a first contact: touching.csv.
void compare_touching(const Surroundings& to);

/// `within` at limits from a hundredth of the distance to twice it, against a first contact and FCL's distance:
/// within.csv.
void compare_within(const Surroundings& to);

/// Links of a robot, of 12 to 1000 triangles, far apart and near: small.csv.
void compare_small(const Surroundings& to);

/// First hits of rays, one by one and all at once, on 70k and a million triangles: rays.csv.
void compare_rays(const Surroundings& to);

/// First contacts of two moving models, proofs of clear motions and close fits, in distances of the same pair; and what
/// others miss: motions.csv, each_motion.csv, fits.csv.
void compare_motions(const Surroundings& to);
/// The same without the others, for the engine alone.
void measure_motions(const Surroundings& to);

/// Which of 100 000 boxes touch, of which a tenth moves in each frame; teleports, a giant, all in one spot: scene.csv.
void compare_scene(const Surroundings& to);

/// Random configurations of an arm in a world, free or not, on one thread: robot.csv.
void compare_robots(const Surroundings& to);
/// The same on two threads, against two processes: robot_threads.csv.
void measure_robot_threads(const Surroundings& to);

/// A path of small steps as a recording gives it, with and without caches: recorded.csv.
void compare_recorded(const Surroundings& to);

/// What two threads gain, against what two independent processes gain: threads.csv.
void measure_threads(const Surroundings& to);

/// Time per query, build, refit and memory from 10^4 to 10^7 triangles: growth.csv.
void measure_growth(const Surroundings& to);

}  // namespace abut::bench::peers
