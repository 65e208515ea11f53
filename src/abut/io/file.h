#pragma once

#include <abut/io/pages.h>

#include <filesystem>
#include <string_view>

namespace abut {

/// Reads a regular file whole. Throws Error, opening with the file's name, when it is missing, a directory, not a
/// regular file, not readable or empty.
Pages read_file(const std::filesystem::path& file);

/// Writes beside the file and renames at the end: afterwards the file holds all of the bytes or, with an Error thrown,
/// what it held before. Only a regular file is ever replaced; a link's target is replaced, not the link.
void write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace abut
