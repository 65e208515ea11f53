#include "keywords.h"

#include <algorithm>

namespace abut::python {

py::handle Keywords::take(const char* name) {
  if (given_.empty()) return {};
  taken_.emplace_back(name);
  PyObject* const value = PyDict_GetItemString(given_.ptr(), name);
  return value == nullptr || value == Py_None ? py::handle() : py::handle(value);
}

void Keywords::finish() const {
  for (const auto& [key, value] : given_) {
    const std::string name = key.cast<std::string>();
    if (std::find(taken_.begin(), taken_.end(), name) == taken_.end())
      throw py::type_error(std::string(function_) + "() has no option '" + name + "'.");
  }
}

classic::CollideMethod take_collide_method(Keywords& options) {
  constexpr std::array all_sats{classic::Sat::full, classic::Sat::lite};
  classic::CollideMethod method;
  method.sat = chosen(all_sats, options.take<std::string>("sat"), "sat");
  method.descent = chosen(classic::all_descents, options.take<std::string>("descent"), "descent");
  return method;
}

classic::DistanceMethod take_distance_method(Keywords& options) {
  classic::DistanceMethod method;
  method.search = chosen(classic::all_searches, options.take<std::string>("search"), "search");
  method.descent = chosen(classic::all_descents, options.take<std::string>("descent"), "descent");
  if (const Count size = options.take<std::int64_t>("queue_size")) method.queue_size = limit_from(size, "queue_size");
  method.overflow = chosen(classic::all_overflows, options.take<std::string>("overflow"), "overflow");
  return method;
}

}  // namespace abut::python
