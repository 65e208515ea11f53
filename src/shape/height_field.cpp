#include "shape/core_mesh.h"
#include <abut/error.h>

#include <string>

namespace abut {

namespace {

void check(const HeightField& field) {
  if (field.columns < 2 || field.rows < 2) throw Error("a height field needs two columns and two rows, or more.");
  if (field.heights.size() != field.columns * field.rows)
    throw Error("the height field has " + std::to_string(field.columns) + " columns and " + std::to_string(field.rows) +
                " rows, but " + std::to_string(field.heights.size()) + " heights.");
  const auto is_size = [](double x) { return x > 0 && x <= largest_input; };
  if (!is_size(field.sizes[0]) || !is_size(field.sizes[1]))
    throw Error("a size of the height field is not positive and finite.");
  if (!(std::abs(field.floor) <= largest_input)) throw Error("the floor of the height field is not finite.");
  for (std::size_t i = 0; i < field.heights.size(); ++i)
    if (!(field.heights[i] > field.floor && field.heights[i] <= largest_input))
      throw Error("height " + std::to_string(i) + " of the height field is " + std::to_string(field.heights[i]) +
                  "; it must be finite and above the floor, " + std::to_string(field.floor) + ".");
}

}  // namespace

Mesh height_field_mesh(const HeightField& field) {
  check(field);
  const auto columns = static_cast<std::uint32_t>(field.columns), rows = static_cast<std::uint32_t>(field.rows);
  const auto place = [](double size, std::uint32_t i, std::uint32_t count) {
    return size * (static_cast<double>(i) / (count - 1) - 0.5);
  };
  Mesh mesh;
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint32_t column = 0; column < columns; ++column)
      mesh.points.push_back({place(field.sizes[0], column, columns), place(field.sizes[1], row, rows),
                             field.heights[std::size_t{row} * columns + column]});
  const auto top = [&](std::uint32_t column, std::uint32_t row) { return row * columns + column; };
  for (std::uint32_t row = 0; row + 1 < rows; ++row)
    for (std::uint32_t column = 0; column + 1 < columns; ++column) {
      const std::uint32_t a = top(column, row), b = top(column + 1, row), c = top(column + 1, row + 1),
                          d = top(column, row + 1);
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
  // Around the border, counterclockwise from above; the floor is a fan about its middle.
  std::vector<std::uint32_t> border;
  for (std::uint32_t i = 0; i + 1 < columns; ++i) border.push_back(top(i, 0));
  for (std::uint32_t i = 0; i + 1 < rows; ++i) border.push_back(top(columns - 1, i));
  for (std::uint32_t i = columns - 1; i > 0; --i) border.push_back(top(i, rows - 1));
  for (std::uint32_t i = rows - 1; i > 0; --i) border.push_back(top(0, i));
  const auto first = static_cast<std::uint32_t>(mesh.points.size()), count = static_cast<std::uint32_t>(border.size());
  for (const std::uint32_t corner : border)
    mesh.points.push_back({mesh.points[corner].x, mesh.points[corner].y, field.floor});
  mesh.points.push_back({0, 0, field.floor});
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    mesh.triangles.push_back({border[i], first + i, first + next});
    mesh.triangles.push_back({border[i], first + next, border[next]});
    mesh.triangles.push_back({first + count, first + next, first + i});
  }
  return mesh;
}

}  // namespace abut
