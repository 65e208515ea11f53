#pragma once

#include "io/xml.h"
#include <abut/figure.h>

#include <functional>

namespace abut {

/// About x by roll, then about y by pitch, then about z by yaw, all axes those of the parent; angles of at most 2^20.
Matrix3 turned_by(const Vec3& rpy);

/// The name of a link, a joint or the like. Throws Error when it is missing, or too long for a message.
const std::string& name_in(const XmlFile& file, const XmlElement& of, std::string_view attribute);

/// Where things of a file are in space.
Placement origin_of(const XmlFile& file, const XmlElement* origin);

/// A shape of a mesh file at a scale, in the frame of the file.
using MeshShape = std::function<Shape(const XmlElement& at, const std::string& name, const Vec3& scale)>;

/// What a URDF file says.
struct UrdfContent {
  std::string name;
  std::vector<Link> links;
  std::vector<Joint> joints;
};
/// `warnings` gets a sentence for each kind of thing that is left out.
UrdfContent read_urdf(const XmlFile& file, const MeshShape& mesh_shape, std::vector<std::string>& warnings);

/// "file: line 7: reason"
std::string warning_at(const XmlFile& file, const XmlElement& at, const std::string& reason);

/// Counts the elements that nobody reads, for one warning for each kind.
class LeftOut {
 public:
  void add(const XmlElement& element);
  void append_to(std::vector<std::string>& warnings, const XmlFile& file) const;

 private:
  struct Kind {
    const XmlElement* first;
    std::size_t count;
  };
  std::vector<Kind> kinds_;
};

}  // namespace abut
