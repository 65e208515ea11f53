#include "poses.h"

#include "io/file.h"
#include "io/text.h"
#include "number_lines.h"
#include <abut/error.h>

#include <algorithm>
#include <array>

namespace abut::cli {

namespace {

constexpr std::size_t numbers_per_pose = 24;

PlacementPair placed(const std::array<double, numbers_per_pose>& values, const NumberLine& line) {
  const std::span<const double, numbers_per_pose> all(values);
  PlacementPair pair{Placement::from_rows(all.first<12>()), Placement::from_rows(all.last<12>())};
  try {
    require_valid(pair.a);
    require_valid(pair.b);
  } catch (const Error&) {
    // Again, with its place, which takes as long to write as a pose to read.
    require_valid(pair.a, (line.where() + "the placement of A").c_str());
    require_valid(pair.b, (line.where() + "the placement of B").c_str());
  }
  return pair;
}

constexpr std::size_t lines_of_a_guess = 1000;

/// How many poses a file has of which so many bytes have so many; that many if it has no size, as a pipe.
std::size_t guessed_count(const std::filesystem::path& file, std::size_t bytes, std::size_t poses) {
  std::error_code error;
  const auto size = std::filesystem::is_regular_file(file, error) ? std::filesystem::file_size(file, error) : 0;
  return error ? poses
               : std::max(poses, static_cast<std::size_t>(1.1 * static_cast<double>(poses) * static_cast<double>(size) /
                                                          static_cast<double>(bytes)));
}

}  // namespace

void append_pose(std::vector<PlacementPair>& poses, std::string_view text, const std::string& file, std::size_t line) {
  const NumberLine numbers{file, line};
  std::array<double, numbers_per_pose> values{};
  const std::size_t count = numbers.read(line == 1 ? without_mark(text) : text, values, Between::blanks);
  if (count == 0) return;
  if (count != numbers_per_pose)
    throw Error(numbers.where() + "has " + counted(count, "value") +
                "; a pose has 24: A's 3x4 matrix row by row, then B's.");
  poses.push_back(placed(values, numbers));
}

void require_poses(const std::vector<PlacementPair>& poses, const std::string& file) {
  if (poses.empty())
    throw Error(file + ": has no poses. Give one per line, 24 numbers: A's 3x4 matrix row by row, then B's.");
}

std::vector<PlacementPair> read_poses(const std::filesystem::path& file) {
  InputLines lines(file);
  std::vector<PlacementPair> poses;
  std::string text;
  for (std::size_t line = 1; lines.next(text); ++line) {
    append_pose(poses, text, lines.name(), line);
    if (line == lines_of_a_guess && !poses.empty())
      poses.reserve(guessed_count(file, poses.size() * (text.size() + 1), poses.size()));
  }
  require_poses(poses, lines.name());
  return poses;
}

}  // namespace abut::cli
