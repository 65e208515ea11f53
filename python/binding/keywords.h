#pragma once

// Options that Python gives by name.

#include "choices.h"
#include <abut/classic.h>

#include <vector>

#include <pybind11/pybind11.h>

namespace abut::python {

namespace py = pybind11;

/// The named arguments of a call. Each option is taken by its name; finish() refuses those that nobody took. None is as
/// good as leaving an option out.
class Keywords {
 public:
  Keywords(const char* function, const py::kwargs& given) : function_(function), given_(given) {}

  /// Null when it was left out.
  py::handle take(const char* name);
  template <class Value>
  std::optional<Value> take(const char* name);
  /// Throws TypeError for an option that the function does not have.
  void finish() const;

 private:
  const char* function_;
  const py::kwargs& given_;
  std::vector<std::string> taken_;
};

template <class Value>
std::optional<Value> Keywords::take(const char* name) {
  const py::handle given = take(name);
  if (!given) return std::nullopt;
  try {
    return given.cast<Value>();
  } catch (const py::cast_error&) {
    const char* const wanted = std::is_same_v<Value, bool>       ? "True or False"
                               : std::is_integral_v<Value>       ? "a whole number"
                               : std::is_floating_point_v<Value> ? "a number"
                                                                 : "a word";
    throw py::type_error(std::string(name) + " must be " + wanted + "; it is " + std::string(py::repr(given)) + ".");
  }
}

/// --- What several queries take.

inline Budget take_budget(Keywords& options) {
  const auto tests = options.take<std::int64_t>("max_tests");
  return budget_from(tests, options.take<double>("max_seconds"));
}
/// For batches.
inline int take_threads(Keywords& options) { return require_threads(options.take<int>("threads").value_or(1)); }
inline Simd take_simd(Keywords& options) {
  const Word name = options.take<std::string>("simd");
  return chosen(all_simd, name, "simd").value_or(Simd::best);
}
classic::CollideMethod take_collide_method(Keywords& options);
classic::DistanceMethod take_distance_method(Keywords& options);

/// Errors, a known bound, the budget and instructions, which the options of all measuring queries have.
template <class Options>
Options take_measuring_options(Keywords& options) {
  Options taken;
  taken.relative_error = options.take<double>("relative_error").value_or(0);
  taken.absolute_error = options.take<double>("absolute_error").value_or(0);
  taken.known_upper = options.take<double>("known_upper").value_or(taken.known_upper);
  if constexpr (requires { taken.smallest_touching; })
    taken.smallest_touching = options.take<bool>("smallest_touching").value_or(false);
  taken.budget = take_budget(options);
  taken.simd = take_simd(options);
  return taken;
}

}  // namespace abut::python
