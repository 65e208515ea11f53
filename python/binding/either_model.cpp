#include "either_model.h"

#include "parts.h"

namespace abut::python {

EitherModel either_model_from(py::handle object) {
  if (py::isinstance<classic::Model>(object)) return EitherModel(object.cast<const classic::Model&>());
  return EitherModel(model_from(object));
}

}  // namespace abut::python
