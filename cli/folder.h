#pragma once

#include <filesystem>

namespace abut::cli {

/// Makes the folder that results go to, with those above it. Throws Error when it cannot.
void make_folder(const std::filesystem::path& folder);

}  // namespace abut::cli
