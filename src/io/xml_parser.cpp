#include "io/xml_parser.h"

#include "io/text.h"
#include <abut/error.h>

#include <algorithm>
#include <charconv>

namespace abut {

namespace {

bool is_space(char c) { return is_blank(c) || c == '\n'; }
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 128;
}
bool is_name_part(char c) { return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

void append_utf8(std::string& to, std::uint32_t code) {
  const auto tail = [&](int shift) { to += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) {
    to += static_cast<char>(code);
  } else if (code < 0x800) {
    to += static_cast<char>(0xc0 | (code >> 6)), tail(0);
  } else if (code < 0x10000) {
    to += static_cast<char>(0xe0 | (code >> 12)), tail(6), tail(0);
  } else {
    to += static_cast<char>(0xf0 | (code >> 18)), tail(12), tail(6), tail(0);
  }
}

}  // namespace

XmlParser::XmlParser(std::string_view text, const std::string& file) : text_(without_mark(text)), file_(file) {
  if (text_.starts_with("\xff\xfe") || text_.starts_with("\xfe\xff") || text_.substr(0, 4).find('\0') != text_.npos)
    fail("the text is not UTF-8. Save the file as UTF-8.");
}

void XmlParser::fail(const std::string& reason) const {
  throw Error(file_ + ": line " + std::to_string(line_) + ": " + reason);
}

void XmlParser::advance(std::size_t count) {
  const std::string_view over = text_.substr(at_, count);
  line_ += static_cast<std::size_t>(std::count(over.begin(), over.end(), '\n'));
  at_ += over.size();
}

void XmlParser::skip_blanks() {
  while (!at_end() && is_space(here())) advance(1);
}

std::string_view XmlParser::up_to(std::string_view end, const char* what) {
  const std::size_t stop = text_.find(end, at_);
  if (stop == text_.npos) fail(std::string(what) + " does not end. Was the file cut off?");
  const std::string_view piece = text_.substr(at_, stop - at_);
  advance(piece.size() + end.size());
  return piece;
}

void XmlParser::skip_document_type() {
  const std::string_view type = up_to(">", "the document type");
  if (type.find('[') != type.npos) fail("the document type defines things of its own, which abut does not read.");
}

void XmlParser::skip_between() {
  for (skip_blanks(); !at_end(); skip_blanks()) {
    if (at("<!--"))
      up_to("-->", "a comment");
    else if (at("<?"))
      up_to("?>", "an instruction");
    else if (at("<!DOCTYPE"))
      skip_document_type();
    else
      return;
  }
}

XmlElement XmlParser::parse() {
  skip_between();
  if (at_end() || here() != '<') fail("this is not an XML file: it does not begin with '<'.");
  XmlElement root = element(1);
  skip_between();
  if (!at_end()) fail("something follows the end of " + tag(root.name) + ".");
  return root;
}

std::string XmlParser::name(const char* of_what) {
  const std::size_t begin = at_;
  if (!at_end() && is_name_start(here()))
    while (!at_end() && is_name_part(here())) ++at_;
  if (at_ == begin)
    fail(std::string(of_what) + " has no name; it begins with " + in_quotes(text_.substr(at_, 10)) + ".");
  return std::string(text_.substr(begin, at_ - begin));
}

XmlElement XmlParser::element(int depth) {
  if (depth > deepest) fail("elements are more than " + std::to_string(deepest) + " deep.");
  XmlElement result;
  result.line = line_;
  ++at_;
  result.name = name("an element");
  for (skip_blanks(); !at_end() && here() != '>' && here() != '/'; skip_blanks())
    result.attributes.push_back(attribute(result));
  if (at("/>")) {
    at_ += 2;
    return result;
  }
  if (!at(">")) fail(tag(result.name) + " has no '>'. Was the file cut off?");
  ++at_;
  content(result, depth);
  return result;
}

void XmlParser::content(XmlElement& element_read, int depth) {
  for (;;) {
    const std::size_t stop = std::min(text_.find('<', at_), text_.size());
    append_text(element_read.text, text_.substr(at_, stop - at_));
    advance(stop - at_);
    if (at_end())
      fail(tag(element_read.name) + " of line " + std::to_string(element_read.line) +
           " does not end. Was the file cut off?");
    if (at("</")) return end_tag(element_read);
    if (at("<!--")) {
      up_to("-->", "a comment");
    } else if (at("<![CDATA[")) {
      at_ += 9;
      element_read.text += up_to("]]>", "a CDATA section");
    } else if (at("<?")) {
      up_to("?>", "an instruction");
    } else {
      element_read.children.push_back(element(depth + 1));
    }
  }
}

void XmlParser::end_tag(const XmlElement& element_read) {
  at_ += 2;
  const std::string end = name("an end tag");
  if (end != element_read.name)
    fail(tag(end, "</") + " ends " + tag(element_read.name) + " of line " + std::to_string(element_read.line) + ".");
  skip_blanks();
  if (!at(">")) fail(tag(end, "</") + " has no '>'.");
  ++at_;
}

XmlAttribute XmlParser::attribute(const XmlElement& of) {
  if (of.attributes.size() == most_attributes) fail(tag(of.name) + " has too many attributes.");
  XmlAttribute result{name("an attribute"), {}};
  if (of.attribute(result.name)) fail(tag(of.name) + " has the attribute " + in_quotes(result.name) + " twice.");
  skip_blanks();
  const std::string what = "attribute " + in_quotes(result.name);
  if (!at("=")) fail(what + " has no '='.");
  ++at_;
  skip_blanks();
  if (!at("\"") && !at("'")) fail("the value of " + what + " is not in quotes.");
  const char quote = here();
  ++at_;
  append_text(result.value, up_to(std::string_view(&quote, 1), what.c_str()));
  return result;
}

void XmlParser::append_text(std::string& to, std::string_view text) const {
  for (std::size_t from = 0;;) {
    const std::size_t amp = text.find('&', from);
    to += text.substr(from, amp - from);
    if (amp == text.npos) return;
    const std::size_t end = text.find(';', amp);
    if (end == text.npos) fail("an '&' begins no entity such as &amp;. Write &amp; for it.");
    append_entity(to, text.substr(amp + 1, end - amp - 1));
    from = end + 1;
  }
}

void XmlParser::append_entity(std::string& to, std::string_view entity) const {
  constexpr std::pair<std::string_view, char> known[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [entity_name, c] : known)
    if (entity == entity_name) {
      to += c;
      return;
    }
  std::uint32_t code = 0;
  if (entity.starts_with('#')) {
    const bool hex = entity.starts_with("#x");
    const std::string_view digits = entity.substr(hex ? 2 : 1);
    const std::from_chars_result read =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) code = 0;
  }
  if (code == 0 || code > 0x10ffff) fail("the entity " + in_quotes(entity) + " is not known.");
  append_utf8(to, code);
}

}  // namespace abut
