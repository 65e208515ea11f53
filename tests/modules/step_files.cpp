#include "modules/step_files.h"

#include <cmath>

#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <gp_Ax1.hxx>

namespace abut {

TopLoc_Location moved(double x, double y, double z) {
  gp_Trsf map;
  map.SetTranslation({x, y, z});
  return map;
}

void write_assembly(const std::filesystem::path& file) {
  StepWriter writer;
  const TDF_Label block = writer.product(BRepPrimAPI_MakeBox(20, 10, 40).Shape(), "block");
  const TDF_Label pin = writer.product(BRepPrimAPI_MakeCylinder(pin_radius, pin_height).Shape(), "pin");
  XCAFDoc_ShapeTool& shapes = writer.shapes();
  const TDF_Label inner = shapes.NewShape(), whole = shapes.NewShape();
  TDataStd_Name::Set(inner, "holder"), TDataStd_Name::Set(whole, "device");
  gp_Trsf lying;
  lying.SetRotation(gp_Ax1({0, 0, 0}, {0, 1, 0}), std::acos(-1) / 2);
  shapes.AddComponent(inner, pin, lying);
  shapes.AddComponent(whole, block, {});
  shapes.AddComponent(whole, pin, moved(100, 0, 0));
  shapes.AddComponent(whole, inner, moved(0, 200, 0));
  shapes.UpdateAssemblies();
  writer.write(file);
}

}  // namespace abut
