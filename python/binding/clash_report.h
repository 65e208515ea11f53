#pragma once

#include <abut/report.h>

#include <memory>

namespace abut::python {

/// What clash() returns: a check that is never changed, so that its findings may look into it.
struct SharedRun {
  std::shared_ptr<const ClashRun> run;

  const ClashReport& report() const { return run->report; }
};

}  // namespace abut::python
