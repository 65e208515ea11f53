#pragma once

#include "io/ply_header.h"
#include "io/text.h"
#include <abut/error.h>

#include <bit>
#include <cstring>

namespace abut {

/// The records of a PLY file as text, one per line.
class PlyText {
 public:
  PlyText(std::span<const std::byte> bytes, const PlyHeader&, const std::string& name) : text_(bytes, name) {
    while (text_.token() != "end_header") text_.skip_line();
    text_.skip_line();
    size_ = bytes.size();
  }

  std::size_t bytes_left() const { return size_ - text_.offset(); }
  /// A value takes a digit and a blank or line end.
  static std::size_t least_bytes(const PlyProperty&) { return 2; }

  void begin_record(const PlyElement& element, std::uint64_t index) {
    element_ = &element;
    index_ = index;
    text_.skip_blanks_and_lines();
    if (text_.at_end())
      text_.fail("the file ends after " + std::to_string(index) + " of " + std::to_string(element.count) +
                 " records of " + in_quotes(element.name) + ". Was the download cut off?");
  }
  void end_record() {
    text_.skip_blanks();
    if (!text_.at_line_end()) fail("goes on with " + in_quotes(text_.peek()) + " behind its last value.");
  }

  double coordinate(const PlyProperty& property) { return text_.coordinate(property.name[0], "the vertex"); }
  std::int64_t whole(PlyType, std::string_view what) {
    const std::int64_t value = text_.whole_number(what);
    if (!text_.peek().empty()) text_.fail(std::string(what) + " goes on with " + in_quotes(text_.peek()) + ".");
    return value;
  }
  void skip(PlyType, std::uint64_t count) {
    for (; count > 0; --count)
      if (text_.token().empty()) fail("ends before its last value.");
  }
  void check_list(PlyType, std::uint64_t) const {}

  /// Only blanks may follow the last record.
  void finish() {
    text_.skip_blanks_and_lines();
    if (!text_.at_end())
      text_.fail("all records that the header counts are read, but the file goes on with " + in_quotes(text_.peek()) +
                 ". Are the counts wrong?");
  }

  [[noreturn]] void fail(const std::string& reason) const { text_.fail(record() + " " + reason); }

  /// Where the record is: its line.
  std::size_t place() const { return text_.line(); }
  [[noreturn]] void fail_at(std::size_t place, const std::string& reason) const { text_.fail_at(place, reason); }

 private:
  std::string record() const { return printable(element_->name) + " " + std::to_string(index_); }

  TextCursor text_;
  std::size_t size_ = 0;
  const PlyElement* element_ = nullptr;
  std::uint64_t index_ = 0;
};

/// The records of a PLY file in binary.
class PlyBinary {
 public:
  PlyBinary(std::span<const std::byte> bytes, const PlyHeader& header, const std::string& name)
      : begin_(bytes.data()), at_(begin_ + header.end), end_(begin_ + bytes.size()), name_(name) {
    swap_ = (header.format == PlyForm::big_endian) != (std::endian::native == std::endian::big);
  }

  std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }
  static std::size_t least_bytes(const PlyProperty& property) {
    return size_of(property.is_list ? property.count_type : property.type);
  }

  void begin_record(const PlyElement& element, std::uint64_t index) {
    element_ = &element;
    index_ = index;
    record_at_ = at_;
  }
  void end_record() const {}

  double coordinate(const PlyProperty& property) {
    const double value = number(property.type);
    if (!(std::abs(value) <= largest_input)) throw Error(where() + ": " + flaw_of(value, property.name[0]));
    return value;
  }
  std::int64_t whole(PlyType type, std::string_view) {
    // Whole types have at most 32 bits, which a double holds exactly.
    return static_cast<std::int64_t>(number(type));
  }
  void skip(PlyType type, std::uint64_t count) {
    check_list(type, count);
    at_ += count * size_of(type);
  }
  /// Fails when that many values do not fit the rest of the file.
  void check_list(PlyType type, std::uint64_t count) const {
    if (count > bytes_left() / size_of(type))
      fail("goes beyond the end of the file (byte " + std::to_string(end_ - begin_) + "). Was the download cut off?");
  }

  /// Some writers end with a line break; anything else means that the counts are wrong.
  void finish() const {
    for (const std::byte* rest = at_; rest != end_; ++rest)
      if (const char c = static_cast<char>(*rest); !is_blank(c) && c != '\n')
        throw Error(name_ + ": all records that the header counts end at byte " + std::to_string(at_ - begin_) +
                    ", but the file goes on to byte " + std::to_string(end_ - begin_) + ". Are the counts wrong?");
  }

  [[noreturn]] void fail(const std::string& reason) const { throw Error(where() + " " + reason); }

  /// Where the record is: the byte that it begins at.
  std::size_t place() const { return static_cast<std::size_t>(record_at_ - begin_); }
  [[noreturn]] void fail_at(std::size_t place, const std::string& reason) const {
    throw Error(name_ + ": byte " + std::to_string(place) + ": " + reason);
  }

 private:
  std::string where() const {
    return name_ + ": " + printable(element_->name) + " " + std::to_string(index_) + " (byte " +
           std::to_string(record_at_ - begin_) + ")";
  }

  template <class Bits>
  Bits bits() {
    Bits value;
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    if (!swap_ || sizeof value == 1) return value;
    if constexpr (sizeof value == 2) return __builtin_bswap16(value);
    if constexpr (sizeof value == 4) return __builtin_bswap32(value);
    if constexpr (sizeof value == 8) return __builtin_bswap64(value);
    return value;
  }

  double number(PlyType type) {
    check_list(type, 1);
    switch (type) {
      case PlyType::int8:
        return static_cast<std::int8_t>(bits<std::uint8_t>());
      case PlyType::uint8:
        return bits<std::uint8_t>();
      case PlyType::int16:
        return static_cast<std::int16_t>(bits<std::uint16_t>());
      case PlyType::uint16:
        return bits<std::uint16_t>();
      case PlyType::int32:
        return static_cast<std::int32_t>(bits<std::uint32_t>());
      case PlyType::uint32:
        return bits<std::uint32_t>();
      case PlyType::float32:
        return std::bit_cast<float>(bits<std::uint32_t>());
      case PlyType::float64:
        break;
    }
    return std::bit_cast<double>(bits<std::uint64_t>());
  }

  const std::byte* begin_;
  const std::byte* at_;
  const std::byte* end_;
  const std::byte* record_at_ = nullptr;
  const std::string& name_;
  bool swap_ = false;
  const PlyElement* element_ = nullptr;
  std::uint64_t index_ = 0;
};

}  // namespace abut
