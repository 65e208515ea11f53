#pragma once

#include <algorithm>

namespace abut {

/// How long to do without what did not pay: after each failure twice as long, up to 63 times.
class Patience {
 public:
  void failed() {
    constexpr int most = 64;
    length_ = length_ == 0 ? 1 : std::min(2 * length_, most);
    left_ = length_ - 1;
  }
  void paid() { length_ = 0; }
  /// Is it to be done without this time?
  bool waits() {
    if (left_ == 0) return false;
    --left_;
    return true;
  }

 private:
  int length_ = 0, left_ = 0;
};

}  // namespace abut
