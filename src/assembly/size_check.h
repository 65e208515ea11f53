#pragma once

#include <abut/clash.h>

namespace abut {

/// require_sane_sizes() by the boxes of the parts in their own frames, inverted for empty ones.
void require_sane_sizes(const Assembly& assembly, std::span<const Bounds> own_boxes, double clearance);

}  // namespace abut
