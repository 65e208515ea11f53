#pragma once

#include "io/xml.h"
#include <abut/mesh.h>

#include <map>

namespace abut {

/// The elements of a COLLADA file by their ids.
using DaeIds = std::map<std::string, const XmlElement*, std::less<>>;
DaeIds ids_of(const XmlElement& root);

/// The element that a url such as "#box" names, which must be a <name>; throws Error otherwise.
const XmlElement& element_of_url(const XmlFile& file, const DaeIds& ids, const XmlElement& at,
                                 std::string_view attribute, std::string_view name);

/// The triangles of a <geometry> in its own unit and axes; empty if it has none.
Mesh geometry_of(const XmlFile& file, const DaeIds& ids, const XmlElement& geometry);

}  // namespace abut
