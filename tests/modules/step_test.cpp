#include "io/reading.h"
#include <abut/io/step.h>
#include <abut/mesh/topology.h>
#include <abut/scene/assembly.h>

#include <algorithm>

#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRep_Builder.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_PrinterOStream.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Ax1.hxx>

namespace abut {

namespace {

constexpr double radius = 5, height = 30;

/// Writes a STEP file through OpenCASCADE, so that the reader meets what CAD programs write.
class StepWriter {
 public:
  StepWriter() {
    Message::DefaultMessenger()->RemovePrinters(STANDARD_TYPE(Message_PrinterOStream));
    application_->NewDocument("BinXCAF", document_);
  }
  ~StepWriter() { application_->Close(document_); }

  XCAFDoc_ShapeTool& shapes() { return *XCAFDoc_DocumentTool::ShapeTool(document_->Main()); }
  TDF_Label product(const TopoDS_Shape& shape, const char* name) {
    const TDF_Label label = shapes().AddShape(shape, false);
    TDataStd_Name::Set(label, name);
    return label;
  }
  void write(const std::filesystem::path& file) {
    STEPCAFControl_Writer writer;
    writer.SetNameMode(true);
    ASSERT_TRUE(writer.Transfer(document_, STEPControl_AsIs));
    ASSERT_EQ(writer.Write(file.string().c_str()), IFSelect_RetDone);
  }

 private:
  Handle(XCAFApp_Application) application_ = XCAFApp_Application::GetApplication();
  Handle(TDocStd_Document) document_;
};

TopLoc_Location moved(double x, double y, double z) {
  gp_Trsf map;
  map.SetTranslation({x, y, z});
  return map;
}

/// A block with two pins: one beside it, one in a sub-assembly that lies on its side.
void write_assembly(const std::filesystem::path& file) {
  StepWriter writer;
  const TDF_Label block = writer.product(BRepPrimAPI_MakeBox(20, 10, 40).Shape(), "block");
  const TDF_Label pin = writer.product(BRepPrimAPI_MakeCylinder(radius, height).Shape(), "pin");
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

std::vector<std::string> names_of(const MeshInstances& scene) {
  std::vector<std::string> names;
  for (const MeshInstance& part : scene.instances) names.push_back(part.name);
  return names;
}

TEST(Step, GivesProductsWhereTheAssemblyPutsThem) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.step"));
  const MeshInstances scene = read_step(folder.file("device.step"));
  ASSERT_THAT(names_of(scene), testing::ElementsAre("block", "pin", "pin"));
  EXPECT_EQ(scene.meshes.size(), 2u) << "the pins share a mesh";
  EXPECT_EQ(scene.instances[1].mesh, scene.instances[2].mesh);
  EXPECT_EQ(scene.instances[0].at, Placement());
  EXPECT_EQ(scene.instances[1].at, Placement::translation({100, 0, 0}));
  const Vec3 end = scene.instances[2].at * Vec3{0, 0, height};
  EXPECT_NEAR(end.x, height, 1e-9);
  EXPECT_NEAR(end.y, 200, 1e-9);
  EXPECT_NEAR(end.z, 0, 1e-9);
}

TEST(Step, GivesPartsOfAnAssemblyNamesOfTheirOwn) {
  const TemporaryDirectory folder;
  const std::vector<std::filesystem::path> files{folder.file("device.STEP")};
  write_assembly(files[0]);
  const Assembly assembly = load_assembly(files);
  ASSERT_EQ(assembly.parts().size(), 3u);
  EXPECT_EQ(assembly.parts()[2].name, "pin #2");
}

TEST(Step, GivesClosedMeshesThatFaceOutwardAndKeepToTheDeflection) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.stp"));
  std::size_t last = 0;
  for (double deflection : {0.1, 0.01, 0.001}) {
    const MeshInstances scene = read_step(folder.file("device.stp"), {.deflection = deflection});
    EXPECT_EQ(scene.meshes[0].points.size(), 8u) << "faces of a box share its corners";
    const Mesh& pin = scene.meshes[1];
    EXPECT_GT(pin.triangles.size(), last);
    last = pin.triangles.size();
    EXPECT_TRUE(closedness_of(pin).is_closed());
    double volume = 0;
    for (const Triangle& t : pin.triangles)
      volume += dot(pin.points[t[0]], cross(pin.points[t[1]], pin.points[t[2]])) / 6;
    EXPECT_GT(volume, 0.8 * std::acos(-1) * radius * radius * height);
    EXPECT_LT(volume, std::acos(-1) * radius * radius * height);
    for (const Triangle& t : pin.triangles) {
      const Vec3 middle = (pin.points[t[0]] + pin.points[t[1]] + pin.points[t[2]]) * (1.0 / 3);
      if (middle.z < 1e-9 || middle.z > height - 1e-9) continue;
      EXPECT_GT(std::hypot(middle.x, middle.y), radius - 1.01 * deflection);
    }
  }
}

TEST(Step, TakesTheSolidsOfASinglePartForParts) {
  const TemporaryDirectory folder;
  StepWriter writer;
  BRep_Builder builder;
  TopoDS_Compound both;
  builder.MakeCompound(both);
  builder.Add(both, BRepPrimAPI_MakeBox(1, 1, 1).Shape());
  builder.Add(both, BRepPrimAPI_MakeBox(1, 1, 1).Shape().Moved(moved(3, 0, 0)));
  writer.product(both, "pair");
  writer.write(folder.file("pair.step"));
  const MeshInstances scene = read_step(folder.file("pair.step"));
  EXPECT_EQ(scene.instances.size(), 2u);
}

TEST(Step, RefusesWhatIsNotAStepFileInASentence) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.step"));
  const std::string whole = content_of(folder.file("device.step"));
  EXPECT_TRUE(looks_like_step(bytes_of(whole)));
  EXPECT_FALSE(looks_like_step(bytes_of("solid x")));
  for (const auto& [name, content] :
       {std::pair{"half.step", whole.substr(0, whole.size() / 2)},
        std::pair{"head.step", std::string("ISO-10303-21;\n")}, std::pair{"garbage.step", std::string(500, '\xff')}}) {
    const std::filesystem::path file = folder.file(name, content);
    const std::string message = message_of([&] { read_step(file); });
    EXPECT_TRUE(message.starts_with(file.string() + ": ")) << name << ": " << message;
    EXPECT_TRUE(message.ends_with('.') || message.ends_with('?')) << message;
  }
  EXPECT_NE(message_of([&] { read_step(folder.file("none.step")); }), "");
  EXPECT_NE(message_of([&] { read_step(folder.file("device.step"), {.deflection = -1}); }), "");
}

}  // namespace

}  // namespace abut
