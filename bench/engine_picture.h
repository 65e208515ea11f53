#pragma once

#include "picture.h"
#include <abut/inline_four.h>

#include <span>
#include <string>

namespace abut {

/// The engine at a crank angle, seen from the exhaust side, with block and head cut away up to the intake valves. The
/// named parts are drawn in red.
Image engine_picture(const InlineFour& engine, double crank_angle, int width, int height,
                     std::span<const std::string> highlighted = {});

}  // namespace abut
