#pragma once

#include "math/random.h"
#include <abut/classic_game.h>

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

}  // namespace abut::bench::game
