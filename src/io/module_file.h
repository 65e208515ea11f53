#pragma once

#include <filesystem>

namespace abut {

/// Where a module lies, a program or a shared object that abut uses when it needs it: in the folder that ABUT_MODULES
/// names or, without that, beside the running program or library or where they are installed. Empty when it is not
/// there.
std::filesystem::path module_file(const std::filesystem::path& name);

}  // namespace abut
