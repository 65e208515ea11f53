#pragma once

#include <abut/clash.h>

namespace abut {

inline PairRules with_clearance(double clearance) {
  PairRules rules;
  rules.clearance = clearance;
  return rules;
}

}  // namespace abut
