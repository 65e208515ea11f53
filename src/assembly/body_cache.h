#pragma once

#include "assembly/body.h"
#include "base/resident.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <list>

namespace abut {

/// Bodies that are in tree files, of which only some are in memory: those in use, and those used last, as far as there
/// is room.
class BodyCache {
 public:
  struct Source {
    BodyFacts facts;
    std::string tree;       ///< the file that it is mapped from
    std::size_t bytes = 0;  ///< that it takes in memory, see bytes_of_body()
  };

  /// The whole program is to take no more memory than this; what it takes, `resident` tells.
  BodyCache(std::vector<Source> sources, std::size_t memory, std::size_t (*resident)() = resident_bytes);
  ~BodyCache();
  BodyCache(const BodyCache&) = delete;
  BodyCache& operator=(const BodyCache&) = delete;

  std::size_t size() const { return entries_.size(); }
  const Source& source(std::size_t place) const { return entries_[place].source; }
  /// A body of this cache, which outlives it.
  std::shared_ptr<const Body> body(std::size_t place) {
    return std::make_shared<const Body>(source(place).facts, *this, place);
  }
  std::size_t memory() const { return memory_; }
  /// How much of the memory bodies may take now, beside all else that the program has.
  std::size_t room() const;
  /// How often a body was fetched from its file.
  std::size_t fetched() const { return fetched_; }

  /// Only while it is in use.
  const BodyContent& content(std::size_t place) const;

 private:
  friend class BodyUse;
  struct Entry {
    Source source;
    std::atomic<const BodyContent*> content{nullptr};
    std::mutex fetching;
    std::size_t uses = 0;
    bool has_room = false;  ///< it is in memory, or is being fetched
    std::list<std::size_t>::iterator in_line;
  };

  /// Waits until there is room for all of them; false if there would be none even if nothing else were in use.
  bool take(std::span<const std::size_t> places);
  void give_back(std::span<const std::size_t> places);
  void fetch(Entry& entry);
  /// Lets go those that nobody uses, but for these, the one used longest ago first, until so many bytes are free.
  bool make_room(std::size_t bytes, std::span<const std::size_t> but);
  void let_go(std::size_t place);
  /// What the program takes beside the bodies.
  std::size_t others() const;

  std::deque<Entry> entries_;
  std::size_t memory_;
  std::size_t (*resident_)();
  std::mutex changing_;
  std::condition_variable changed_;
  std::list<std::size_t> line_;  ///< those in memory, the one used last at the end
  std::atomic<std::size_t> taken_{0};
  std::size_t in_use_ = 0;        ///< BodyUses
  std::size_t others_least_ = 0;  ///< what all else took when the heap was last asked to give back
  std::atomic<std::size_t> fetched_{0};
};

/// While it lives, two bodies are in memory. Bodies that are none of a cache always are.
class BodyUse {
 public:
  /// Throws Error, naming them, when they do not fit into the memory.
  BodyUse(const Body& a, const std::string& name_a, const Body& b, const std::string& name_b);
  ~BodyUse();
  BodyUse(const BodyUse&) = delete;
  BodyUse& operator=(const BodyUse&) = delete;

 private:
  std::span<const std::size_t> places() const { return {places_, count_}; }
  void add(const Body& body);

  BodyCache* cache_ = nullptr;
  std::size_t places_[2] = {}, count_ = 0;
};

/// What a body takes in memory, about: its mapped tree, a copy of its mesh and what is prepared for checks.
std::size_t bytes_of_body(const Model& model, std::size_t tree_file_bytes);

}  // namespace abut
