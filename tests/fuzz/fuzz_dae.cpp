#include "fuzz.h"
#include "io/dae.h"

using namespace abut;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  read_any([](std::span<const std::byte> read, const std::string& name) { return read_dae(read, name).mesh; }, bytes);
  return 0;
}
