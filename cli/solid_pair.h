#pragma once

#include "pair_command.h"
#include <abut/penetration.h>

namespace abut::cli {

/// Both models as solids.
struct ClosedPair {
  Solid a, b;

  /// Of models of the engine. When a mesh is not closed, throws Error that names the file and says what is open.
  ClosedPair(const PosedModels& models, const PairArguments& arguments);
};

/// How far depths may be off: --relative-error --absolute-error.
void add_depth_errors(Command& app, double& relative_error, double& absolute_error);

/// abut distance --signed. The errors are those of the depth.
ExitStatus run_signed_distance(const PairArguments& arguments, PenetrationOptions options);

}  // namespace abut::cli
