#pragma once

#include "records.h"
#include <abut/first_contact.h>

namespace abut::python {

/// The fields of abut.MovingContact and of abut.MotionClearance.
RecordType moving_contact_record();
RecordType clearance_record();

/// The types of what queries about moving models return.
void add_moving_results(py::module_& module);

}  // namespace abut::python
