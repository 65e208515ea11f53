#include "records.h"

namespace abut::python {

RecordType& RecordType::add(const char* name, const char* format, std::size_t offset) {
  names_.append(name);
  formats_.append(format);
  offsets_.append(offset);
  return *this;
}

RecordType& RecordType::add_counters(std::size_t offset) {
  return add("volume_tests", "u8", offset + offsetof(Counters, volume_tests))
      .add("triangle_tests", "u8", offset + offsetof(Counters, triangle_tests))
      .add("exact_tests", "u8", offset + offsetof(Counters, exact_tests));
}

}  // namespace abut::python
