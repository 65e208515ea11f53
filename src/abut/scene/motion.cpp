#include <abut/error.h>
#include <abut/io/text.h>
#include <abut/scene/motion.h>
#include <abut/scene/word_lines.h>

#include <array>

namespace abut {

namespace {

class MotionReader {
 public:
  MotionReader(const std::filesystem::path& file, const Assembly& assembly)
      : lines_(file), assembly_(assembly), standing_(at_rest(assembly).placements), named_(standing_.size(), 0) {}

  Motion read() {
    while (lines_.next()) read_line();
    finish_step();
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
    if (!motion_.times.empty()) lines_.fail("'time' says what the times are and comes before the first step.");
    motion_.time_name = lines_.after_first_word();
  }

  void begin_step() {
    const auto& words = lines_.words();
    if (words.size() != 2) lines_.fail("a step is the word 'step' and its time, such as 'step 0.5'.");
    const double time = lines_.number(words[1], "the step's time");
    if (!motion_.times.empty() && !(time > motion_.times.back()))
      lines_.fail("the step's time is " + quoted(words[1].text) + ", which is not later than that of the step before.");
    finish_step();
    motion_.times.push_back(time);
  }

  void finish_step() {
    if (motion_.times.empty()) return;
    motion_.placements.insert(motion_.placements.end(), standing_.begin(), standing_.end());
  }

  void place_part() {
    const auto& words = lines_.words();
    const std::string name(words[0].text);
    if (motion_.times.empty()) lines_.fail("a part is placed before the first 'step TIME'.");
    const std::optional<std::size_t> part = assembly_.find(name);
    if (!part) lines_.fail("no part of the assembly is called " + quoted(words[0].text) + ".");
    if (words.size() != 13)
      lines_.fail("has " + counted(words.size() - 1, "value") +
                  " behind the part's name; a placement has 12: its 3x4 " + "matrix row by row.");
    if (named_[*part] == motion_.times.size())
      lines_.fail("the step places " + quoted(words[0].text) + " a second time.");
    named_[*part] = motion_.times.size();
    std::array<double, 12> rows;
    for (std::size_t i = 0; i < 12; ++i) rows[i] = lines_.number(words[i + 1], "value " + std::to_string(i + 1));
    standing_[*part] = Placement::from_rows(rows);
    require_valid(standing_[*part], (lines_.where() + "the placement").c_str());
  }

  WordLines lines_;
  const Assembly& assembly_;
  Motion motion_;
  std::vector<Placement> standing_;
  std::vector<std::size_t> named_;  ///< the step, counted from 1, that placed a part last
};

}  // namespace

Motion at_rest(const Assembly& assembly) {
  Motion motion{{0}, "", {}};
  for (const AssemblyPart& part : assembly.parts()) motion.placements.push_back(part.at);
  return motion;
}

Motion read_motion(const std::filesystem::path& file, const Assembly& assembly) {
  Motion motion = MotionReader(file, assembly).read();
  if (motion.times.empty())
    throw Error(file.string() +
                ": has no step. Begin each with 'step TIME', followed by a line for each part that moves.");
  return motion;
}

}  // namespace abut
