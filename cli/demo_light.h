#pragma once

#include <abut/query/collide.h>

#include <span>
#include <vector>

namespace abut::cli {

/// A model that stands in the light.
struct LitBody {
  const Model* model = nullptr;
  Placement at{};
};

enum class Shadow { sharp, soft };

/// How much of a far lamp in the direction `towards` each triangle of the body sees past all bodies, 0 to 1. A ray of
/// light is a triangle with two equal corners, so `collide` finds what it hits.
std::vector<float> lamp_shares(const LitBody& body, std::span<const LitBody> all, const Vec3& towards, Shadow shadow,
                               int threads);

}  // namespace abut::cli
