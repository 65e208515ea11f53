#pragma once

#include "io/xml.h"

namespace abut {

/// Reads the elements of an XML file, one after the other.
class XmlParser {
 public:
  XmlParser(std::string_view text, const std::string& file);

  /// The element that holds all others.
  XmlElement parse();

 private:
  static constexpr int deepest = 200;
  static constexpr std::size_t most_attributes = 1000;  ///< of one element; each is compared with those before it

  bool at_end() const { return at_ == text_.size(); }
  char here() const { return text_[at_]; }
  bool at(std::string_view piece) const { return text_.substr(at_, piece.size()) == piece; }
  /// Moves on and counts lines.
  void advance(std::size_t count);
  void skip_blanks();
  /// Goes behind the next `end`; gives what comes before it. `what` is what would be unfinished without it.
  std::string_view up_to(std::string_view end, const char* what);

  /// Skips comments, instructions and blanks outside of elements.
  void skip_between();
  void skip_document_type();
  /// From '<' on, to behind the element's end.
  XmlElement element(int depth);
  void content(XmlElement& element, int depth);
  void end_tag(const XmlElement& element);
  XmlAttribute attribute(const XmlElement& of);
  std::string name(const char* of_what);
  /// A text with its entities resolved.
  void append_text(std::string& to, std::string_view text) const;
  void append_entity(std::string& to, std::string_view entity) const;

  [[noreturn]] void fail(const std::string& reason) const;

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0, line_ = 1;
};

}  // namespace abut
