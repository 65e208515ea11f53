// Renders every procedural model into one labelled sheet: shapes_picture FILE.png

#include "picture.h"
#include <abut/error.h>
#include <abut/shapes.h>

#include <iostream>
#include <string>

namespace {

using namespace abut;

constexpr int tile_width = 360, tile_height = 280, label_height = 60, columns = 4;
constexpr Colour steel{0.62f, 0.68f, 0.76f}, sand{0.84f, 0.74f, 0.56f}, moss{0.55f, 0.7f, 0.52f},
    brass{0.88f, 0.74f, 0.3f}, clay{0.82f, 0.55f, 0.45f};

struct Body {
  Mesh mesh;
  Colour colour;
  Placement at;
};

struct Tile {
  std::string name;
  std::vector<Body> bodies;
  Vec3 towards{1, -2, 1.2};
  bool outlined = false;
};

std::vector<Tile> tiles() {
  std::vector<Tile> all;
  all.push_back({"sphere", {{shapes::sphere(1, 40), steel, {}}}});
  all.push_back({"torus", {{shapes::torus(1, 0.4, 50, 50), steel, {}}}, {1, -2, 1.2}, true});
  all.push_back({"wrinkled torus", {{shapes::wrinkled_torus(), clay, {}}}});
  all.push_back({"teapot", {{shapes::teapot(), sand, {}}}, {0.5, -2, 0.9}, true});
  all.push_back({"spacecraft", {{shapes::spacecraft(), steel, {}}}, {2.2, -1.6, 1.3}});
  all.push_back({"pipes", {{shapes::pipes(), moss, {}}}, {1, -2, 1}});
  all.push_back({"toothed landscape", {{shapes::toothed_landscape(), sand, {}}}, {0.7, -2, 1.6}});
  all.push_back(
      {"torus on the landscape",
       {{shapes::toothed_landscape(), sand, {}}, {shapes::wrinkled_torus(), clay, Placement::translation({0, 0, 1.5})}},
       {0.7, -2, 1.1}});
  all.push_back({"torpedo on its pivot",
                 {{shapes::torpedo(), brass, shapes::torpedo_at_rest()}, {shapes::pivot(), moss, {}}},
                 {0.9, -1.6, 0.9}});
  all.push_back({"torpedo", {{shapes::torpedo(), brass, {}}}, {-1.3, -1.6, 0.7}});
  all.push_back({"pivot", {{shapes::pivot(), moss, {}}}, {0.9, -1.6, 0.9}});
  all.push_back({"bumpy scan", {{shapes::bumpy_scan(70000, 1), clay, {}}}});
  all.push_back({"random soup", {{shapes::random_soup(2000, 0.25, 1), steel, {}}}});
  all.push_back({"space curve", {{shapes::space_curve(400), {0.25f, 0.35f, 0.6f}, {}}}, {0.3, -0.6, 2}});
  all.push_back({"box, icosahedron, cylinder",
                 {{shapes::box({0.6, 0.6, 0.6}), steel, Placement::translation({-0.8, 0, 0})},
                  {shapes::icosahedron(0.75), clay, Placement::translation({0.8, 0, 0})},
                  {shapes::cylinder(0.5, 0.7, 48), moss, Placement::translation({2.3, 0, 0})}},
                 {1, -2, 1.2},
                 true});
  all.push_back({"plate", {{shapes::plate(2, 2, 20, 20), steel, {}}}, {1, -2, 1.2}, true});
  return all;
}

Image picture_of(const Tile& tile) {
  std::vector<PictureItem> items;
  std::string count;
  for (const Body& body : tile.bodies) {
    items.push_back({.mesh = &body.mesh, .at = body.at, .colour = body.colour, .outlined = tile.outlined});
    count += (count.empty() ? "" : " and ") + std::to_string(body.mesh.triangles.size());
  }
  const Camera camera = camera_around(items, tile.towards, static_cast<double>(tile_width) / tile_height);
  Image picture(tile_width, tile_height + label_height, paper);
  paste(picture, render(items, camera, tile_width, tile_height), 0, 0);
  count += " triangles";
  write_text(picture, tile.name, (tile_width - text_width(tile.name, 2)) / 2, tile_height + 8, 2);
  write_text(picture, count, (tile_width - text_width(count, 2)) / 2, tile_height + 30, 2, {0.5f, 0.52f, 0.56f});
  return picture;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw Error("usage: shapes_picture FILE.png");
    const std::vector<Tile> all = tiles();
    const int rows = (static_cast<int>(all.size()) + columns - 1) / columns;
    Image sheet(columns * tile_width, rows * (tile_height + label_height), paper);
    for (int i = 0; i < static_cast<int>(all.size()); ++i)
      paste(sheet, picture_of(all[static_cast<std::size_t>(i)]), i % columns * tile_width,
            i / columns * (tile_height + label_height));
    save_png(sheet, argv[1]);
  } catch (const std::exception& error) {
    std::cerr << "shapes_picture: " << error.what() << "\n";
    return 2;
  }
}
