#pragma once

#include <abut/api.h>

namespace ABUT_API abut {

/// A number that is proved to lie between two others, both included.
struct Bracket {
  double lower = 0, upper = 0;
};

}  // namespace abut
