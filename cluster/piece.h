#pragma once

#include <abut/query.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace abut {

/// A run of items by their indices, `last` excluded.
struct Piece {
  std::size_t first = 0, last = 0;

  std::size_t size() const { return last - first; }
  bool is_empty() const { return first == last; }
  friend bool operator==(const Piece&, const Piece&) = default;
};

/// What is summed over the items of a run.
struct RunSums {
  bool any_found = false, any_unknown = false;
  std::uint64_t queries = 0;
  Counters counters;
  std::int64_t nanoseconds = 0;  ///< that all threads worked on queries

  RunSums& operator+=(const RunSums& other);
};

/// What is known of the items of a piece, or of its first ones when it took too long.
struct PieceResult {
  Piece items;       ///< those that are done
  std::string text;  ///< what is printed about them
  RunSums sums;
  double seconds = 0;  ///< on the clock

  /// As bytes, for messages and journals, and back. The text comes first, so that its megabytes are not copied. Throws
  /// Error for bytes that are none.
  std::string packed() &&;
  static PieceResult unpacked(std::string bytes);
  /// What is packed behind the text.
  std::string packed_numbers() const;
  static constexpr std::size_t bytes_of_numbers = 10 * sizeof(std::uint64_t);
};

/// A list of items that are worked on piece by piece. The text about an item depends on the item and its index alone.
class ItemWork {
 public:
  virtual ~ItemWork() = default;

  /// How many there are. The list is known to the first rank alone.
  virtual std::size_t items() const = 0;
  /// The items of a piece as bytes for another rank.
  virtual std::string packed(const Piece& piece) const = 0;
  /// Works on a piece, at least on its first item, and ends after the first items when the time is over. The items are
  /// those that were packed or, without them, those of the list. One thread at a time. When it is interrupted, the
  /// result may have no items.
  virtual PieceResult run(const Piece& piece, const std::string* packed_items, double seconds) = 0;
  /// Ends what is being run, now or later; from any thread.
  virtual void interrupt() = 0;
};

}  // namespace abut
