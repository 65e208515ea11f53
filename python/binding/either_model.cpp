#include "either_model.h"

#include "classic/model_data.h"
#include "parts.h"

namespace abut::python {

EitherModel either_model_from(py::handle object) {
  if (py::isinstance<classic::Model>(object)) return EitherModel(object.cast<const classic::Model&>());
  return EitherModel(model_from(object));
}

CollideOptions for_engine(const any::CollideOptions& options) {
  classic::require_unset(options.sat.has_value(), "sat");
  classic::require_unset(options.descent.has_value(), "descent");
  return {.max_contacts = options.max_contacts,
          .margin = options.margin,
          .stop = options.stop,
          .threads = options.threads.value_or(1)};
}
SelfOptions for_engine(const any::SelfOptions& options) {
  classic::require_unset(options.sat.has_value(), "sat");
  classic::require_unset(options.descent.has_value(), "descent");
  return {.max_contacts = options.max_contacts, .stop = options.stop, .threads = options.threads};
}
DistanceOptions for_engine(const any::DistanceOptions& options) {
  classic::require_unset(options.search.has_value(), "search");
  classic::require_unset(options.descent.has_value(), "descent");
  classic::require_unset(options.queue_size.has_value(), "queue_size");
  return {.relative_error = options.relative_error,
          .absolute_error = options.absolute_error,
          .max_tests = options.max_tests,
          .max_seconds = options.max_seconds,
          .stop = options.stop};
}
ClosestPointOptions for_engine(const any::ClosestPointOptions& options) {
  classic::require_unset(options.search.has_value(), "search");
  return {.relative_error = options.relative_error,
          .absolute_error = options.absolute_error,
          .max_tests = options.max_tests,
          .max_seconds = options.max_seconds,
          .stop = options.stop};
}

classic::CollideOptions for_classic(const any::CollideOptions& options) {
  if (options.threads)
    throw Error(
        "classic trees answer a single query on one thread; leave out the option 'threads', or ask two models "
        "of the engine.");
  return {.max_contacts = options.max_contacts,
          .margin = options.margin,
          .stop = options.stop,
          .descent = options.descent,
          .sat = options.sat};
}
classic::SelfOptions for_classic(const any::SelfOptions& options) {
  return {.max_contacts = options.max_contacts,
          .stop = options.stop,
          .threads = options.threads,
          .descent = options.descent,
          .sat = options.sat};
}
classic::DistanceOptions for_classic(const any::DistanceOptions& options) {
  return {.relative_error = options.relative_error,
          .absolute_error = options.absolute_error,
          .max_tests = options.max_tests,
          .max_seconds = options.max_seconds,
          .stop = options.stop,
          .search = options.search,
          .descent = options.descent,
          .queue_size = options.queue_size};
}
classic::ClosestPointOptions for_classic(const any::ClosestPointOptions& options) {
  return {.relative_error = options.relative_error,
          .absolute_error = options.absolute_error,
          .max_tests = options.max_tests,
          .max_seconds = options.max_seconds,
          .stop = options.stop,
          .search = options.search};
}

}  // namespace abut::python
