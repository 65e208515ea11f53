#include "picture.h"

#include <abut/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <png.h>

namespace abut {

namespace {

constexpr int samples = 3;

Vec3 unit(const Vec3& v) {
  const double l = length(v);
  return l > 0 ? v * (1 / l) : Vec3{0, 0, 1};
}

/// The camera's axes: x right, y up, z towards the eye.
struct View {
  Matrix3 rows;
  Vec3 eye;
  double opening_scale, half_height, aspect;

  View(const Camera& camera, double width_over_height)
      : eye(camera.eye),
        opening_scale(camera.opening > 0 ? 1 / std::tan(camera.opening * 3.14159265358979 / 360) : 0),
        half_height(camera.half_height),
        aspect(width_over_height) {
    const Vec3 back = unit(camera.eye - camera.target), right = unit(cross(camera.up, back));
    rows = Matrix3::from_rows(right, cross(back, right), back);
  }
  Vec3 seen(const Vec3& world) const { return rows * (world - eye); }
};

/// A corner on the screen: x, y in samples, depth grows away from the eye and is linear across a triangle's image.
struct Corner {
  double x = 0, y = 0, depth = 0;
};

class Canvas {
 public:
  Canvas(const View& view, int width, int height, Colour background)
      : view_(view),
        width_(width * samples),
        height_(height * samples),
        colours_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), background),
        depths_(colours_.size(), std::numeric_limits<double>::infinity()) {}

  void draw(const std::array<Vec3, 3>& seen, const Colour& colour, bool outlined) {
    std::array<Corner, 3> corners;
    for (std::size_t i = 0; i < 3; ++i)
      if (!project(seen[i], corners[i])) return;
    const double area = edge(corners[0], corners[1], corners[2]);
    if (std::abs(area) < 1e-9)
      draw_thin(corners, colour);
    else
      fill(corners, area, colour, outlined);
  }

  Image smoothed() const {
    Image image(width_ / samples, height_ / samples, {});
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        Colour sum{0, 0, 0};
        for (int j = 0; j < samples; ++j)
          for (int i = 0; i < samples; ++i) {
            const Colour& c = colours_[index(x * samples + i, y * samples + j)];
            sum = {sum.red + c.red, sum.green + c.green, sum.blue + c.blue};
          }
        constexpr float share = 1.0f / (samples * samples);
        image.at(x, y) = {sum.red * share, sum.green * share, sum.blue * share};
      }
    return image;
  }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  static double edge(const Corner& a, const Corner& b, const Corner& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  }

  static double length_of(const Corner& a, const Corner& b) { return std::hypot(b.x - a.x, b.y - a.y); }

  bool project(const Vec3& p, Corner& corner) const {
    double x, y;
    if (view_.opening_scale > 0) {
      if (p.z > -1e-6) return false;
      x = p.x / -p.z * view_.opening_scale, y = p.y / -p.z * view_.opening_scale;
      corner.depth = 1 / p.z;  // of -1/distance, so that it grows with distance and stays linear on the screen
    } else {
      x = p.x / view_.half_height, y = p.y / view_.half_height;
      corner.depth = -p.z;
    }
    corner.x = (x / view_.aspect + 1) / 2 * width_;
    corner.y = (1 - y) / 2 * height_;
    return true;
  }

  void put(int x, int y, double depth, const Colour& colour) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
    const std::size_t i = index(x, y);
    if (depth >= depths_[i]) return;
    depths_[i] = depth;
    colours_[i] = colour;
  }

  void fill(const std::array<Corner, 3>& c, double area, const Colour& colour, bool outlined) {
    const Colour line{colour.red * 0.6f, colour.green * 0.6f, colour.blue * 0.6f};
    // Along a side's normal, its barycentric coordinate grows by one over the triangle's height.
    const double line_a = outlined ? length_of(c[1], c[2]) / std::abs(area) : 0;
    const double line_b = outlined ? length_of(c[2], c[0]) / std::abs(area) : 0;
    const double line_g = outlined ? length_of(c[0], c[1]) / std::abs(area) : 0;
    const auto within = [](double value, int limit) { return static_cast<int>(std::clamp(value, 0.0, limit * 1.0)); };
    const int left = within(std::min({c[0].x, c[1].x, c[2].x}), width_);
    const int right = within(std::max({c[0].x, c[1].x, c[2].x}) + 1, width_);
    const int top = within(std::min({c[0].y, c[1].y, c[2].y}), height_);
    const int bottom = within(std::max({c[0].y, c[1].y, c[2].y}) + 1, height_);
    for (int y = top; y < bottom; ++y)
      for (int x = left; x < right; ++x) {
        const Corner p{x + 0.5, y + 0.5, 0};
        const double a = edge(c[1], c[2], p) / area, b = edge(c[2], c[0], p) / area, g = 1 - a - b;
        if (a < 0 || b < 0 || g < 0) continue;
        const bool on_line = a < line_a || b < line_b || g < line_g;
        put(x, y, a * c[0].depth + b * c[1].depth + g * c[2].depth, on_line ? line : colour);
      }
  }

  /// A line along the triangle's three sides, one pixel thick.
  void draw_thin(const std::array<Corner, 3>& corners, const Colour& colour) {
    for (std::size_t side = 0; side < 3; ++side) {
      const Corner &a = corners[side], &b = corners[(side + 1) % 3];
      const double span = std::max(std::abs(b.x - a.x), std::abs(b.y - a.y));
      if (!(span < 1e6)) continue;
      const int steps = static_cast<int>(span) + 1;
      for (int i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        const int x = static_cast<int>(a.x + (b.x - a.x) * t), y = static_cast<int>(a.y + (b.y - a.y) * t);
        for (int dy = -samples / 2; dy <= samples / 2; ++dy)
          for (int dx = -samples / 2; dx <= samples / 2; ++dx)
            put(x + dx, y + dy, a.depth + (b.depth - a.depth) * t, colour);
      }
    }
  }

  View view_;
  int width_, height_;
  std::vector<Colour> colours_;
  std::vector<double> depths_;
};

