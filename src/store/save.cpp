#include "io/file.h"
#include "io/tree_file.h"
#include "query/model_data.h"
#include <abut/tree_file.h>

#include <algorithm>
#include <utility>

namespace abut {

namespace {

/// A model's bytes, section by section, and the head that goes before them. The model outlives it.
class Saving {
 public:
  explicit Saving(const ModelData& model) {
    for (const Part& part : model.mesh.parts()) {
      parts_.push_back({part.first, part.count, static_cast<std::uint32_t>(part.name.size()), 0});
      names_ += part.name;
    }
    head_ = head_of_tree_file(model.mesh.points().size(), model.mesh.triangles().size(), model.tree.nodes.size(),
                              parts_.size(), names_.size());
    for (int axis = 0; axis < 3; ++axis) head_.centre[axis] = model.frame.centre[axis];
    head_.unit = model.frame.unit;
    head_.ratio_when_built = model.ratio_when_built;
    head_.depth = static_cast<std::uint32_t>(model.tree.depth);
    show(TreeFileSection::nodes, std::span(model.tree.nodes));
    show(TreeFileSection::order, std::span(model.tree.order));
    show(TreeFileSection::inner_points, std::span(model.tree.points));
    show(TreeFileSection::leaf_triangles, std::span(model.tree.triangles));
    show(TreeFileSection::points, model.mesh.points());
    show(TreeFileSection::triangles, model.mesh.triangles());
    show(TreeFileSection::forms, std::span(model.forms));
    show(TreeFileSection::parts, std::span(std::as_const(parts_)));
    show(TreeFileSection::names, std::span(std::as_const(names_)));
    seal(head_);
  }

  std::size_t size() const { return head_.file_size; }
  /// Calls write(bytes) for one piece of the file after the other.
  template <class Write>
  void write_with(const Write& write) const {
    write(std::as_bytes(std::span(&head_, 1)));
    for (const std::span<const std::byte> section : sections_) {
      write(section);
      write(std::span(zeros_).first(with_zeros(section.size()) - section.size()));
    }
  }

 private:
  template <class T>
  void show(TreeFileSection section, std::span<const T> items) {
    const std::span<const std::byte> bytes = std::as_bytes(items);
    sections_[static_cast<std::size_t>(section)] = bytes;
    head_.place(section).checksum = section_checksum(bytes);
  }

  TreeFileHead head_;
  std::vector<TreeFilePart> parts_;
  std::string names_;
  std::span<const std::byte> sections_[tree_file_sections];
  std::byte zeros_[tree_file_alignment] = {};
};

}  // namespace

void save(const Model& model, const std::string& file) {
  require_little_endian(file);
  const Saving saving(model.data());
  OutputFile output(file);
  saving.write_with([&](std::span<const std::byte> bytes) {
    output.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
  output.finish();
}

std::vector<std::byte> saved_bytes(const Model& model) {
  require_little_endian("the model");
  const Saving saving(model.data());
  std::vector<std::byte> result(saving.size());
  auto end = result.begin();
  saving.write_with([&](std::span<const std::byte> bytes) { end = std::copy(bytes.begin(), bytes.end(), end); });
  return result;
}

}  // namespace abut
