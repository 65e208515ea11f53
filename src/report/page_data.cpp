#include "report/page_data.h"

#include "report/report_page.h"
#include <abut/error.h>

namespace abut {

void write_inside_script(const TextSink& sink, std::string_view json) {
  for (std::size_t at; (at = json.find('<')) != json.npos; json.remove_prefix(at + 1)) {
    sink(json.substr(0, at));
    sink("\\u003c");
  }
  sink(json);
}

void write_page_with(std::span<const PageBlock> blocks, const TextSink& sink) {
  if (!has_page()) throw Error("this abut was built without the report page, which needs npm.");
  constexpr std::string_view mark = "<!--abut:data-->";
  const std::string_view page = report_page();
  const std::size_t at = page.find(mark);
  sink(page.substr(0, at));
  for (const PageBlock& block : blocks) {
    sink("<script type=\"application/json\" id=\"" + std::string(block.id) + "\">");
    block.write(sink);
    sink("</script>\n");
  }
  sink(page.substr(at + mark.size()));
}

bool has_page() { return !report_page().empty(); }

}  // namespace abut
