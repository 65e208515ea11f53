#pragma once

#include "clash_run.h"
#include <abut/io/file.h>

namespace abut::cli {

/// Throws Error when this command was built without the report page.
void require_report_page();

/// Writes the report page with the run's findings, as to_json_line() gives them, and its geometry, piece by piece.
void write_page(OutputFile& file, const ClashRun& run, std::string_view findings);

}  // namespace abut::cli
