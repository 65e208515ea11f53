#include "io/gltf_data.h"

#include "io/file.h"
#include "io/text.h"
#include <abut/error.h>

#include <algorithm>
#include <cstring>

namespace abut {

namespace {

template <class T>
T read_little_endian(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

constexpr std::uint32_t magic = 0x46546c67, json_chunk = 0x4e4f534a, binary_chunk = 0x004e4942;

int digit_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

/// None when there is something in it that base64 does not have.
std::optional<std::vector<std::byte>> from_base64(std::string_view text) {
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int count = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (char c : text) {
    const int digit = digit_of(c);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6) | static_cast<std::uint32_t>(digit);
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> count));
  }
  return bytes;
}

/// "My%20file.bin" is "My file.bin".
std::string without_percents(std::string_view text) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escaped = text[i] == '%' && i + 2 < text.size() &&
                         std::isxdigit(static_cast<unsigned char>(text[i + 1])) &&
                         std::isxdigit(static_cast<unsigned char>(text[i + 2]));
    result += escaped ? static_cast<char>(16 * value(text[i + 1]) + value(text[i + 2])) : text[i];
    if (escaped) i += 2;
  }
  return result;
}

/// Numbers of these types, by the codes that glTF takes from OpenGL; 0 for a code that it does not have.
std::size_t size_of_component(std::size_t code) {
  constexpr std::size_t sizes[] = {1, 1, 2, 2, 0, 4, 4};
  return code >= 5120 && code <= 5126 ? sizes[code - 5120] : 0;
}

/// A number of type T; `scale` is what a normalized one is divided by.
template <class T>
double number(const std::byte* at, double scale) {
  const double value = static_cast<double>(read_little_endian<T>(at)) / scale;
  return scale == 1 ? value : std::max(value, -1.0);
}

double component_at(const std::byte* at, std::size_t code, bool normalized) {
  switch (code) {
    case 5120:
      return number<std::int8_t>(at, normalized ? 127 : 1);
    case 5121:
      return number<std::uint8_t>(at, normalized ? 255 : 1);
    case 5122:
      return number<std::int16_t>(at, normalized ? 32767 : 1);
    case 5123:
      return number<std::uint16_t>(at, normalized ? 65535 : 1);
    case 5125:
      return number<std::uint32_t>(at, 1);
    default:
      return static_cast<double>(read_little_endian<float>(at));
  }
}

}  // namespace

bool looks_like_glb(std::span<const std::byte> bytes) {
  return bytes.size() >= 4 && read_little_endian<std::uint32_t>(bytes.data()) == magic;
}

GltfData::GltfData(std::span<const std::byte> bytes, const std::filesystem::path& file, const GltfOptions& options)
    : file_(file), options_(options), bytes_read_(bytes.size()) {
  if (looks_like_glb(bytes))
    read_container(bytes);
  else
    parse(bytes);
  if (!json_.is_object()) fail("is not a glTF file: its JSON is not an object.");
  const std::string version = json_.contains("asset") ? text(json_["asset"], "version") : "";
  if (version.empty()) fail("is not a glTF file: it does not say its version.");
  if (!version.starts_with("2."))
    fail("is glTF " + printable(version) + ", but abut reads glTF 2. Export it as glTF 2.");
  load_buffers();
}

void GltfData::fail(const std::string& reason) const { throw Error(file_.string() + ": " + reason); }

void GltfData::read_container(std::span<const std::byte> bytes) {
  if (bytes.size() < 20) fail("ends within its head. Was the download cut off?");
  const auto version = read_little_endian<std::uint32_t>(&bytes[4]),
             size = read_little_endian<std::uint32_t>(&bytes[8]);
  if (version != 2) fail("is binary glTF " + std::to_string(version) + ", but abut reads glTF 2. Export it as glTF 2.");
  if (size > bytes.size())
    fail("the file says that it has " + counted(size, "byte") + " and ends after " + std::to_string(bytes.size()) +
         ". Was the download cut off?");
  bytes = bytes.first(size);
  for (std::size_t at = 12; at + 8 <= bytes.size();) {
    const auto length = read_little_endian<std::uint32_t>(&bytes[at]),
               kind = read_little_endian<std::uint32_t>(&bytes[at + 4]);
    if (length > bytes.size() - at - 8)
      fail("is a damaged binary glTF file: the chunk at byte " + std::to_string(at) + " reaches beyond its end.");
    const std::span<const std::byte> chunk = bytes.subspan(at + 8, length);
    if ((at == 12) != (kind == json_chunk))
      fail("is a damaged binary glTF file: it does not begin with one JSON chunk.");
    if (kind == json_chunk) parse(chunk);
    if (kind == binary_chunk && chunk_.empty()) chunk_ = chunk;
    at += 8 + std::size_t{length};
  }
}

