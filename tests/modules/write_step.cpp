// write_step FILE [bolted|moved|twice]: the assembly that tests of the command damage, or plates with bolts.

#include "modules/bolted_plates.h"
#include "modules/step_files.h"

#include <string_view>

int main(int count, char** words) {
  if (count == 2) return abut::write_assembly(words[1]), 0;
  const std::string_view which = words[2];
  abut::write_bolted_plates(words[1], {which == "moved" ? 2.0 : 0.0, which == "twice"});
}
