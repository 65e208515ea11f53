#include "configurations.h"

namespace abut::python {

std::span<const double> Configurations::operator[](std::size_t i) const { return all().subspan(i * dof, dof); }

Configurations configurations_from(py::handle given, std::size_t dof, const char* name) {
  Configurations result{doubles_from(given, name), dof, 1, true};
  const auto width = static_cast<py::ssize_t>(dof);
  const Doubles& array = result.array;
  if (array.ndim() == 1 && array.shape(0) == width) return result;
  if (array.ndim() != 2 || array.shape(1) != width)
    throw Error(std::string(name) + " must have the shape (" + std::to_string(dof) + ",) or (N, " +
                std::to_string(dof) + "); it has " + shape_of(array) + ".");
  result.count = static_cast<std::size_t>(array.shape(0));
  result.is_single = false;
  return result;
}

}  // namespace abut::python
