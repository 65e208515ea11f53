#pragma once

#include "picture.h"
#include <abut/query/collide.h>

#include <span>
#include <string>
#include <vector>

namespace abut::cli {

/// The torus at one moment of its fall, with the triangles of both models that touch.
struct DemoMoment {
  std::string caption;
  Placement torus_at;
  std::span<const Contact> contacts;  ///< torus first
};

/// The last moment large and, below it, all of them small from left to right; touching triangles in red.
Image demo_picture(const Model& torus, const Model& landscape, std::span<const DemoMoment> moments, int threads);

}  // namespace abut::cli
