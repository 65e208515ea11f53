#pragma once

#include "clash_arguments.h"
#include "io/file.h"
#include <abut/report.h>

#include <optional>

namespace abut::cli {

/// The files of one run, made before the work begins, so that a folder that is missing is told at once.
class ClashFiles {
 public:
  explicit ClashFiles(const ClashArguments& arguments);

  /// All of them or, where one cannot be written, none; and the report for people or programs to --out or the standard
  /// output. Parts whose triangles are not in memory are not on the page: how many is in the run.
  void write(ClashRun& run);

 private:
  void print(const ClashRun& run);

  const ClashArguments& arguments_;
  std::optional<OutputFile> save_, csv_, report_, out_;
};

}  // namespace abut::cli
