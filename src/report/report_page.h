#pragma once

#include <string_view>

namespace abut {

/// The report page as one HTML file without data: holds the line `<!--abut:data-->` once, where the data goes.
/// Empty when the library was built without npm, which makes the page.
std::string_view report_page();

}  // namespace abut
