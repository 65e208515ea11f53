#include "base/threads.h"
#include "io/checksum.h"
#include "io/file.h"
#include "mesh/point_check.h"
#include "store/model_view.h"
#include "store/tree_check.h"
#include <abut/error.h>
#include <abut/tree_file.h>

#include <algorithm>
#include <cstring>

namespace abut {

namespace {

/// Copies bytes of a file to memory, from any thread.
using ReadBytes = FunctionRef<void(std::uint64_t offset, std::span<std::byte> to)>;

/// A file that is being read into memory, and verified chunk by chunk while each of them is still in the cache.
class Opening {
 public:
  Opening(const TreeFileHead& head, const std::string& name, int threads)
      : head_(head), name_(name), threads_(threads), memory_(std::make_shared<Pages>(head.file_size)) {
    std::memcpy(memory_->bytes().data(), &head, sizeof(head));
    for (std::size_t section = 0; section < tree_file_sections; ++section)
      for (std::uint64_t at = 0; at < head.places[section].size; at += tree_file_chunk)
        chunks_.push_back({static_cast<TreeFileSection>(section), at});
  }

  void read(ReadBytes read_bytes) {
    for_each_range(threads_, chunks_.size(), 1, [&](std::size_t i, std::size_t) { take(chunks_[i], read_bytes); });
    for (std::size_t section = 0; section < tree_file_sections; ++section)
      require_section(static_cast<TreeFileSection>(section));
  }

  ViewedModel model() {
    Bounds bounds;
    for (const Chunk& chunk : chunks_)
      bounds = {min(bounds.low, chunk.bounds.low), max(bounds.high, chunk.bounds.high)};
    ViewedModel view = view_of(head_, memory_->bytes(), memory_, name_);
    const InnerFrame frame = InnerFrame::within(bounds);
    if (frame.centre != view.frame.centre || frame.unit != view.frame.unit)
      refuse("its frame is not that of its points.");
    if (!(view.ratio_when_built >= 0 && view.ratio_when_built < std::numeric_limits<double>::infinity()))
      refuse("its ratio of surfaces is not one.");
    try {
      require_structure({std::as_const(view.tree.nodes)}, head_.triangles, head_.depth);
      require_permutation({std::as_const(view.tree.order)});
    } catch (const Error& error) {
      refuse(error.what());
    }
    require_of_each_triangle("its forms are not those of its triangles.", [&](std::size_t first, std::size_t end) {
      return are_forms_of(bytes_of(head_, TreeFileSection::forms, memory_->bytes()).subspan(first, end - first),
                          view.points, view.triangles.subspan(first, end - first));
    });
    require_of_each_triangle("its leaves have other triangles.", [&](std::size_t first, std::size_t end) {
      return are_in_order(std::span(std::as_const(view.tree.triangles)).subspan(first, end - first), view.triangles,
                          std::span(std::as_const(view.tree.order)).subspan(first, end - first));
    });
    return view;
  }

 private:
  struct Chunk {
    TreeFileSection section;
    std::uint64_t at;  // in its section
    std::uint64_t checksum = 0;
    bool is_sound = true;
    Bounds bounds{};  // of points
  };

  [[noreturn]] void refuse(const std::string& reason) const {
    throw Error(name_ + ": is not what abut writes, although its checksums are right: " + reason);
  }

  void take(Chunk& chunk, ReadBytes read_bytes) const {
    const TreeFileHead::Place& place = head_.place(chunk.section);
    const std::uint64_t filled = std::min<std::uint64_t>(tree_file_chunk, place.size - chunk.at);
    const std::span<std::byte> bytes = memory_->bytes().subspan(place.offset + chunk.at, with_zeros(filled));
    read_bytes(place.offset + chunk.at, bytes);
    chunk.checksum = checksum_of(bytes);
    look_at(chunk, bytes.first(filled));
  }

