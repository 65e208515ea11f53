#pragma once

#include <filesystem>

#include <TDocStd_Document.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ShapeTool.hxx>

namespace abut {

/// A STEP file as OpenCASCADE holds it: read whole, or not at all.
class StepDocument {
 public:
  /// Throws Error, without the file's name, when OpenCASCADE cannot read the file or leaves out a piece of it.
  explicit StepDocument(const std::filesystem::path& file);
  ~StepDocument() { application_->Close(document_); }
  StepDocument(const StepDocument&) = delete;
  StepDocument& operator=(const StepDocument&) = delete;

  Handle(XCAFDoc_ShapeTool) shapes() const;

 private:
  Handle(XCAFApp_Application) application_ = XCAFApp_Application::GetApplication();
  Handle(TDocStd_Document) document_;
};

}  // namespace abut
