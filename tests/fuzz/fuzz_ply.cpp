#include "fuzz.h"
#include "io/ply.h"

using namespace abut;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::optional<Mesh> mesh = read_any(read_ply, {reinterpret_cast<const std::byte*>(data), size});
  if (!mesh) return 0;
  for (PlyForm form : {PlyForm::ascii, PlyForm::little_endian, PlyForm::big_endian})
    require(is_same(read_ply(bytes_of(write_ply(*mesh, form)), "written"), *mesh), "the mesh comes back in every form");
  return 0;
}