  template <class T>
  static std::span<const T> as(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  /// What a chunk tells by itself.
  void look_at(Chunk& chunk, std::span<const std::byte> bytes) const {
    switch (chunk.section) {
      case TreeFileSection::nodes:
        chunk.is_sound = have_box_numbers(as<WideNode>(bytes));
        break;
      case TreeFileSection::inner_points:
        chunk.is_sound = are_inner_numbers(as<float>(bytes));
        break;
      case TreeFileSection::points: {
        const PointCheck check = check_points(as<Vec3>(bytes));
        chunk.is_sound = check.acceptable;
        chunk.bounds = check.bounds;
        break;
      }
      case TreeFileSection::triangles:
        chunk.is_sound = have_points(as<Triangle>(bytes), head_.points);
        break;
      default:  // nothing without the others
        break;
    }
  }

  void require_section(TreeFileSection section) const {
    std::uint64_t sum = 0;
    bool is_sound = true;
    for (const Chunk& chunk : chunks_)
      if (chunk.section == section) {
        sum = joined_checksum(sum, chunk.checksum);
        is_sound = is_sound && chunk.is_sound;
      }
    require_section_checksum(head_, section, sum, name_);
    if (!is_sound) refuse(std::string("its section '") + name_of(section) + "' has numbers out of range.");
  }

  /// Refuses the file unless are_right(first, end) is true for all runs of triangles.
  template <class AreRight>
  void require_of_each_triangle(const char* fault, const AreRight& are_right) const {
    constexpr std::size_t at_once = 1 << 13;
    std::vector<char> is_right(head_.triangles / at_once + 1, true);
    for_each_range(threads_, head_.triangles, at_once,
                   [&](std::size_t first, std::size_t end) { is_right[first / at_once] = are_right(first, end); });
    if (std::find(is_right.begin(), is_right.end(), false) != is_right.end()) refuse(fault);
  }

  const TreeFileHead& head_;
  const std::string& name_;
  int threads_;
  std::shared_ptr<Pages> memory_;
  std::vector<Chunk> chunks_;
};

Model opened(const TreeFileHead& head, const std::string& name, const ModelOptions& options, ReadBytes read_bytes) {
  const int threads = threads_meant(options.threads);
  std::optional<Opening> opening;
  ViewedModel view;
  with_threads(threads, [&] {
    opening.emplace(head, name, threads);
    opening->read(read_bytes);
    view = opening->model();
  });
  return Model(detail::Shared<ModelData>(new ModelData(std::move(view), options)));
}

TreeFileHead head_of(const InputFile& input, const std::string& name) {
  std::byte start[sizeof(TreeFileHead)];
  return read_tree_file_head(std::span(start, input.read(0, start)), input.size(), name);
}

}  // namespace

Model open_model(const std::string& file, const ModelOptions& options) {
  const InputFile input(file);
  const TreeFileHead head = head_of(input, file);
  Model model = opened(head, file, options, [&](std::uint64_t offset, std::span<std::byte> to) {
    if (input.read(offset, to) < to.size()) input.require_unchanged();
  });
  input.require_unchanged();
  return model;
}

Model open_bytes(std::span<const std::byte> bytes, const ModelOptions& options, const std::string& name) {
  const TreeFileHead head = read_tree_file_head(bytes, bytes.size(), name);
  return opened(head, name, options, [&](std::uint64_t offset, std::span<std::byte> to) {
    std::memcpy(to.data(), bytes.data() + offset, to.size());
  });
}

Model map_model(const std::string& file, const ModelOptions& options) {
  const InputFile input(file);
  const TreeFileHead head = head_of(input, file);
  const auto view = std::make_shared<const FileView>(input.map());
  return Model(detail::Shared<ModelData>(new ModelData(view_of(head, view->bytes(), view, file), options)));
}

bool is_tree_file(const std::string& file) {
  std::byte start[8];
  return looks_like_tree_file(std::span(start, InputFile(file).read(0, start)));
}

}  // namespace abut
