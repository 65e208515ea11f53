#include "motions.h"

#include "cluster/bytes.h"
#include "io/file.h"
#include "io/text.h"
#include "number_lines.h"
#include <abut/error.h>

#include <array>
#include <cmath>
#include <utility>

namespace abut::cli {

namespace {

constexpr std::size_t numbers_per_line = 25;

MotionPair motion_through(std::vector<TimedPlacement> a, std::vector<TimedPlacement> b, Way way) {
  MotionPair pair{Motion::through(a, way), Motion::through(b, way)};
  pair.through_a = std::move(a);
  pair.through_b = std::move(b);
  return pair;
}

/// The motions of a file, line by line.
class MotionReader {
 public:
  explicit MotionReader(Way way) : way_(way) {}

  void add(const std::array<double, numbers_per_line>& values, const NumberLine& line);
  /// The motion that is being read, if any, ends.
  void end_motion();
  std::vector<MotionPair> take() { return std::move(motions_); }

 private:
  /// Is there a motion that leads from the placement before to the last one?
  void require_way(std::span<const TimedPlacement> placements, const std::string& where) const;

  Way way_;
  std::string where_;  // the last placement was
  std::vector<TimedPlacement> a_, b_;
  std::vector<MotionPair> motions_;
};

void MotionReader::add(const std::array<double, numbers_per_line>& values, const NumberLine& line) {
  where_ = line.where();
  const std::span<const double, numbers_per_line> all(values);
  const double time = values[0];
  if (!std::isfinite(time)) throw Error(where_ + "the time is not finite.");
  if (!a_.empty() && !(a_.back().time < time))
    throw Error(where_ + "the time is not later than that of the line before; an empty line starts a motion.");
  a_.push_back({time, Placement::from_rows(all.subspan<1, 12>())});
  b_.push_back({time, Placement::from_rows(all.last<12>())});
  require_valid(a_.back().at, (where_ + "the placement of A").c_str());
  require_valid(b_.back().at, (where_ + "the placement of B").c_str());
  require_way(a_, where_ + "A, moving from the line before: ");
  require_way(b_, where_ + "B, moving from the line before: ");
}

void MotionReader::require_way(std::span<const TimedPlacement> placements, const std::string& where) const {
  if (placements.size() < 2) return;
  try {
    Motion::through(placements.last(2), way_);
  } catch (const Error& error) {
    throw Error(where + error.what());
  }
}

void MotionReader::end_motion() {
  if (a_.empty()) return;
  if (a_.size() == 1) throw Error(where_ + "is a motion of one placement; it needs two or more.");
  motions_.push_back(motion_through(std::exchange(a_, {}), std::exchange(b_, {}), way_));
}

}  // namespace

std::string packed_motions(std::span<const MotionPair> motions) {
  ByteWriter writer;
  for (const MotionPair& motion : motions) {
    writer.put_all(std::span(motion.through_a));
    writer.put_all(std::span(motion.through_b));
  }
  return std::move(writer.bytes);
}

UnpackedMotions unpacked_motions(std::string_view bytes, Way way) {
  UnpackedMotions unpacked;
  for (ByteReader reader(bytes); !reader.at_end();) {
    std::vector<TimedPlacement> a, b;
    reader.get_all(a);
    reader.get_all(b);
    unpacked.items.push_back(motion_through(std::move(a), std::move(b), way));
  }
  return unpacked;
}

std::vector<MotionPair> read_motions(const std::filesystem::path& file, Way way) {
  InputLines lines(file);
  MotionReader reader(way);
  std::string text;
  std::array<double, numbers_per_line> values{};
  for (NumberLine line{lines.name(), 1}; lines.next(text); ++line.number) {
    const std::string_view content = line.number == 1 ? without_mark(text) : std::string_view(text);
    const std::size_t count = line.read(content, values, Between::blanks);
    if (count == 0) {
      if (content.find('#') == content.npos) reader.end_motion();
      continue;
    }
    if (count != numbers_per_line)
      throw Error(line.where() + "has " + counted(count, "value") +
                  "; a line of a motion has 25: the time, A's 3x4 matrix row by row, then B's.");
    reader.add(values, line);
  }
  reader.end_motion();
  std::vector<MotionPair> motions = reader.take();
  if (motions.empty())
    throw Error(lines.name() +
                ": has no motions. Give a placement per line, 25 numbers: the time, A's 3x4 matrix row " +
                "by row, then B's.");
  return motions;
}

}  // namespace abut::cli
