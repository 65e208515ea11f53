#include "fuzz.h"
#include "io/obj.h"

using namespace abut;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  looks_like_obj(bytes);
  if (const std::optional<Mesh> mesh = read_any(read_obj, bytes))
    require(is_same(read_obj(bytes_of(write_obj(*mesh)), "written"), *mesh), "the mesh comes back");
  return 0;
}
