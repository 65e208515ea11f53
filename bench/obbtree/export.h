#pragma once

#include <filesystem>

namespace abut::bench {

/// Writes the meshes (binary STL) and placements (poses files, each line with its expected contacts) of the OBBTree
/// paper's experiments and of the swept sphere paper's applications, and a README.txt that explains them: the benchmark
/// set that the paper asks for. The folder is made when it is not there. Contacts are counted on `threads` threads (0:
/// all cores), with the same result. Throws Error when a file cannot be written.
void export_scenarios(const std::filesystem::path& folder, int threads);

}  // namespace abut::bench
