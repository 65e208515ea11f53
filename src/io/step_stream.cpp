#include "io/step_stream.h"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace abut {

namespace {

constexpr std::uint64_t opening = 0x3270657473747561u;  // "autstep2"
constexpr std::uint64_t ending = 0x646e657074737561u;
// What a broken stream claims is believed in pieces of this many.
constexpr std::uint64_t piece = std::uint64_t{1} << 20;

class Writer {
 public:
  explicit Writer(const std::function<void(std::span<const std::byte>)>& write) : write_(write) {}

  void number(std::uint64_t value) { write_(std::as_bytes(std::span(&value, 1))); }
  template <class Range>
  void list(const Range& items) {
    static_assert(std::is_trivially_copyable_v<typename Range::value_type>);
    number(items.size());
    write_(std::as_bytes(std::span(items.data(), items.size())));
  }
  void placement(const Placement& at) { write_(std::as_bytes(std::span(&at, 1))); }

 private:
  const std::function<void(std::span<const std::byte>)>& write_;
};

struct CutOff {};

/// Throws CutOff where the stream ends too early.
class Reader {
 public:
  explicit Reader(const std::function<std::size_t(std::span<std::byte>)>& read) : read_(read) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    fill(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  template <class Range>
  void list(Range& items) {
    for (std::uint64_t left = number(); left > 0;) {
      const std::uint64_t more = std::min(left, piece);
      items.resize(items.size() + more);
      fill(std::as_writable_bytes(std::span(items.data() + items.size() - more, more)));
      left -= more;
    }
  }
  Placement placement() {
    Placement at;
    fill(std::as_writable_bytes(std::span(&at, 1)));
    return at;
  }

 private:
  void fill(std::span<std::byte> bytes) {
    if (read_(bytes) < bytes.size()) throw CutOff{};
  }

  const std::function<std::size_t(std::span<std::byte>)>& read_;
};

Stray read_stray(Reader& from, std::size_t triangles) {
  const std::uint64_t kind = from.number();
  const auto spacing = std::bit_cast<double>(from.number());
  std::vector<float> of_triangle;
  from.list(of_triangle);
  if (kind > static_cast<std::uint64_t>(StrayKind::bounded) || of_triangle.size() != triangles) throw CutOff{};
  return {static_cast<StrayKind>(kind), std::move(of_triangle), spacing};
}

void write_stray(Writer& to, const Stray& stray) {
  to.number(static_cast<std::uint64_t>(stray.kind()));
  to.number(std::bit_cast<std::uint64_t>(stray.spacing()));
  to.list(stray.of_triangles());
}

StepAnswer whole_answer(Reader& from) {
  if (from.number() != opening) throw CutOff{};
  StepAnswer answer;
  from.list(answer.flaw);
  for (std::uint64_t meshes = from.number(); meshes > 0; --meshes) {
    Mesh& mesh = answer.parts.meshes.emplace_back();
    from.list(mesh.points);
    from.list(mesh.triangles);
    answer.parts.strays.push_back(read_stray(from, mesh.triangles.size()));
  }
  for (std::uint64_t instances = from.number(); instances > 0; --instances) {
    MeshInstance& instance = answer.parts.instances.emplace_back();
    from.list(instance.name);
    instance.mesh = from.number();
    instance.at = from.placement();
    if (instance.mesh >= answer.parts.meshes.size()) throw CutOff{};
  }
  if (from.number() != ending) throw CutOff{};
  return answer;
}

}  // namespace

void write_answer(const StepAnswer& answer, const std::function<void(std::span<const std::byte>)>& write) {
  static_assert(std::is_trivially_copyable_v<Placement>);
  Writer to(write);
  to.number(opening);
  to.list(answer.flaw);
  to.number(answer.parts.meshes.size());
  for (std::size_t i = 0; i < answer.parts.meshes.size(); ++i) {
    const Mesh& mesh = answer.parts.meshes[i];
    to.list(mesh.points), to.list(mesh.triangles);
    write_stray(to, answer.parts.strays[i]);
  }
  to.number(answer.parts.instances.size());
  for (const MeshInstance& instance : answer.parts.instances) {
    to.list(instance.name);
    to.number(instance.mesh);
    to.placement(instance.at);
  }
  to.number(ending);
}

std::optional<StepAnswer> read_answer(const std::function<std::size_t(std::span<std::byte>)>& read) {
  Reader from(read);
  try {
    return whole_answer(from);
  } catch (const CutOff&) {
    return std::nullopt;
  }
}

}  // namespace abut
