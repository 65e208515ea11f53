#include "io/xml.h"

#include "io/text.h"
#include "io/xml_parser.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

bool is_space(char c) { return is_blank(c) || c == '\n'; }

/// Calls `word` with each word of a text.
template <class Word>
void for_words(std::string_view text, const Word& word) {
  const char *at = text.data(), *end = at + text.size();
  for (;;) {
    while (at != end && is_space(*at)) ++at;
    if (at == end) return;
    const char* stop = at;
    while (stop != end && !is_space(*stop)) ++stop;
    word(std::string_view(at, static_cast<std::size_t>(stop - at)));
    at = stop;
  }
}

}  // namespace

std::string tag(std::string_view name, std::string_view opening) {
  std::string result(opening);
  return result.append(printable(name)).append(1, '>');
}

const XmlElement* XmlElement::child(std::string_view child_name) const {
  for (const XmlElement& element : children)
    if (element.name == child_name) return &element;
  return nullptr;
}

const std::string* XmlElement::attribute(std::string_view attribute_name) const {
  for (const XmlAttribute& attribute : attributes)
    if (attribute.name == attribute_name) return &attribute.value;
  return nullptr;
}

XmlFile::XmlFile(std::span<const std::byte> bytes, std::string file)
    : file_(std::move(file)),
      root_(XmlParser({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file_).parse()) {}

void XmlFile::fail(const XmlElement& at, const std::string& reason) const {
  throw Error(file_ + ": line " + std::to_string(at.line) + ": " + reason);
}

const std::string& XmlFile::required(const XmlElement& of, std::string_view attribute) const {
  const std::string* value = of.attribute(attribute);
  if (!value) fail(of, tag(of.name) + " has no attribute '" + std::string(attribute) + "'.");
  if (value->empty()) fail(of, "attribute '" + std::string(attribute) + "' of " + tag(of.name) + " is empty.");
  return *value;
}

const XmlElement& XmlFile::required_child(const XmlElement& of, std::string_view name) const {
  const XmlElement* child = of.child(name);
  if (!child) fail(of, tag(of.name) + " has no <" + std::string(name) + ">.");
  return *child;
}

double XmlFile::number(const XmlElement& of, std::string_view attribute, std::optional<double> otherwise) const {
  if (otherwise && !of.attribute(attribute)) return *otherwise;
  const std::string what = "attribute '" + std::string(attribute) + "' of " + tag(of.name);
  const std::vector<double> read = numbers(of, required(of, attribute), what);
  if (read.size() != 1) fail(of, what + " has " + counted(read.size(), "number") + "; it needs one.");
  return read[0];
}

Vec3 XmlFile::vector(const XmlElement& of, std::string_view attribute, std::optional<Vec3> otherwise) const {
  if (otherwise && !of.attribute(attribute)) return *otherwise;
  const std::string what = "attribute '" + std::string(attribute) + "' of " + tag(of.name);
  const std::vector<double> read = numbers(of, required(of, attribute), what);
  if (read.size() != 3) fail(of, what + " has " + counted(read.size(), "number") + "; it needs three.");
  return {read[0], read[1], read[2]};
}

std::vector<double> XmlFile::numbers(const XmlElement& at, std::string_view text, const std::string& what) const {
  std::vector<double> result;
  for_words(text, [&](std::string_view word) {
    double value = 0;
    const char* end = word.data() + word.size();
    const std::from_chars_result read = read_double(word.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || std::isnan(value))
      fail(at, what + " holds " + in_quotes(word) + ", which is not a number.");
    if (!(std::abs(value) <= largest_input))
      fail(at, what + " holds " + in_quotes(word) + ", which is not finite or beyond 2^300.");
    result.push_back(value);
  });
  return result;
}

std::vector<std::uint32_t> XmlFile::indices(const XmlElement& at, std::string_view text,
                                            const std::string& what) const {
  std::vector<std::uint32_t> result;
  for_words(text, [&](std::string_view word) {
    std::uint32_t value = 0;
    const char* end = word.data() + word.size();
    const std::from_chars_result read = std::from_chars(word.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || value >= 0x80000000u)
      fail(at, what + " holds " + in_quotes(word) + ", which is not an index.");
    result.push_back(value);
  });
  return result;
}

}  // namespace abut
