#include "rough.h"

#include "output.h"
#include <abut/error.h>

#include <fmt/format.h>

namespace abut::cli {

const std::string about_accuracy =
    R"(With --accuracy the sphere/OBB trees of a game answer instead, on their spheres and boxes down to a level,
or on triangles at 1. They say contact too often rather than too seldom: "exact" tells whether the answer is
sure, as "no contact" always is. The point is one of the sphere or box, unless "exact".

)";

void add_accuracy(Command& app, std::optional<double>& accuracy) {
  app.add_option("--accuracy", accuracy,
                 "Answer roughly, by the volumes of a tree: 0 the\noutermost, 1 down to the triangles")
      .type_name("SHARE")
      .check(number_from_zero("number"));
}

void require_alone(const std::optional<double>& accuracy, const Command& command,
                   std::initializer_list<const char*> others) {
  if (!accuracy) return;
  if (!(*accuracy <= 1)) throw Error(fmt::format("--accuracy must be from 0 to 1; it is {}.", *accuracy));
  for (const char* other : others)
    if (command.count(other) > 0) throw Error(fmt::format("--accuracy and {} exclude each other.", other));
}

void append_json(std::string& text, const RoughContact& found, const char* time) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, ",\"exact\":{}", found.contact.exact);
  if (!found.contact.found) return;
  fmt::format_to(out, ",\"{}\":{},\"point\":", time, found.contact.time);
  append_json_point(text, found.contact.point);
}

}  // namespace abut::cli
