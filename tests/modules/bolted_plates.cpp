#include "modules/bolted_plates.h"

#include "modules/step_files.h"

#include <array>
#include <span>
#include <vector>

#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakePolygon.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <BRepPrimAPI_MakeRevol.hxx>
#include <TopoDS.hxx>
#include <gp_Circ.hxx>

namespace abut {

namespace {

constexpr double plate_height = 10, plate_half = 40, bolt_at = 25, hole = 4.5, shank = 4, head = 7, head_height = 5;

constexpr std::array<std::array<double, 2>, 4> places{
    {{bolt_at, bolt_at}, {-bolt_at, bolt_at}, {-bolt_at, -bolt_at}, {bolt_at, -bolt_at}}};

/// An outline in the half-plane y = 0, x >= 0, turned about the z axis.
TopoDS_Shape turned(const std::vector<std::array<double, 2>>& outline) {
  BRepBuilderAPI_MakePolygon polygon;
  for (const auto& [radius, height] : outline) polygon.Add(gp_Pnt(radius, 0, height));
  polygon.Close();
  return BRepPrimAPI_MakeRevol(BRepBuilderAPI_MakeFace(polygon.Wire()).Face(), gp_Ax1({0, 0, 0}, {0, 0, 1})).Shape();
}

TopoDS_Shape plate(double half, double height, std::span<const std::array<double, 2>> holes, double radius) {
  BRepBuilderAPI_MakePolygon square;
  for (const auto& [x, y] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) square.Add(gp_Pnt(half * x, half * y, 0));
  square.Close();
  BRepBuilderAPI_MakeFace face(square.Wire());
  for (const auto& [x, y] : holes) {
    const gp_Circ circle(gp_Ax2({x, y, 0}, {0, 0, 1}), radius);
    face.Add(TopoDS::Wire(BRepBuilderAPI_MakeWire(BRepBuilderAPI_MakeEdge(circle).Edge()).Wire().Reversed()));
  }
  return BRepPrimAPI_MakePrism(face.Face(), gp_Vec(0, 0, height)).Shape();
}

}  // namespace

void write_bolted_plates(const std::filesystem::path& file, const BoltedPlates& options) {
  StepWriter writer;
  XCAFDoc_ShapeTool& shapes = writer.shapes();
  const TDF_Label of_plate = writer.product(plate(plate_half, plate_height, places, hole), "plate");
  // Seen from below: the end, the shank, the head on the upper plate.
  const double top = 2 * plate_height;
  const TDF_Label of_bolt = writer.product(
      turned({{0, -8}, {shank, -8}, {shank, top}, {head, top}, {head, top + head_height}, {0, top + head_height}}),
      "bolt");
  const TDF_Label of_nut = writer.product(turned({{shank, -6}, {head, -6}, {head, 0}, {shank, 0}}), "nut");
  const TDF_Label whole = shapes.NewShape();
  TDataStd_Name::Set(whole, "bolted plates");
  shapes.AddComponent(whole, of_plate, {});
  shapes.AddComponent(whole, of_plate, moved(0, 0, plate_height));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double by = i == 0 ? options.first_bolt_moved_by : 0;
    const TopLoc_Location at = moved(places[i][0] + by, places[i][1], 0);
    shapes.AddComponent(whole, of_bolt, at);
    if (i == 0 && options.has_first_bolt_twice) shapes.AddComponent(whole, of_bolt, at);
    shapes.AddComponent(whole, of_nut, moved(places[i][0], places[i][1], 0));
  }
  shapes.UpdateAssemblies();
  writer.write(file);
}

void write_pin_in_plate(const std::filesystem::path& file, const PinInPlate& options) {
  StepWriter writer;
  XCAFDoc_ShapeTool& shapes = writer.shapes();
  constexpr std::array<std::array<double, 2>, 1> middle{{{0, 0}}};
  const TDF_Label of_plate =
      writer.product(plate(options.plate_size / 2, options.plate_height, middle, options.hole_radius), "plate");
  const double r = options.pin_radius, h = options.plate_height;
  const TDF_Label of_pin = writer.product(turned({{0, -h}, {r, -h}, {r, 2 * h}, {0, 2 * h}}), "pin");
  const TDF_Label whole = shapes.NewShape();
  TDataStd_Name::Set(whole, "pin in plate");
  shapes.AddComponent(whole, of_plate, {});
  shapes.AddComponent(whole, of_pin, moved(options.aside, 0, 0));
  shapes.UpdateAssemblies();
  writer.write(file);
}

}  // namespace abut
