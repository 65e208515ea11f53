#include "io/text.h"
#include "io/word_lines.h"
#include <abut/clash.h>
#include <abut/error.h>

#include <algorithm>
#include <array>
#include <limits>

namespace abut {

namespace {

constexpr std::size_t most_warnings = 10;

/// What a placement does to a part that a motion does not do, in words; nothing for rigid motions within a thousandth.
std::string distortion(const Placement& at, const Placement& own) {
  // A power of two would do; whatever it is, both are scaled by it, and the quotient stays what it is.
  const double scale = 1 / largest_magnitude(own.linear);
  const Matrix3 change = (at.linear * scale) * inverse(own.linear * scale);
  constexpr double slack = 2e-3;  // of squared lengths
  double least = std::numeric_limits<double>::infinity(), most = 0, skew = 0;
  for (int i = 0; i < 3; ++i) {
    const Vec3 column = change.column(i), next = change.column((i + 1) % 3);
    least = std::min(least, dot(column, column));
    most = std::max(most, dot(column, column));
    skew = std::max(skew, std::abs(dot(column, next)));
  }
  const bool mirrors = determinant(change) < 0;
  if (!mirrors && least >= 1 - slack && most <= 1 + slack && skew <= slack) return {};
  if (most - least > slack * most || skew > slack * most) return "scales or shears";
  if (least >= 1 - slack && most <= 1 + slack) return "mirrors";
  return mirrors ? "mirrors and scales" : "scales";
}

class MotionReader {
 public:
  MotionReader(const std::filesystem::path& file, const Assembly& assembly)
      : lines_(file),
        assembly_(assembly),
        motion_{{}, "", at_rest(assembly).tracks},
        named_(motion_.parts(), 0),
        warned_(motion_.parts()) {}

  AssemblyMotion read() {
    while (lines_.next()) read_line();
    if (distorted_ > most_warnings)
      motion_.warnings.push_back(lines_.name() + ": mirrors, scales or shears " +
                                 counted(distorted_ - most_warnings, "more part") + ".");
    return std::move(motion_);
  }

 private:
  void read_line() {
    const Word& first = lines_.words().front();
    if (!first.quoted && first.text == "time")
      read_time_name();
    else if (!first.quoted && first.text == "step")
      begin_step();
    else
      place_part();
  }

  void read_time_name() {
    if (!motion_.times.empty()) lines_.fail("'time' says what the times mean and must come before the first step.");
    motion_.time_name = lines_.after_first_word();
  }

  void begin_step() {
    const auto& words = lines_.words();
    if (words.size() != 2) lines_.fail("a step is the word 'step' and its time, such as 'step 0.5'.");
    const double time = lines_.number(words[1], "the step's time");
    if (!motion_.times.empty() && !(time > motion_.times.back()))
      lines_.fail("the step's time is " + in_quotes(words[1].text) +
                  ", which is not later than that of the step before.");
    motion_.times.push_back(time);
  }

  void place_part() {
    const auto& words = lines_.words();
    const std::string name = words[0].plain();
    if (motion_.times.empty()) lines_.fail("a part is placed before the first 'step TIME'.");
    const std::optional<std::size_t> part = assembly_.find(name);
    if (!part) lines_.fail("no part of the assembly is called " + in_quotes(words[0].text) + ".");
    if (words.size() != 13)
      lines_.fail("has " + counted(words.size() - 1, "value") +
                  " behind the part's name; a placement has 12: its 3x4 " + "matrix row by row.");
    if (named_[*part] == motion_.times.size())
      lines_.fail("the step places " + in_quotes(words[0].text) + " a second time.");
    named_[*part] = motion_.times.size();
    std::array<double, 12> rows;
    for (std::size_t i = 0; i < 12; ++i) rows[i] = lines_.number(words[i + 1], "value " + std::to_string(i + 1));
    const Placement at = Placement::from_rows(rows);
    require_valid(at, (lines_.where() + "the placement").c_str());
    motion_.place(motion_.steps() - 1, *part, at);
    warn_of_distortion(*part, at);
  }