void GltfData::parse(std::span<const std::byte> text) {
  const auto* begin = reinterpret_cast<const char*>(text.data());
  try {
    json_ = GltfJson::parse(begin, begin + text.size());
  } catch (const GltfJson::parse_error& error) {
    fail("is a damaged glTF file: its JSON is broken at byte " + std::to_string(error.byte) + ".");
  }
}

const GltfJson& GltfData::list(const char* name) const {
  static const GltfJson none = GltfJson::array();
  const auto at = json_.find(name);
  if (at == json_.end()) return none;
  if (!at->is_array()) fail(std::string("is a damaged glTF file: '") + name + "' is not a list.");
  return *at;
}

const GltfJson& GltfData::element(const char* list_name, std::size_t index) const {
  const GltfJson& all = list(list_name);
  if (index >= all.size())
    fail(std::string("is a damaged glTF file: it refers to number ") + std::to_string(index) + " of its " + list_name +
         ", but has " + std::to_string(all.size()) + " (counted from 0).");
  if (!all[index].is_object())
    fail(std::string("is a damaged glTF file: number ") + std::to_string(index) + " of its " + list_name +
         " is not an object.");
  return all[index];
}

std::optional<std::size_t> GltfData::whole(const GltfJson& object, const char* key) const {
  const auto at = object.find(key);
  if (at == object.end()) return std::nullopt;
  if (!at->is_number_unsigned())
    // A list or an object may be nested too deeply to be told.
    fail(std::string("is a damaged glTF file: a '") + key + "' is " +
         (at->is_structured() ? std::string("a list or an object")
                              : printable(at->dump(-1, ' ', true, GltfJson::error_handler_t::replace))) +
         ", not a whole number.");
  return at->get<std::size_t>();
}

std::size_t GltfData::required_whole(const GltfJson& object, const char* key) const {
  const std::optional<std::size_t> value = whole(object, key);
  if (!value) fail(std::string("is a damaged glTF file: a '") + key + "' is missing.");
  return *value;
}

std::string GltfData::text(const GltfJson& object, const char* key) const {
  const auto at = object.is_object() ? object.find(key) : object.end();
  return at != object.end() && at->is_string() ? at->get<std::string>() : "";
}

void GltfData::load_buffers() {
  const GltfJson& all = list("buffers");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const GltfJson& buffer = element("buffers", i);
    const std::size_t size = required_whole(buffer, "byteLength");
    const std::string address = text(buffer, "uri");
    std::span<const std::byte> bytes = chunk_;
    if (!address.empty())
      bytes = buffer_from(address);
    else if (i > 0 || chunk_.empty())
      fail("is a damaged glTF file: number " + std::to_string(i) + " of its buffers has no data.");
    if (size > bytes.size())
      fail("number " + std::to_string(i) + " of its buffers should have " + counted(size, "byte") + " and has " +
           std::to_string(bytes.size()) + ". Was the download cut off?");
    buffers_.push_back(bytes.first(size));
  }
}

std::span<const std::byte> GltfData::buffer_from(const std::string& address) {
  if (!address.starts_with("data:")) return buffer_in_file(address);
  const std::size_t comma = address.find(',');
  const bool is_base64 = comma != address.npos && std::string_view(address).substr(0, comma).ends_with(";base64");
  auto bytes = is_base64 ? from_base64(std::string_view(address).substr(comma + 1)) : std::nullopt;
  if (!bytes) fail("is a damaged glTF file: a buffer's data is not base64.");
  return embedded_.emplace_back(std::move(*bytes));
}

std::span<const std::byte> GltfData::buffer_in_file(const std::string& address) {
  const std::filesystem::path place = place_of(address);
  auto at = files_.find(place);
  if (at == files_.end()) {
    try {
      at = files_.emplace(place, InputFile(place).read_all()).first;
    } catch (const Error& error) {
      fail("the buffer " + abut::in_quotes(address) + " cannot be read: " + on_one_line(error.what()));
    }
    bytes_read_ += at->second.bytes().size();
  }
  return at->second.bytes();
}

std::vector<std::filesystem::path> GltfData::buffer_files() const {
  std::vector<std::filesystem::path> files;
  for (const auto& [place, bytes] : files_) files.push_back(place);
  return files;
}