/// A soft light from the eye, a second one from the upper left of it, and some of all around.
Colour shaded(const Colour& colour, const std::array<Vec3, 3>& seen, bool parallel) {
  Vec3 normal = cross(seen[1] - seen[0], seen[2] - seen[0]);
  const double size = length(normal);
  if (!(size > 0)) return colour;
  normal = normal * (1 / size);
  const Vec3 to_eye = parallel ? Vec3{0, 0, 1} : unit(-seen[0]);
  if (dot(normal, to_eye) < 0) normal = -normal;
  const double head = std::abs(dot(normal, to_eye)), side = std::max(0.0, dot(normal, unit({-0.55, 0.75, 0.45})));
  const double light = 0.24 + 0.36 * head + 0.48 * side;
  const auto lit = [&](float part) { return static_cast<float>(std::min(1.0, part * light)); };
  return {lit(colour.red), lit(colour.green), lit(colour.blue)};
}

}  // namespace

Image::Image(int w, int h, Colour fill)
    : width(w), height(h), pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), fill) {}

Camera camera_around(std::span<const PictureItem> items, const Vec3& towards, double aspect) {
  const View view({.eye = towards, .opening = 0}, aspect);
  Bounds box;
  for (const PictureItem& item : items)
    for (const Vec3& point : item.mesh->points) {
      const Vec3 seen = view.rows * (item.at * point);
      box = {min(box.low, seen), max(box.high, seen)};
    }
  const Vec3 middle = (box.low + box.high) * 0.5, half = (box.high - box.low) * 0.5;
  const Vec3 target = transposed_times(view.rows, middle);
  return {.eye = target + unit(towards) * (2 * length(half)),
          .target = target,
          .opening = 0,
          .half_height = 1.1 * std::max(half.y, half.x / aspect)};
}

Image render(std::span<const PictureItem> items, const Camera& camera, int width, int height, Colour background) {
  const View view(camera, static_cast<double>(width) / height);
  Canvas canvas(view, width, height, background);
  for (const PictureItem& item : items) {
    std::vector<bool> is_highlighted(item.mesh->triangles.size(), false);
    for (std::uint32_t triangle : item.highlighted) is_highlighted.at(triangle) = true;
    for (std::size_t i = 0; i < item.mesh->triangles.size(); ++i) {
      std::array<Vec3, 3> seen = item.mesh->corners(i);
      for (Vec3& corner : seen) corner = view.seen(item.at * corner);
      canvas.draw(seen, shaded(is_highlighted[i] ? item.highlight : item.colour, seen, camera.opening <= 0),
                  item.outlined);
    }
  }
  return canvas.smoothed();
}

void save_png(const Image& image, const std::filesystem::path& file) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(image.pixels.size() * 3);
  for (const Colour& c : image.pixels)
    for (const float part : {c.red, c.green, c.blue})
      bytes.push_back(static_cast<std::uint8_t>(std::lround(std::clamp(part, 0.0f, 1.0f) * 255)));
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  if (!png_image_write_to_file(&png, file.c_str(), 0, bytes.data(), 0, nullptr))
    throw Error(file.string() + ": the picture could not be written: " + png.message + ".");
}

void render(std::span<const PictureItem> items, const Camera& camera, int width, int height,
            const std::filesystem::path& png) {
  save_png(render(items, camera, width, height), png);
}

}  // namespace abut
