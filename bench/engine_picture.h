#pragma once

#include "picture.h"
#include <abut/mesh/inline_four.h>

#include <span>
#include <string>

namespace abut {

/// The engine at a crank angle, seen from the exhaust side with the front half of block and head cut away. The named
/// parts are drawn in red.
Image engine_picture(const InlineFour& engine, double crank_angle, int width, int height,
                     std::span<const std::string> highlighted = {});

}  // namespace abut
