#include "poses_together.h"

#include "cluster/bytes.h"
#include "interrupt.h"
#include "io/file.h"
#include "poses.h"
#include "ranks.h"
#include <abut/error.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <span>

namespace abut::cli {

namespace {

constexpr std::size_t bytes_of_a_part = 1 << 16, longest_line = std::size_t{1} << 20;

/// The lines of a file in parts: those that begin within so many bytes. A file of the disk is read part by part, by
/// whoever makes numbers of it, so that nobody waits until all of it is read; a pipe is read first.
class LinesInParts {
 public:
  explicit LinesInParts(const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored) && std::filesystem::file_size(file, ignored) > 0) {
      name_ = file.string();
      file_.emplace(file);
    } else {
      read_all(file);
    }
  }

  const std::string& name() const { return name_; }
  std::size_t size() const { return file_ ? (file_->size() - 1) / bytes_of_a_part + 1 : parts_.size(); }
  /// Lines, each with its end; of the last one only so much that it is seen to be too long, if it is.
  std::string part(std::size_t number) const;
  /// What went wrong in reading: what is wrong with the lines before is told first.
  void require_read() const {
    if (failure_) std::rethrow_exception(failure_);
    if (file_) file_->require_unchanged();
  }
  /// It is not needed any more.
  void forget(std::size_t number) {
    if (!file_) parts_[number] = {};
  }

 private:
  void read_all(const std::filesystem::path& file) {
    InputLines lines(file);
    name_ = lines.name();
    try {
      for (std::string text; lines.next_lines(text);) {
        if (parts_.empty() || parts_.back().size() > bytes_of_a_part) parts_.emplace_back();
        parts_.back() += text;
      }
    } catch (const Error&) {
      failure_ = std::current_exception();
    }
  }
  std::string bytes_at(std::uint64_t offset, std::size_t size) const {
    std::string bytes(size, '\0');
    bytes.resize(file_->read(offset, std::as_writable_bytes(std::span(bytes))));
    return bytes;
  }

  std::string name_;
  std::optional<InputFile> file_;
  std::vector<std::string> parts_;
  std::exception_ptr failure_;
};

std::string LinesInParts::part(std::size_t number) const {
  if (!file_) return parts_[number];
  // From the byte before, whose end of a line lets one begin at once.
  const std::size_t before = number == 0 ? 0 : 1, size = bytes_of_a_part + before;
  const std::uint64_t offset = number * std::uint64_t{bytes_of_a_part} - before;
  std::string text = bytes_at(offset, size);
  const std::size_t begin = number == 0 ? 0 : text.find('\n') + 1;
  if (begin < before || begin >= size) return {};
  if (text.size() == size) {
    std::size_t end = text.find('\n', size - 1);
    for (std::size_t more = 1 << 12; end == text.npos && text.size() <= size + longest_line; more *= 2) {
      const std::size_t known = text.size();
      text += bytes_at(offset + known, more);
      end = text.find('\n', known);
      if (text.size() < known + more) break;
    }
    if (end != text.npos) text.resize(end + 1);
  }
  return text.erase(0, begin);
}

