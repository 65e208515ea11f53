#include "step_parts.h"

#include "io/text.h"
#include "io/weld.h"
#include "step_document.h"
#include "surface_stray.h"
#include <abut/error.h>
#include <abut/mesh.h>

#include <array>
#include <cmath>
#include <map>

#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDataStd_Name.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedDataMapOfShapeListOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Face.hxx>

namespace abut {

namespace {

Placement placement_of(const TopLoc_Location& location) {
  const gp_Trsf map = location.Transformation();
  Placement at;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) at.linear(row, column) = map.Value(row + 1, column + 1);
    at.shift[row] = map.Value(row + 1, 4);
  }
  return at;
}

std::string name_of(const TDF_Label& label) {
  Handle(TDataStd_Name) name;
  if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return "";
  const TCollection_ExtendedString& wide = name->Get();
  std::string text(static_cast<std::size_t>(wide.LengthOfCString()) + 1, '\0');
  char* to = text.data();
  text.resize(static_cast<std::size_t>(wide.ToUTF8CString(to)));
  return on_one_line(text);
}

}  // namespace

class StepParts::Document {
 public:
  Document(const std::filesystem::path& file, const StepOptions& options)
      : file_(file), options_(options), document_(file), shapes_(document_.shapes()) {}

  MeshInstances read() {
    TDF_LabelSequence roots;
    shapes_->GetFreeShapes(roots);
    for (const TDF_Label& root : roots) walk(root, "", {});
    if (parts_.size() == 1) split_into_solids();
    for (const FoundPart& part : parts_) add(part);
    if (scene_.instances.empty()) throw Error("has no surfaces, so there is nothing to check.");
    return std::move(scene_);
  }

  MeshInstances remesh(const StepRequest& request) const {
    const FoundPart& part = part_of_mesh_.at(request.mesh);
    MeshInstances one;
    // OpenCASCADE keeps triangles that are fine enough, or that another shape has left.
    BRepTools::Clean(part.shape);
    one.strays.emplace_back();
    one.meshes.push_back(mesh_from(part, request.deflection, one.strays[0]));
    BRepTools::Clean(part.shape);
    return one;
  }

 private:
  struct FoundPart {
    std::string name;
    TopoDS_Shape shape;  ///< in its own frame
    TopLoc_Location at;
  };

  /// A shape of the file's tree, placed by what is above it. `called` is what the assembly calls its component.
  void walk(const TDF_Label& label, const std::string& called, const TopLoc_Location& at) {
    if (XCAFDoc_ShapeTool::IsAssembly(label)) {
      TDF_LabelSequence components;
      XCAFDoc_ShapeTool::GetComponents(label, components);
      for (const TDF_Label& component : components) {
        TDF_Label referred;
        if (XCAFDoc_ShapeTool::GetReferredShape(component, referred))
          walk(referred, name_of(component), at * XCAFDoc_ShapeTool::GetLocation(component));
      }
      return;
    }
    const std::string product = name_of(label);
    const std::string name = !product.empty() ? product : !called.empty() ? called : file_.stem().string();
    TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(label);
    const TopLoc_Location own = shape.Location();
    shape.Location({});
    parts_.push_back({name, shape, at * own});
  }

  void split_into_solids() {
    const FoundPart whole = parts_.front();
    std::vector<FoundPart> solids;
    for (TopExp_Explorer each(whole.shape, TopAbs_SOLID); each.More(); each.Next()) {
      TopoDS_Shape solid = each.Current();
      const TopLoc_Location own = solid.Location();
      solid.Location({});
      solids.push_back({whole.name, solid, whole.at * own});
    }
    if (solids.size() > 1) parts_ = std::move(solids);
  }

  void add(const FoundPart& part) {
    const void* const same = part.shape.TShape().get();
    auto known = mesh_of_.find(same);
    if (known == mesh_of_.end()) {
      Stray stray;
      Mesh mesh = mesh_from(part, deflection_of(part.shape), stray);
      const std::size_t index = mesh.triangles.empty() ? without_triangles : scene_.meshes.size();
      if (!mesh.triangles.empty()) {
        scene_.meshes.push_back(std::move(mesh));
        scene_.strays.push_back(std::move(stray));
        part_of_mesh_.push_back(part);
      }
      known = mesh_of_.emplace(same, index).first;
    }
    if (known->second != without_triangles)
      scene_.instances.push_back({part.name, known->second, placement_of(part.at)});
  }

