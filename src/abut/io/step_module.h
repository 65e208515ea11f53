#pragma once

#include <abut/io/step.h>

namespace abut {

/// What modules/step.cpp exports under `step_symbol`: reads as read_step() does, and says what is wrong in a sentence
/// that opens with the file, or gives nothing.
using StepReader = void (*)(const std::filesystem::path& file, const StepOptions& options, MeshInstances& parts,
                            std::string& flaw);
inline constexpr const char* step_symbol = "abut_read_step_1";
inline constexpr const char* step_module = "abut_step.so";

}  // namespace abut