std::filesystem::path GltfData::place_of(const std::string& address) const {
  if (address.find("://") != address.npos)
    fail("a buffer is at " + abut::in_quotes(address) +
         ", and abut does not load from a network. Save it beside the file.");
  const std::string name = without_percents(address);
  if (name.find('\0') != name.npos)
    fail("the buffer " + abut::in_quotes(address) + " is not a file: its name has a zero byte.");
  namespace fs = std::filesystem;
  std::error_code unknown;
  const fs::path here = file_.has_parent_path() ? file_.parent_path() : fs::path(".");
  const fs::path folder = fs::canonical(here, unknown), place = fs::weakly_canonical(here / name, unknown);
  // What cannot be resolved, as a link that leads to itself, is nowhere.
  const fs::path beside = place.empty() ? fs::path("..") : place.lexically_relative(folder);
  if (!options_.outside_files && (beside.empty() || *beside.begin() == ".."))
    fail("the buffer " + abut::in_quotes(address) +
         " is outside of the file's own folder, where a glTF file could read anything. Move it beside the file; or, if "
         "you trust the file, allow files outside (--allow-outside-files).");
  return place.empty() ? here / name : place;
}

std::span<const std::byte> GltfData::view(const GltfJson& accessor, std::size_t& stride) const {
  const GltfJson& view = element("bufferViews", required_whole(accessor, "bufferView"));
  const std::size_t buffer = required_whole(view, "buffer");
  element("buffers", buffer);
  const std::size_t offset = whole(view, "byteOffset").value_or(0), length = required_whole(view, "byteLength");
  const std::span<const std::byte> bytes = buffers_[buffer];
  if (offset > bytes.size() || length > bytes.size() - offset)
    fail("is a damaged glTF file: a buffer view reaches beyond the end of its buffer.");
  stride = whole(view, "byteStride").value_or(0);
  return bytes.subspan(offset, length);
}

GltfData::Elements GltfData::elements(std::size_t index, const std::string& type, std::size_t components) const {
  const GltfJson& accessor = element("accessors", index);
  const std::string where = "number " + std::to_string(index) + " of its accessors ";
  if (text(accessor, "type") != type) fail("is a damaged glTF file: " + where + "is not of type " + type + ".");
  if (accessor.contains("sparse")) fail(where + "is sparse, which abut does not read. Export it without that.");
  Elements result;
  result.count = required_whole(accessor, "count");
  result.component = required_whole(accessor, "componentType");
  const auto normalized = accessor.find("normalized");
  result.normalized = normalized != accessor.end() && *normalized == true;
  const std::size_t size = components * size_of_component(result.component);
  if (size == 0) fail("is a damaged glTF file: " + where + "has a component type that glTF does not have.");
  const std::span<const std::byte> bytes = view(accessor, result.stride);
  if (result.stride == 0) result.stride = size;
  const std::size_t offset = whole(accessor, "byteOffset").value_or(0);
  const bool fits = offset <= bytes.size() &&
                    (result.count == 0 || (size <= bytes.size() - offset &&
                                           result.count - 1 <= (bytes.size() - offset - size) / result.stride));
  if (!fits || result.stride < size)
    fail("is a damaged glTF file: " + where + "reaches beyond the end of its buffer view.");
  result.bytes = bytes.subspan(offset);
  return result;
}

std::vector<Vec3> GltfData::points(std::size_t accessor, std::span<const std::uint32_t> wanted) const {
  const Elements elements_ = elements(accessor, "VEC3", 3);
  std::vector<Vec3> result(wanted.size());
  const std::size_t size = size_of_component(elements_.component);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const std::byte* at = &elements_.bytes[wanted[i] * elements_.stride + size * static_cast<std::size_t>(axis)];
      result[i][axis] = component_at(at, elements_.component, elements_.normalized);
      const std::string flaw = flaw_of(result[i][axis], "xyz"[axis]);
      if (!flaw.empty())
        fail("point " + std::to_string(wanted[i]) + " of accessor " + std::to_string(accessor) + ": " + flaw);
    }
  return result;
}

std::vector<std::uint32_t> GltfData::indices(std::size_t accessor) const {
  const Elements elements_ = elements(accessor, "SCALAR", 1);
  std::vector<std::uint32_t> result(elements_.count);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::byte* at = &elements_.bytes[i * elements_.stride];
    if (elements_.component == 5121)
      result[i] = read_little_endian<std::uint8_t>(at);
    else if (elements_.component == 5123)
      result[i] = read_little_endian<std::uint16_t>(at);
    else if (elements_.component == 5125)
      result[i] = read_little_endian<std::uint32_t>(at);
    else
      fail("is a damaged glTF file: the indices in accessor " + std::to_string(accessor) + " are not whole numbers.");
  }
  return result;
}

}  // namespace abut
