#pragma once

#include "io/file.h"

#include <string>
#include <string_view>
#include <vector>

namespace abut {

/// A word of a text file; one in double quotes may hold blanks, and the quotes do not belong to it. Within them a
/// backslash before a quote or a backslash takes that as it is; before anything else it is a backslash.
struct Word {
  std::string_view text;  ///< as the file has it, with the backslashes: patterns have their own use for them
  bool quoted = false;

  /// What is meant: `1\" bolt` in quotes is 1" bolt.
  std::string plain() const;
};

/// The lines of a small text file, each as words; '#' at the start of a word begins a comment, lines without a word are
/// left out.
class WordLines {
 public:
  /// Throws Error when the file cannot be read.
  explicit WordLines(const std::filesystem::path& file);

  /// Goes to the next line with a word; false at the file's end. Throws Error for a quote that is not closed and for a
  /// zero byte.
  bool next();
  const std::vector<Word>& words() const { return words_; }
  /// What is meant by the words from the second on, with a blank between them.
  std::string after_first_word() const;

  /// The word as a finite number up to 2^300; throws Error otherwise, with `what` as its name: "the time".
  double number(const Word& word, const std::string& what) const;
  /// Throws Error: "file: line 7: reason".
  [[noreturn]] void fail(const std::string& reason) const;
  /// The file's.
  const std::string& name() const { return name_; }
  /// "file: line 7: "
  std::string where() const;

 private:
  void split(std::string_view line);

  std::string name_;
  Pages content_;
  std::string_view rest_;
  std::size_t number_ = 0;
  std::vector<Word> words_;
};

}  // namespace abut
