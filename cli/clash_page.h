#pragma once

#include "clash_run.h"
#include "io/file.h"

namespace abut::cli {

/// Was this command built with the report page?
bool has_report_page();
/// Throws Error when this command was built without the report page.
void require_report_page();

/// Writes the report page with the run's findings, as write_json() gives them, and its geometry, piece by piece.
void write_page(OutputFile& file, const ClashRun& run);

}  // namespace abut::cli
