#include "filter.h"

namespace abut::python {

Filter::Filter(Keywords& options) {
  const py::handle given = options.take("consider");
  if (!given) return;
  if (!PyCallable_Check(given.ptr()))
    throw py::type_error("consider must be a function of two triangle ids; it is " + std::string(py::repr(given)) +
                         ".");
  asked_ = py::reinterpret_borrow<py::object>(given);
}

Function<bool(std::uint32_t, std::uint32_t)> Filter::consider(int threads) {
  if (!asked_) return {};
  if (threads != 1) throw Error("consider is asked on one thread; leave out the option 'threads'.");
  return [this](std::uint32_t a, std::uint32_t b) {
    if (raised_) return false;
    const py::gil_scoped_acquire lock;
    try {
      return asked_(a, b).cast<bool>();
    } catch (...) {
      raised_ = std::current_exception();
      return false;
    }
  };
}

}  // namespace abut::python