/// Takes the first line off, without its end.
std::string_view next_line(std::string_view& text, const std::string& file) {
  const std::string_view line = text.substr(0, text.find('\n'));
  if (line.size() > longest_line) throw Error(file + ": has a line of more than 2^20 bytes. Is it a text?");
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

/// How many lines there are, their poses, and whether something is wrong with the line that follows, as bytes. The file
/// begins with the lines if they are its first ones.
void append_packed(std::string& bytes, std::string_view text, const std::string& file, bool is_first) {
  std::vector<PlacementPair> poses;
  // Which line it is does not matter here, but that a file may begin with a mark.
  std::uint64_t lines = 0, is_flawed = 0;
  const std::size_t first = is_first ? 1 : 2;
  try {
    for (; !text.empty(); ++lines) append_pose(poses, next_line(text, file), file, first + lines);
  } catch (const Error&) {
    is_flawed = 1;
  }
  ByteWriter writer{std::move(bytes)};
  writer.put(lines);
  writer.put(is_flawed);
  writer.put_all(std::span<const PlacementPair>(poses));
  bytes = std::move(writer.bytes);
}

/// The lines of a file as items of a run.
class PoseReading : public ItemWork {
 public:
  PoseReading() = default;
  /// On the first rank.
  explicit PoseReading(const std::filesystem::path& file) : lines_(std::in_place, file) {}

  /// Takes the next results, in the order of the lines, and appends their poses.
  void append(std::vector<PlacementPair>& poses, std::string_view results);
  /// When there are no more.
  void require_read(const std::vector<PlacementPair>& poses) const {
    lines_->require_read();
    require_poses(poses, lines_->name());
  }

  std::size_t items() const override { return lines_->size(); }
  std::string packed(const Piece& piece) const override {
    ByteWriter writer;
    writer.put_text(lines_->name());
    for (std::size_t i = piece.first; i < piece.last; ++i) writer.put_text(lines_->part(i));
    return std::move(writer.bytes);
  }
  PieceResult run(const Piece& piece, const std::string* packed_items, double seconds) override;
  void interrupt() override { is_interrupted_ = true; }

 private:
  [[noreturn]] void fail() const;

  std::optional<LinesInParts> lines_;
  std::size_t parts_done_ = 0, lines_done_ = 0;
  std::atomic<bool> is_interrupted_{false};
};

PieceResult PoseReading::run(const Piece& piece, const std::string* packed_items, double seconds) {
  const auto start = std::chrono::steady_clock::now();
  PieceResult result;
  result.items = {piece.first, piece.first};
  ByteReader reader(packed_items ? std::string_view(*packed_items) : std::string_view());
  const std::string name = packed_items ? std::string(reader.get_text()) : lines_->name();
  do {
    const std::size_t part = result.items.last;
    if (packed_items)
      append_packed(result.text, reader.get_text(), name, part == 0);
    else
      append_packed(result.text, lines_->part(part), name, part == 0);
    ++result.items.last;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  } while (result.items.size() < piece.size() && result.seconds < seconds && !is_interrupted_);
  return result;
}

void PoseReading::append(std::vector<PlacementPair>& poses, std::string_view results) {
  std::vector<PlacementPair> some;
  for (ByteReader reader(results); !reader.at_end(); ++parts_done_) {
    const auto lines = reader.get<std::uint64_t>(), is_flawed = reader.get<std::uint64_t>();
    if (is_flawed) fail();
    reader.get_all(some);
    if (poses.empty()) poses.reserve(some.size() * lines_->size() * 11 / 10);
    poses.insert(poses.end(), some.begin(), some.end());
    lines_done_ += lines;
    lines_->forget(parts_done_);
  }
}

/// Says what is wrong with the next part.
void PoseReading::fail() const {
  std::vector<PlacementPair> poses;
  const std::string part = lines_->part(parts_done_);
  std::string_view rest = part;
  for (std::size_t number = lines_done_ + 1; !rest.empty(); ++number)
    append_pose(poses, next_line(rest, lines_->name()), lines_->name(), number);
  throw Error(lines_->name() + ": changed while it was read.");
}

}  // namespace

std::vector<PlacementPair> read_poses_together(const std::filesystem::path& file) {
  Interrupt interrupt;
  if (!is_first_rank()) {
    PoseReading reading;
    if (crew()->follow(reading, interrupt.flag())) return {{}};
    if (interrupt.flag()) throw Interrupted{};
    throw Followed{};
  }
  PoseReading reading(file);
  std::vector<PlacementPair> poses;
  Gathering gathering(reading.items(), rank_count(), PieceRule::for_ranks(rank_count(), 1),
                      [&](std::string_view results) { reading.append(poses, results); });
  LeadOptions options;
  options.stop = &interrupt.flag();
  if (crew()->lead(reading, gathering, options) == LeadEnd::stopped) throw Interrupted{};
  reading.require_read(poses);
  return poses;
}

}  // namespace abut::cli