  void warn_of_distortion(std::size_t part, const Placement& at) {
    const AssemblyPart& own = assembly_.parts()[part];
    const std::string what = warned_[part] ? std::string() : distortion(at, own.at);
    if (what.empty()) return;
    warned_[part] = true;
    if (++distorted_ <= most_warnings)
      motion_.warnings.push_back(lines_.where() + "the placement " + what + " " +
                                 in_quotes(std::string_view(own.name)) +
                                 ", which a motion does not do; is the matrix right?");
  }

  WordLines lines_;
  const Assembly& assembly_;
  AssemblyMotion motion_;
  std::vector<std::size_t> named_;  ///< the step, counted from 1, that placed a part last
  std::vector<bool> warned_;        ///< whether a part was found to be distorted
  std::size_t distorted_ = 0;       ///< how many were
};

}  // namespace

const Placement& AssemblyMotion::at(std::size_t step, std::size_t part) const {
  const std::vector<MotionKey>& track = tracks[part];
  const auto later = [](std::size_t wanted, const MotionKey& key) { return wanted < key.step; };
  return std::prev(std::upper_bound(track.begin(), track.end(), step, later))->at;
}

std::vector<Placement> AssemblyMotion::at_step(std::size_t step) const {
  std::vector<Placement> placements;
  for (std::size_t part = 0; part < parts(); ++part) placements.push_back(at(step, part));
  return placements;
}

void AssemblyMotion::place(std::size_t step, std::size_t part, const Placement& at) {
  std::vector<MotionKey>& track = tracks[part];
  if (!track.empty() && track.back().step == step)
    track.back().at = at;
  else if (track.empty() || track.back().at != at)
    track.push_back({step, at});
}

AssemblyMotion motion_from(std::vector<double> times, std::span<const Placement> placements, std::string time_name) {
  if (times.empty() || placements.size() % times.size() != 0)
    throw Error("the motion has " + counted(placements.size(), "placement") + " for " + counted(times.size(), "step") +
                "; there must be one for each part in each step.");
  const std::size_t parts = placements.size() / times.size();
  AssemblyMotion motion{std::move(times), std::move(time_name), std::vector<std::vector<MotionKey>>(parts)};
  for (std::size_t i = 0; i < placements.size(); ++i) motion.place(i / parts, i % parts, placements[i]);
  return motion;
}

AssemblyMotion at_rest(const Assembly& assembly) {
  AssemblyMotion motion{{0}, "", {}};
  for (const AssemblyPart& part : assembly.parts()) motion.tracks.push_back({{0, part.at}});
  return motion;
}

void require_fitting(const AssemblyMotion& motion, const Assembly& assembly) {
  if (motion.parts() != assembly.parts().size())
    throw Error("the motion has " + counted(motion.parts(), "track") + ", but the assembly has " +
                counted(assembly.parts().size(), "part") + ".");
  for (std::size_t part = 0; part < motion.parts(); ++part) {
    const std::vector<MotionKey>& track = motion.tracks[part];
    const std::string name = in_quotes(std::string_view(assembly.parts()[part].name));
    if (track.empty() || track.front().step != 0)
      throw Error("the motion does not say where " + name + " stands at step 0.");
    const std::string what = "the placement of " + name;
    for (std::size_t i = 0; i < track.size(); ++i) {
      if (i > 0 && track[i - 1].step >= track[i].step)
        throw Error("the motion places " + name + " at step " + std::to_string(track[i].step) + " after step " +
                    std::to_string(track[i - 1].step) + "; steps must increase.");
      require_valid(track[i].at, what.c_str());
    }
  }
}

AssemblyMotion read_motion(const std::string& file, const Assembly& assembly) {
  AssemblyMotion motion = MotionReader(file, assembly).read();
  if (motion.times.empty())
    throw Error(file + ": has no step. Begin each with 'step TIME', followed by a line for each part that moves.");
  return motion;
}

}  // namespace abut