  /// 0 for a shape without surfaces.
  double deflection_of(const TopoDS_Shape& shape) const {
    Bnd_Box box;
    BRepBndLib::Add(shape, box);
    if (box.IsVoid()) return 0;
    return options_.deflection > 0 ? options_.deflection : 1e-3 * std::sqrt(box.SquareExtent());
  }

  Mesh mesh_from(const FoundPart& part, double deflection, Stray& stray) const {
    const TopoDS_Shape& shape = part.shape;
    Mesh mesh;
    if (deflection == 0) return mesh;
    constexpr double widest_turn = 0.35;  // in radians between neighbours: some 18 sides to a circle at least
    const BRepMesh_IncrementalMesh meshed(shape, deflection, false, widest_turn);
    Welder<double> welder(1024, file_.string());
    FaceStray all;
    for (TopExp_Explorer each(shape, TopAbs_FACE); each.More(); each.Next())
      // To leave a face out could hide a clash.
      if (!add_face(TopoDS::Face(each.Current()), welder, mesh.triangles, all))
        throw Error("part " + abut::in_quotes(part.name) +
                    " has a face that OpenCASCADE cannot turn into triangles. Repair it in the program that made it.");
    mesh.points = welder.take_points();
    stray = Stray(all.kind, std::move(all.of_triangle), tolerance_of(shape));
    // Triangles that leave holes where the surfaces have none are not the whole part.
    if (is_closed(shape) && !closedness_of(mesh).is_closed())
      throw Error("part " + abut::in_quotes(part.name) +
                  " has faces that OpenCASCADE turns into triangles in part only. Repair it in the program that made "
                  "it.");
    return mesh;
  }

  /// Does every edge that is not a mere point have two faces, or one face twice?
  static bool is_closed(const TopoDS_Shape& shape) {
    TopTools_IndexedDataMapOfShapeListOfShape faces_at;
    TopExp::MapShapesAndAncestors(shape, TopAbs_EDGE, TopAbs_FACE, faces_at);
    for (int i = 1; i <= faces_at.Extent(); ++i)
      if (faces_at(i).Size() % 2 != 0 && !BRep_Tool::Degenerated(TopoDS::Edge(faces_at.FindKey(i)))) return false;
    return true;
  }

  /// Neighbouring faces have the same points along their common edge, bit by bit: they are one mesh after welding.
  /// False where there are no triangles, or points that are not finite.
  static bool add_face(const TopoDS_Face& face, Welder<double>& welder, std::vector<Triangle>& triangles,
                       FaceStray& all) {
    TopLoc_Location location;
    const Handle(Poly_Triangulation) surface = BRep_Tool::Triangulation(face, location);
    if (surface.IsNull()) return false;
    const gp_Trsf map = location.Transformation();
    const bool is_inward = face.Orientation() == TopAbs_REVERSED;
    std::vector<Welder<double>::Corner> corners;
    for (int i = 1; i <= surface->NbTriangles(); ++i) {
      std::array<int, 3> nodes;
      surface->Triangle(i).Get(nodes[0], nodes[1], nodes[2]);
      if (is_inward) std::swap(nodes[1], nodes[2]);
      for (int node : nodes) {
        const gp_Pnt point = surface->Node(node).Transformed(map);
        corners.push_back({point.X(), point.Y(), point.Z()});
        if (!std::isfinite(point.X() + point.Y() + point.Z())) return false;
      }
    }
    welder.add(corners, triangles);
    const FaceStray its = stray_of(face);
    all.kind = std::min(all.kind, its.kind);
    all.of_triangle.insert(all.of_triangle.end(), its.of_triangle.begin(), its.of_triangle.end());
    return true;
  }

  static constexpr std::size_t without_triangles = std::numeric_limits<std::size_t>::max();

  std::filesystem::path file_;
  StepOptions options_;
  StepDocument document_;
  Handle(XCAFDoc_ShapeTool) shapes_;
  std::vector<FoundPart> parts_;
  std::vector<FoundPart> part_of_mesh_;         ///< one of those that have it
  std::map<const void*, std::size_t> mesh_of_;  ///< by the shape that parts share
  MeshInstances scene_;
};

StepParts::StepParts(const std::filesystem::path& file, const StepOptions& options)
    : document_(std::make_unique<Document>(file, options)) {}
StepParts::~StepParts() = default;

MeshInstances StepParts::read() { return document_->read(); }

MeshInstances StepParts::remesh(const StepRequest& request) { return document_->remesh(request); }

}  // namespace abut
