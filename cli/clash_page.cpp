#include "clash_page.h"

#include "report_page.h"
#include <abut/error.h>

#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace abut::cli {

namespace {

static_assert(std::endian::native == std::endian::little, "the page's arrays are little endian");

/// Numbers as base64 text, written in pieces.
class Base64 {
 public:
  explicit Base64(OutputFile& file) : file_(file) {}
  Base64(const Base64&) = delete;
  Base64& operator=(const Base64&) = delete;

  template <class Number>
  void add(Number number) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    bytes_.append(bytes, sizeof number);
    if (bytes_.size() >= piece) write();
  }
  void finish() { write(); }

 private:
  // A multiple of three, so that only the last piece is padded.
  static constexpr std::size_t piece = 3 << 14;

  void write() {
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes_.size(); i += 3) {
      std::uint32_t bits = 0;
      const std::size_t count = std::min<std::size_t>(3, bytes_.size() - i);
      for (std::size_t j = 0; j < 3; ++j)
        bits = bits << 8 | (j < count ? static_cast<unsigned char>(bytes_[i + j]) : 0u);
      for (std::size_t j = 0; j < 4; ++j) text += j <= count ? digits[bits >> (18 - 6 * j) & 63] : '=';
    }
    bytes_.clear();
    file_.write(text);
  }

  OutputFile& file_;
  std::string bytes_;
};

/// A script's end must not stand inside of it: "</" becomes "<\/", which JSON reads as the same.
std::string inside_script(std::string_view json) {
  std::string text;
  for (char c : json) {
    if (c == '/' && text.ends_with('<')) text += '\\';
    text += c;
  }
  return text;
}

/// The middle of the assembly, so that single precision spends its digits on the parts.
Vec3 centre_of(const ClashRun& run) {
  Bounds all;
  for (std::size_t i = 0; i < run.assembly.parts().size(); ++i) {
    const Bounds own = bounds_of(run.assembly.parts()[i].model.mesh().points);
    const Vec3 middle = run.motion.at(0, i) * (0.5 * own.low + 0.5 * own.high);
    all = {min(all.low, middle), max(all.high, middle)};
  }
  return 0.5 * all.low + 0.5 * all.high;
}

void write_positions(OutputFile& file, const ClashRun& run) {
  Base64 numbers(file);
  for (const AssemblyPart& part : run.assembly.parts())
    for (const Vec3& point : part.model.mesh().points)
      for (int axis = 0; axis < 3; ++axis) numbers.add(static_cast<float>(point[axis]));
  numbers.finish();
}

void write_indices(OutputFile& file, const ClashRun& run) {
  Base64 numbers(file);
  for (const AssemblyPart& part : run.assembly.parts())
    for (const Triangle& triangle : part.model.mesh().triangles)
      for (std::uint32_t corner : triangle) numbers.add(corner);
  numbers.finish();
}

void write_placements(OutputFile& file, const ClashRun& run, const Vec3& centre) {
  Base64 numbers(file);
  for (std::size_t step = 0; step < run.motion.steps(); ++step)
    for (const Placement& at : run.motion.at_step(step))
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) numbers.add(static_cast<float>(at.linear(row, column)));
        numbers.add(static_cast<float>(at.shift[row] - centre[row]));
      }
  numbers.finish();
}

void write_geometry(OutputFile& file, const ClashRun& run) {
  const Vec3 centre = centre_of(run);
  Json head{{"centre", to_json(centre)}, {"parts", Json::array()}};
  for (const AssemblyPart& part : run.assembly.parts())
    head["parts"].push_back(
        {{"points", part.model.mesh().points.size()}, {"triangles", part.model.mesh().triangles.size()}});
  std::string opening = head.dump();
  opening.pop_back();
  file.write(opening + ",\"positions\":\"");
  write_positions(file, run);
  file.write("\",\"indices\":\"");
  write_indices(file, run);
  file.write("\",\"placements\":\"");
  write_placements(file, run, centre);
  file.write("\"}");
}

}  // namespace

bool has_report_page() { return !report_page().empty(); }

void require_report_page() {
  if (!has_report_page())
    throw Error("--report: this abut was built without the report page, which needs npm. --save and --csv work.");
}

void write_page(OutputFile& file, const ClashRun& run, std::string_view findings) {
  constexpr std::string_view mark = "<!--abut:data-->";
  const std::string_view page = report_page();
  const std::size_t at = page.find(mark);
  file.write(page.substr(0, at));
  file.write("<script type=\"application/json\" id=\"abut-clash\">");
  file.write(inside_script(findings));
  file.write("</script>\n<script type=\"application/json\" id=\"abut-geometry\">");
  write_geometry(file, run);
  file.write("</script>");
  file.write(page.substr(at + mark.size()));
}

}  // namespace abut::cli
