#include "solid_pair.h"

#include <abut/error.h>

namespace abut::cli {

namespace {

Solid solid_of(const any::Model& model, const std::string& file) {
  try {
    return Solid(model.engine());
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", file, error.what()));
  }
}

}  // namespace

ClosedPair::ClosedPair(const PosedModels& models, const PairArguments& arguments)
    : a(solid_of(models.a.model, arguments.file_a)), b(solid_of(models.b.model, arguments.file_b)) {}

void add_depth_errors(Command& app, double& relative_error, double& absolute_error) {
  app.add_option("--relative-error", relative_error,
                 "The upper end of a bracket may be above the lower one by\nthis fraction of it (default: 0.01)")
      .type_name("SHARE")
      .check(number_from_zero("number"));
  app.add_option("--absolute-error", absolute_error,
                 "... or by this length (default: 0); with both errors, meeting\none is enough")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
}

}  // namespace abut::cli
