#include "io/ply_header.h"

#include "io/text.h"
#include <abut/error.h>

#include <map>
#include <string_view>

namespace abut {

namespace {

struct TypeName {
  std::string_view name, alias;
  std::size_t size;
};
// In the order of PlyType.
constexpr TypeName type_names[] = {{"char", "int8", 1},     {"uchar", "uint8", 1},   {"short", "int16", 2},
                                   {"ushort", "uint16", 2}, {"int", "int32", 4},     {"uint", "uint32", 4},
                                   {"float", "float32", 4}, {"double", "float64", 8}};

class HeaderReader {
 public:
  HeaderReader(std::span<const std::byte> bytes, const std::string& name) : text_(bytes, name) {}

  PlyHeader read() {
    if (text_.token() != "ply") text_.fail_whole("is not a PLY file: its first line is not 'ply'.");
    for (;;) {
      text_.skip_line();
      if (text_.at_end()) text_.fail("the header ends before its 'end_header'. Was the download cut off?");
      if (!read_statement()) break;
    }
    if (!has_format_) text_.fail("the header ends without a 'format' line. Export the model again.");
    text_.skip_line();
    header_.end = text_.offset();
    return std::move(header_);
  }

 private:
  /// False at end_header.
  bool read_statement() {
    const std::string_view word = text_.token();
    if (word == "end_header") return false;
    if (word == "format")
      read_format();
    else if (word == "element")
      read_element();
    else if (word == "property")
      read_property();
    else if (!word.empty() && word != "comment" && word != "obj_info")
      text_.fail("the header has " + in_quotes(word) +
                 " where abut knows format, element, property, comment, obj_info and "
                 "end_header.");
    return true;
  }

  void read_format() {
    const std::string_view format = text_.token(), version = text_.token();
    if (format == "ascii")
      header_.format = PlyForm::ascii;
    else if (format == "binary_little_endian")
      header_.format = PlyForm::little_endian;
    else if (format == "binary_big_endian")
      header_.format = PlyForm::big_endian;
    else
      text_.fail("the format is " + in_quotes(format) + ", not ascii, binary_little_endian or binary_big_endian.");
    if (version != "1.0") text_.fail("the format's version is " + in_quotes(version) + "; abut reads 1.0.");
    has_format_ = true;
  }

  void read_element() {
    PlyElement element;
    element.name = text_.token();
    element.line = text_.line();
    const std::int64_t count = text_.whole_number("the element's count");
    if (!text_.peek().empty() || count < 0)
      text_.fail("the count of element " + in_quotes(element.name) + " is not a whole number of 0 or more.");
    element.count = static_cast<std::uint64_t>(count);
    const auto [declared, is_new] = lines_.emplace(element.name, element.line);
    if (!is_new)
      text_.fail("element " + in_quotes(element.name) + " was declared on line " + std::to_string(declared->second) +
                 " already.");
    header_.elements.push_back(std::move(element));
  }

  void read_property() {
    if (header_.elements.empty()) text_.fail("a property comes before the first element.");
    PlyProperty property;
    std::string_view type = text_.token();
    if (type == "list") {
      property.is_list = true;
      property.count_type = type_named(text_.token());
      if (!is_whole(property.count_type)) text_.fail("a list's count must have a whole-number type.");
      type = text_.token();
    }
    property.type = type_named(type);
    property.name = text_.token();
    if (property.name.empty()) text_.fail("the property has no name.");
    header_.elements.back().properties.push_back(std::move(property));
  }

  PlyType type_named(std::string_view name) const {
    for (std::size_t i = 0; i < std::size(type_names); ++i)
      if (name == type_names[i].name || name == type_names[i].alias) return static_cast<PlyType>(i);
    text_.fail("the property's type is " + in_quotes(name) + ", which PLY does not have.");
  }

  TextCursor text_;
  PlyHeader header_;
  bool has_format_ = false;
  /// Where each element was declared: a damaged header may have very many.
  std::map<std::string, std::size_t> lines_;
};

}  // namespace

std::size_t size_of(PlyType type) { return type_names[static_cast<std::size_t>(type)].size; }

PlyHeader read_ply_header(std::span<const std::byte> bytes, const std::string& name) {
  return HeaderReader(bytes, name).read();
}

}  // namespace abut
