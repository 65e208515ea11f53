#pragma once

#include <abut/error.h>

#include <filesystem>

#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_PrinterOStream.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>

namespace abut {

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
    if (!writer.Transfer(document_, STEPControl_AsIs) || writer.Write(file.string().c_str()) != IFSelect_RetDone)
      throw Error(file.string() + ": cannot be written.");
  }

 private:
  Handle(XCAFApp_Application) application_ = XCAFApp_Application::GetApplication();
  Handle(TDocStd_Document) document_;
};

TopLoc_Location moved(double x, double y, double z);

inline constexpr double pin_radius = 5, pin_height = 30;
/// A block with two pins: one beside it, one in a sub-assembly that lies on its side.
void write_assembly(const std::filesystem::path& file);

}  // namespace abut
