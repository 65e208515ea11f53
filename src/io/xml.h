#pragma once

#include <abut/vec3.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace abut {

struct XmlAttribute {
  std::string name, value;
};

/// An element with what is in it. Comments and instructions are left out, entities resolved.
struct XmlElement {
  std::string name;
  std::size_t line = 0;  ///< where its tag begins, counted from 1
  std::vector<XmlAttribute> attributes;
  std::string text;  ///< all of its own, without that of its children
  std::vector<XmlElement> children;

  /// The first child of this name, or null.
  const XmlElement* child(std::string_view child_name) const;
  /// The value of an attribute, or null.
  const std::string* attribute(std::string_view attribute_name) const;
};

/// A tag as messages show it: "<link>", or with "</" before it "</link>".
std::string tag(std::string_view name, std::string_view opening = "<");

/// A file of elements, and how values in it are read. Every Error reads "file: line 7: reason".
class XmlFile {
 public:
  /// Throws Error for what is not well-formed, for document types that define entities, for text that is not UTF-8 by
  /// its first bytes, and for elements more than 200 deep.
  XmlFile(std::span<const std::byte> bytes, std::string file);

  const XmlElement& root() const { return root_; }
  const std::string& file() const { return file_; }

  [[noreturn]] void fail(const XmlElement& at, const std::string& reason) const;
  /// The value of an attribute that must be there, not empty.
  const std::string& required(const XmlElement& of, std::string_view attribute) const;
  /// The child that must be there.
  const XmlElement& required_child(const XmlElement& of, std::string_view name) const;
  /// A number, finite and within 2^300; without the attribute `otherwise`, or an Error if there is none.
  double number(const XmlElement& of, std::string_view attribute, std::optional<double> otherwise = std::nullopt) const;
  /// Three numbers.
  Vec3 vector(const XmlElement& of, std::string_view attribute, std::optional<Vec3> otherwise = std::nullopt) const;
  /// All numbers of a text; `what` names it.
  std::vector<double> numbers(const XmlElement& at, std::string_view text, const std::string& what) const;
  /// All whole numbers of a text, not negative and below 2^31.
  std::vector<std::uint32_t> indices(const XmlElement& at, std::string_view text, const std::string& what) const;

 private:
  std::string file_;
  XmlElement root_;
};

}  // namespace abut
