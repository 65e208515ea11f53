#include "report/json_writer.h"

#include "report/shown.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace abut {

void JsonWriter::separate() {
  if (!is_first_) text_ += ',';
  is_first_ = false;
}

void JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  is_first_ = true;
}

void JsonWriter::close(char bracket) {
  text_ += bracket;
  is_first_ = false;
  hand_over_if_long();
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_json_string(text_, name);
  text_ += ':';
  is_first_ = true;
  return *this;
}

void JsonWriter::raw(std::string_view text) {
  separate();
  text_ += text;
  hand_over_if_long();
}

void JsonWriter::value(std::string_view text) {
  separate();
  append_json_string(text_, text);
  hand_over_if_long();
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) return raw("null");
  // As the rest of our JSON, which nlohmann's library writes.
  char digits[64];
  const char* end = nlohmann::detail::to_chars(digits, digits + sizeof digits, number);
  raw({digits, static_cast<std::size_t>(end - digits)});
}

void JsonWriter::value(const Vec3& point) {
  open('[');
  for (int axis = 0; axis < 3; ++axis) value(point[axis]);
  close(']');
}

void JsonWriter::hand_over_if_long() {
  constexpr std::size_t piece = 1 << 16;
  if (text_.size() < piece) return;
  sink_(text_);
  text_.clear();
}

void JsonWriter::finish() {
  text_ += '\n';
  sink_(text_);
  text_.clear();
}

}  // namespace abut
