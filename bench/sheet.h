#pragma once

#include "picture.h"

#include <string>

namespace abut::bench {

/// Views with captions, in rows. scripts/plot_sheets.py puts them together into one picture, with letters of its own.
class Sheet {
 public:
  Sheet(std::string name, int columns) : name_(std::move(name)), columns_(columns) {}
  /// A view may be as wide as several columns.
  void add(Image view, std::string caption, int span = 1) {
    views_.push_back({std::move(view), std::move(caption), span});
  }
  /// Writes NAME_1.png, NAME_2.png, ... and NAME_views.csv, which says what they are.
  void save(const std::filesystem::path& folder) const;

 private:
  struct View {
    Image image;
    std::string caption;
    int span;
  };
  std::string name_;
  int columns_;
  std::vector<View> views_;
};

}  // namespace abut::bench
