#pragma once

#include "math/random.h"
#include <abut/classic_game.h>

#include <span>
#include <string>
#include <vector>

namespace abut::bench::game {

using classic::game::Contact;
using classic::game::MovingOptions;
using classic::game::Options;
using classic::game::Path;
using classic::game::Target;
using classic::game::Tree;

/// A model of the game, its tree and how fast such things move.
struct Actor {
  std::string name;
  Model model;
  Tree<double> tree;
  double way;    ///< the longest way in one step of time
  double angle;  ///< and the largest turn

  Actor(std::string actor_name, Mesh mesh, double longest_way, double largest_angle)
      : name(std::move(actor_name)), model(std::move(mesh)), tree(model), way(longest_way), angle(largest_angle) {}
};

/// The submarine of 490 triangles, a patch of sea floor of 1152, a projectile of 96.
std::vector<Actor> actors();

/// Moves straight and turns evenly about an axis through its origin.
struct Drift {
  Vec3 from, to, axis;
  Matrix3 turned;
  double angle = 0;

  Placement operator()(double t) const;
};
Drift random_drift(Random& random, const Actor& actor, const Vec3& near, double spread);

/// A bullet that flies straight past or into a model that drifts, from time 0 to 1.
struct Shot {
  Drift drift;
  Vec3 start, end;
};
inline constexpr int shots = 400;
std::vector<Shot> shots_at(const Actor& actor, int count);

/// Two models that drift at once.
struct Meeting {
  Drift a, b;
};
inline constexpr int meetings = 100;
std::vector<Meeting> meetings_of(const Actor& a, const Actor& b, int count);

using ActorPair = std::pair<const Actor*, const Actor*>;
/// The pairs of the paper's table that drift, and those that are asked whether they touch, sphere or box first.
std::vector<ActorPair> meeting_pairs(const std::vector<Actor>& all);
std::vector<ActorPair> switch_pairs(const std::vector<Actor>& all);
std::vector<PlacementPair> switch_placements(const Actor& b);

/// Two models and how their query goes as they are meshed more finely.
struct GrowthCase {
  const char* name;
  Mesh (*mesh_a)(int fineness);
  Mesh (*mesh_b)(int fineness);
  PlacementPair (*place)(Random& random);
};
std::span<const GrowthCase> growth_cases();
std::vector<PlacementPair> growth_placements(const GrowthCase& each);

}  // namespace abut::bench::game
