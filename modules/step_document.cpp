#include "step_document.h"

#include "io/file.h"
#include "io/text.h"
#include <abut/error.h>

#include <algorithm>
#include <array>
#include <string_view>

#include <Interface_Check.hxx>
#include <Interface_InterfaceModel.hxx>
#include <Interface_ReportEntity.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <StepRepr_NextAssemblyUsageOccurrence.hxx>
#include <StepShape_ConnectedFaceSet.hxx>
#include <StepShape_Face.hxx>
#include <StepShape_ShellBasedSurfaceModel.hxx>
#include <StepShape_SolidModel.hxx>
#include <TCollection_HAsciiString.hxx>
#include <Transfer_Binder.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>

namespace abut {

namespace {

/// The last bytes of every whole STEP file, but for blanks.
void require_ending(const std::filesystem::path& file) {
  const InputFile input(file);
  std::array<std::byte, 4096> bytes;
  const std::size_t count = std::min<std::size_t>(bytes.size(), input.size());
  const std::size_t read = input.read(input.size() - count, std::span(bytes).first(count));
  const std::string_view tail(reinterpret_cast<const char*>(bytes.data()), read);
  if (tail.find("END-ISO-10303-21;") == std::string_view::npos)
    throw Error("the file ends before its 'END-ISO-10303-21;'. Was the download cut off?");
}

std::string number_of(const Handle(Interface_InterfaceModel) & model, const Handle(Standard_Transient) & entity) {
  return model->StringLabel(entity)->ToCString();
}

/// Colours, tolerances and notes may be faulty; what says where surfaces are may not.
bool says_where_surfaces_are(const Handle(Standard_Transient) & entity) {
  const std::string_view type = entity->DynamicType()->Name();
  constexpr std::array rooms{"StepGeom_", "StepShape_", "StepRepr_", "StepBasic_Product", "StepData_"};
  return std::any_of(rooms.begin(), rooms.end(), [&](const char* room) { return type.starts_with(room); });
}

/// What the file says and OpenCASCADE could not make sense of: references to nothing, values of a wrong type.
void require_sense(const Handle(Interface_InterfaceModel) & model) {
  const Handle(Interface_Check) whole = model->GlobalCheck();
  if (!whole.IsNull() && whole->NbFails() > 0)
    throw Error("is a damaged STEP file: OpenCASCADE says " + in_quotes(whole->CFail(1)) + ".");
  for (int i = 1; i <= model->NbEntities(); ++i) {
    if (!model->IsReportEntity(i)) continue;
    const Handle(Interface_ReportEntity) report = model->ReportEntity(i);
    if (report->Check()->NbFails() == 0 || !says_where_surfaces_are(model->Value(i))) continue;
    throw Error("is a damaged STEP file: OpenCASCADE says of " + number_of(model, model->Value(i)) + " " +
                in_quotes(report->Check()->CFail(1)) + ".");
  }
}

bool carries_surfaces(const Handle(Standard_Transient) & entity) {
  return entity->IsKind(STANDARD_TYPE(StepShape_Face)) || entity->IsKind(STANDARD_TYPE(StepShape_SolidModel)) ||
         entity->IsKind(STANDARD_TYPE(StepShape_ConnectedFaceSet)) ||
         entity->IsKind(STANDARD_TYPE(StepShape_ShellBasedSurfaceModel)) ||
         entity->IsKind(STANDARD_TYPE(StepRepr_NextAssemblyUsageOccurrence));
}

/// Everything that carries surfaces became part of the document: to leave a piece out could hide a clash.
void require_all_transferred(const XSControl_WorkSession& session) {
  const Handle(Interface_InterfaceModel) model = session.Model();
  const Handle(Transfer_TransientProcess) transfer = session.TransferReader()->TransientProcess();
  for (int i = 1; i <= model->NbEntities(); ++i) {
    const Handle(Standard_Transient) entity = model->Value(i);
    if (!carries_surfaces(entity)) continue;
    const Handle(Transfer_Binder) made = transfer->Find(entity);
    if (made.IsNull() || !made->HasResult())
      throw Error("cannot be read whole: OpenCASCADE leaves out " + number_of(model, entity) + " (" +
                  model->TypeName(entity, false) + "). Repair the file in the program that made it.");
  }
}

}  // namespace

StepDocument::StepDocument(const std::filesystem::path& file) {
  require_ending(file);
  application_->NewDocument("BinXCAF", document_);
  STEPCAFControl_Reader reader;
  reader.SetNameMode(true);
  if (reader.ReadFile(file.string().c_str()) != IFSelect_RetDone)
    throw Error("is a damaged STEP file: OpenCASCADE cannot read it. Was the download cut off?");
  const Handle(XSControl_WorkSession) session = reader.Reader().WS();
  require_sense(session->Model());
  if (!reader.Transfer(document_)) throw Error("is a damaged STEP file: OpenCASCADE finds no shape in it.");
  require_all_transferred(*session);
}

Handle(XCAFDoc_ShapeTool) StepDocument::shapes() const { return XCAFDoc_DocumentTool::ShapeTool(document_->Main()); }

}  // namespace abut
