#pragma once

#include "io/tree_file.h"
#include "query/model_data.h"

namespace abut {

/// A whole tree file as a model that views its memory, which the result keeps. The head is sound; nothing but the parts
/// is looked at.
ViewedModel view_of(const TreeFileHead& head, std::span<const std::byte> file, std::shared_ptr<const void> memory,
                    const std::string& name);

}  // namespace abut
