#pragma once

namespace abut {

/// A number known to lie between two others.
struct Bracket {
  double lower = 0, upper = 0;
};

}  // namespace abut
