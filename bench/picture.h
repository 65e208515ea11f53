#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

/// A small software renderer for the pictures of docs and demos: z-buffer, flat shading, no GPU, no window.
namespace abut {

/// Red, green, blue in 0..1, as shown on screen.
struct Colour {
  float red = 0.62f, green = 0.66f, blue = 0.72f;
};

struct Camera {
  Vec3 eye{4, -6, 4};
  Vec3 target{};
  Vec3 up{0, 0, 1};
  /// Vertical opening angle in degrees; 0 looks along parallel rays.
  double opening = 30;
  /// Half of the height that parallel rays show at the target.
  double half_height = 1;
};

struct PictureItem {
  const Mesh* mesh = nullptr;
  Placement at{};
  Colour colour{};
  /// Triangles of the mesh drawn in the second colour, such as those in contact; any order.
  std::span<const std::uint32_t> highlighted{};
  Colour highlight{0.86f, 0.16f, 0.12f};
  /// Draw the triangles' sides as thin dark lines.
  bool outlined = false;
};

/// A camera with parallel rays that sees all items whole in a picture of the given width / height. `towards` points
/// from them to the eye; z is up.
Camera camera_around(std::span<const PictureItem> items, const Vec3& towards, double aspect);

/// Rows from the top, pixels from the left.
struct Image {
  int width = 0, height = 0;
  std::vector<Colour> pixels;

  Image() = default;
  Image(int w, int h, Colour fill);
  Colour& at(int x, int y) {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
  const Colour& at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
};

inline constexpr Colour paper{0.975f, 0.975f, 0.97f};

/// Smoothed by 3 x 3 samples per pixel. Triangles are drawn from both sides; degenerate ones as thin lines. What
/// reaches behind the eye is left out whole.
Image render(std::span<const PictureItem> items, const Camera& camera, int width, int height,
             Colour background = paper);

/// Throws Error when the file cannot be written.
void save_png(const Image& image, const std::filesystem::path& file);

/// Renders straight into a PNG file.
void render(std::span<const PictureItem> items, const Camera& camera, int width, int height,
            const std::filesystem::path& png);

}  // namespace abut
