#include "assembly/body_cache.h"

#include "query/model_data.h"
#include <abut/error.h>
#include <abut/tree_file.h>

#include <algorithm>
#include <cstdio>

namespace abut {

namespace {

// Of the memory, bodies leave so much to what queries take while they run.
constexpr double share_of_queries = 0.1;

std::string as_text(std::size_t bytes) {
  char text[32];
  const double megabytes = static_cast<double>(bytes) / 1e6;
  if (megabytes < 1000)
    std::snprintf(text, sizeof text, "%.3g MB", megabytes);
  else
    std::snprintf(text, sizeof text, "%.3g GB", megabytes / 1000);
  return text;
}

}  // namespace

BodyCache::BodyCache(std::vector<Source> sources, std::size_t memory, std::size_t (*resident)())
    : memory_(memory), resident_(resident) {
  for (Source& source : sources) entries_.emplace_back().source = std::move(source);
}

BodyCache::~BodyCache() {
  for (Entry& entry : entries_) delete entry.content.load();
}

std::size_t BodyCache::others() const {
  // What bodies are counted for and do not take yet, others may not have.
  const std::size_t resident = resident_();
  return resident > taken_ ? resident - taken_ : 0;
}

std::size_t BodyCache::room() const {
  const auto most = static_cast<std::size_t>((1 - share_of_queries) * static_cast<double>(memory_));
  const std::size_t all_else = others();
  return most > all_else ? most - all_else : 0;
}

const BodyContent& BodyCache::content(std::size_t place) const {
  const BodyContent* content = entries_[place].content.load(std::memory_order_acquire);
  if (!content) throw Error("a part was looked at while it was not in memory.");
  return *content;
}

bool BodyCache::take(std::span<const std::size_t> places) {
  std::unique_lock lock(changing_);
  for (;;) {
    std::size_t needed = 0;
    for (const std::size_t place : places)
      if (!entries_[place].has_room) needed += entries_[place].source.bytes;
    if (needed == 0 || make_room(needed, places)) break;
    if (in_use_ == 0) {
      release_free_memory();
      if (make_room(needed, places)) break;
      return false;
    }
    changed_.wait(lock);
  }
  ++in_use_;
  for (const std::size_t place : places) {
    Entry& entry = entries_[place];
    if (!std::exchange(entry.has_room, true)) {
      taken_ += entry.source.bytes;
      entry.in_line = line_.insert(line_.end(), place);
    } else {
      line_.splice(line_.end(), line_, entry.in_line);
    }
    ++entry.uses;
  }
  lock.unlock();
  try {
    for (const std::size_t place : places) fetch(entries_[place]);
  } catch (...) {
    give_back(places);
    throw;
  }
  return true;
}

void BodyCache::fetch(Entry& entry) {
  const std::lock_guard lock(entry.fetching);
  if (entry.content.load(std::memory_order_acquire)) return;
  entry.content.store(new BodyContent(map_model(entry.source.tree)), std::memory_order_release);
  ++fetched_;
}

void BodyCache::give_back(std::span<const std::size_t> places) {
  const std::lock_guard lock(changing_);
  for (const std::size_t place : places) --entries_[place].uses;
  --in_use_;
  changed_.notify_all();
}

bool BodyCache::make_room(std::size_t bytes, std::span<const std::size_t> but) {
  const auto is_wanted = [&](std::size_t place) { return std::find(but.begin(), but.end(), place) != but.end(); };
  auto next = line_.begin();
  std::size_t most = room();
  if (taken_ + bytes > most && others() > others_least_ + memory_ / 16) {
    // What was let go may still be kept for later by the heap.
    release_free_memory();
    others_least_ = others();
    most = room();
  }
  while (taken_ + bytes > most) {
    while (next != line_.end() && (entries_[*next].uses > 0 || is_wanted(*next))) ++next;
    if (next == line_.end()) return false;
    let_go(*next++);
  }
  return true;
}

void BodyCache::let_go(std::size_t place) {
  Entry& entry = entries_[place];
  delete entry.content.exchange(nullptr);
  entry.has_room = false;
  taken_ -= entry.source.bytes;
  line_.erase(entry.in_line);
}

BodyUse::BodyUse(const Body& a, const std::string& name_a, const Body& b, const std::string& name_b) {
  add(a);
  add(b);
  if (!cache_ || cache_->take(places())) return;
  std::size_t bytes = 0;
  for (const std::size_t place : places()) bytes += cache_->source(place).bytes;
  throw Error("'" + name_a + "' and '" + name_b + "' take about " + as_text(bytes) +
              " of memory together, and of the " + as_text(cache_->memory()) + " that are allowed " +
              as_text(cache_->room()) + " are left for them.");
}

BodyUse::~BodyUse() {
  if (cache_) cache_->give_back(places());
}

void BodyUse::add(const Body& body) {
  if (!body.cache()) return;
  cache_ = body.cache();
  if (count_ == 0 || places_[0] != body.place()) places_[count_++] = body.place();
}

std::size_t bytes_of_body(const Model& model, std::size_t tree_file_bytes) {
  // The copy of the mesh; then shells, pieces and what tells inside from outside, by measurement at most so many bytes
  // per triangle.
  constexpr std::size_t prepared = 100;
  const MeshData& data = model.data();
  const std::size_t points = data.mesh.points().size(), triangles = data.mesh.triangles().size();
  return tree_file_bytes + sizeof(Vec3) * points + (sizeof(Triangle) + prepared) * triangles + (std::size_t{1} << 14);
}

}  // namespace abut
