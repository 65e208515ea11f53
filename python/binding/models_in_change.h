#pragma once

#include <abut/classic.h>
#include <abut/model.h>

#include <pybind11/pybind11.h>

namespace abut::python {

/// Returns once no other thread changes the model. Called with the interpreter's lock, which it lets go of to wait.
void wait_for_change(const void* model);

/// While this lives, a thread changes a model without the interpreter's lock. Made and destroyed with that lock. Other
/// threads that ask for the model wait: see the casters below.
class ModelInChange {
 public:
  explicit ModelInChange(const void* model);
  ~ModelInChange();
  ModelInChange(const ModelInChange&) = delete;
  ModelInChange& operator=(const ModelInChange&) = delete;

 private:
  const void* model_;
};

/// Every way from a Python object to its model leads through here: nobody meets a model that is being changed. Whoever
/// has got it may use it as long as he keeps the interpreter's lock, and a copy of it longer.
template <class AnyModel>
struct UnchangingModel : pybind11::detail::type_caster_base<AnyModel> {
  bool load(pybind11::handle source, bool convert) {
    if (!pybind11::detail::type_caster_base<AnyModel>::load(source, convert)) return false;
    wait_for_change(this->value);
    return true;
  }
};

}  // namespace abut::python

namespace pybind11::detail {

template <>
struct type_caster<abut::Model> : abut::python::UnchangingModel<abut::Model> {};
template <>
struct type_caster<abut::classic::Model> : abut::python::UnchangingModel<abut::classic::Model> {};

}  // namespace pybind11::detail
