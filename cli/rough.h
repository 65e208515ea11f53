#pragma once

#include "options.h"
#include <abut/classic_game.h>
#include <abut/query.h>

#include <optional>
#include <string>

namespace abut::cli {

/// What the game's trees answer, with --accuracy: contact too often rather than too seldom.
struct RoughContact {
  classic::game::Contact contact;
  Counters counters;

  RoughContact() = default;
  explicit RoughContact(const classic::game::Contact& found)
      : contact(found), counters{found.effort.sphere_tests + found.effort.box_tests, found.effort.triangle_tests, 0} {}
};

/// --accuracy, from 0 to 1.
void add_accuracy(Command& app, std::optional<double>& accuracy);
/// If there is an accuracy, throws Error when it is above 1, or when one of these options is given besides, which the
/// game's trees do not have.
void require_alone(const std::optional<double>& accuracy, const Command& command,
                   std::initializer_list<const char*> others);

/// How footers explain what is answered.
extern const std::string about_accuracy;

/// ,"exact":..., and of a contact its time by that name, its point, and its triangles if they are known.
void append_json(std::string& text, const RoughContact& found, const char* time);

}  // namespace abut::cli
