#pragma once

#include <abut/model.h>

#include <cstddef>
#include <vector>

namespace ABUT_API abut {

// Models in files: the mesh and its tree, so that nothing is built again. Answers about a model from a file are those
// about the model that was saved, bit for bit. By custom the files' names end in .abut; see docs/concepts/tree-file.md.

/// Writes a model. The file is replaced at the end in one step: whoever has the old one open or mapped keeps it. Throws
/// Error when it cannot be written in full; then it is as it was.
void save(const Model& model, const std::string& file);

/// Reads a model into memory and verifies it: checksums, and every number that queries rely on not to fail. Whatever
/// the file holds, the result is an Error that names the file and the reason, or a model that any query may be asked
/// about. Damage is found by checksums. A forged file can give wrong answers, but no crash, endless loop or foreign
/// memory. Verifies on options.threads threads. A tree for rays is not in the file: with options.rays it is built.
Model open_model(const std::string& file, const ModelOptions& options = {});

/// Maps a file instead: in no time, whatever its size, and all processes that map it share its memory. Checks its head
/// and its size alone, so that it is for files that you trust: what queries do with a damaged one is undefined. The
/// same is true if the file is changed in place or cut while a model of it lives; replace it by a rename, as save()
/// does, or remove it. A refit copies the model into memory of its own first.
Model map_model(const std::string& file, const ModelOptions& options = {});

/// Does the file begin like a tree file? Throws Error when it cannot be read.
bool is_tree_file(const std::string& file);

/// What save() writes.
std::vector<std::byte> saved_bytes(const Model& model);
/// As open_model(), from bytes in memory, which are copied; messages call them `name`.
Model open_bytes(std::span<const std::byte> bytes, const ModelOptions& options = {},
                 const std::string& name = "the saved model");

}  // namespace abut
