#pragma once

#include <abut/api.h>

#include <stdexcept>
#include <string>

namespace ABUT_API abut {

/// Bad input to a public function. The message names the file, line or element and the reason, in one sentence that a
/// person can act on. Nothing was built or changed.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace abut
