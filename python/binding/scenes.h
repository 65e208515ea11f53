#pragma once

#include <abut/scene.h>

#include <map>
#include <utility>

#include <pybind11/pybind11.h>

namespace abut::python {

using Names = std::pair<std::string, std::string>;

struct NamedEvents {
  std::vector<Names> began, stayed, ended;
};

struct NamedHit {
  std::string body;
  SceneHit hit;
};

/// abut.Scene and what it returns.
void add_scenes(pybind11::module_& module);

/// Objects of Python for shapes: those that share their data are one object, so that a pickle holds it once.
class ShapeObjects {
 public:
  pybind11::object operator()(const Shape& shape) {
    pybind11::object& object = made_[&shape.data()];
    if (!object) object = pybind11::cast(shape);
    return object;
  }

 private:
  std::map<const void*, pybind11::object> made_;
};

}  // namespace abut::python
