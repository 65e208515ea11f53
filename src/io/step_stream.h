#pragma once

#include "io/mesh_instances.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace abut {

/// What the program that reads STEP files (modules/) tells the library over a pipe: what is wrong with the file, in a
/// sentence without its name, or its parts. Both ends are of one build; the mark at its start says so.
struct StepAnswer {
  std::string flaw;  ///< empty: the file was read whole
  MeshInstances parts;
};

void write_answer(const StepAnswer& answer, const std::function<void(std::span<const std::byte>)>& write);

/// What is asked of that program after its first answer: one of the meshes of that again, with other triangles. It
/// answers with a mesh and without instances.
struct StepRequest {
  std::uint64_t mesh = 0;
  double deflection = 0;
};

/// `read` fills its bytes and says how many there were. Nothing when the stream is cut off or no answer.
std::optional<StepAnswer> read_answer(const std::function<std::size_t(std::span<std::byte>)>& read);

}  // namespace abut
