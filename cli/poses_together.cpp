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

namespace abut::cli {

namespace {

/// Some lines of the file, each with its end.
struct Lines {
  std::size_t first = 1;  ///< counted from 1
  std::string text;
};

/// The poses of some lines, or what is wrong with them, as bytes.
void append_packed(std::string& bytes, const Lines& lines, const std::string& file) {
  std::vector<PlacementPair> poses;
  std::string flaw;
  try {
    std::size_t number = lines.first;
    for (std::size_t at = 0, end = 0; at < lines.text.size(); at = end + 1, ++number) {
      end = lines.text.find('\n', at);
      append_pose(poses, std::string_view(lines.text).substr(at, end - at), file, number);
    }
  } catch (const Error& error) {
    flaw = error.what();
  }
  ByteWriter writer;
  writer.put_text(flaw);
  writer.put_all(std::span<const PlacementPair>(poses));
  bytes += writer.bytes;
}

/// The lines of a file as items of a run.
class PoseReading : public ItemWork {
 public:
  /// On the first rank. What goes wrong in reading is kept: what is wrong with the lines before is told first.
  void read(const std::filesystem::path& file) {
    InputLines lines(file);
    name_ = lines.name();
    try {
      std::string text;
      for (std::size_t number = 1; lines.next_lines(text); number = count_ + 1) {
        if (parts_.empty() || parts_.back().text.size() > bytes_of_a_part) parts_.push_back({number, {}});
        parts_.back().text += text;
        count_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
      }
    } catch (const Error&) {
      failure_ = std::current_exception();
    }
  }
  const std::string& name() const { return name_; }
  std::size_t line_count() const { return count_; }
  void require_read() const {
    if (failure_) std::rethrow_exception(failure_);
  }
  /// The next part is done and not needed any more.
  void forget_next() { parts_[forgotten_++].text = {}; }

  std::size_t items() const override { return parts_.size(); }
  std::string packed(const Piece& piece) const override {
    ByteWriter writer;
    writer.put_text(name_);
    for (std::size_t i = piece.first; i < piece.last; ++i) {
      writer.put(parts_[i].first);
      writer.put_text(parts_[i].text);
    }
    return std::move(writer.bytes);
  }
  PieceResult run(const Piece& piece, const std::string* packed_items, double seconds) override {
    const auto start = std::chrono::steady_clock::now();
    PieceResult result;
    result.items = {piece.first, piece.first};
    ByteReader reader(packed_items ? std::string_view(*packed_items) : std::string_view());
    const std::string name = packed_items ? std::string(reader.get_text()) : name_;
    do {
      if (packed_items) {
        Lines lines;
        lines.first = reader.get<std::size_t>();
        lines.text = reader.get_text();
        append_packed(result.text, lines, name);
      } else {
        append_packed(result.text, parts_[result.items.last], name);
      }
      ++result.items.last;
      result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    } while (result.items.size() < piece.size() && result.seconds < seconds && !is_interrupted_);
    return result;
  }
  void interrupt() override { is_interrupted_ = true; }

 private:
  static constexpr std::size_t bytes_of_a_part = 1 << 16;

  std::string name_;
  std::vector<Lines> parts_;
  std::size_t count_ = 0, forgotten_ = 0;
  std::exception_ptr failure_;
  std::atomic<bool> is_interrupted_{false};
};

void append_unpacked(std::vector<PlacementPair>& poses, PoseReading& reading, std::string_view bytes) {
  std::vector<PlacementPair> some;
  for (ByteReader reader(bytes); !reader.at_end(); reading.forget_next()) {
    if (const std::string_view flaw = reader.get_text(); !flaw.empty()) throw Error(std::string(flaw));
    reader.get_all(some);
    poses.insert(poses.end(), some.begin(), some.end());
  }
}

}  // namespace

std::vector<PlacementPair> read_poses_together(const std::filesystem::path& file) {
  PoseReading reading;
  Interrupt interrupt;
  if (!is_first_rank()) {
    if (crew()->follow(reading, interrupt.flag())) return {{}};
    if (interrupt.flag()) throw Interrupted{};
    throw Followed{};
  }
  reading.read(file);
  std::vector<PlacementPair> poses;
  poses.reserve(reading.line_count());
  Gathering gathering(reading.items(), rank_count(), PieceRule::for_ranks(rank_count(), 1),
                      [&](std::string_view bytes) { append_unpacked(poses, reading, bytes); });
  LeadOptions options;
  options.stop = &interrupt.flag();
  if (crew()->lead(reading, gathering, options) == LeadEnd::stopped) throw Interrupted{};
  reading.require_read();
  require_poses(poses, reading.name());
  return poses;
}

}  // namespace abut::cli
