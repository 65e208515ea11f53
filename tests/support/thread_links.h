#pragma once

#include "cluster/rank_link.h"

#include <deque>
#include <mutex>
#include <vector>

namespace abut::test {

/// Ranks that are threads of one program.
class ThreadLinks {
 public:
  explicit ThreadLinks(int ranks) : boxes_(static_cast<std::size_t>(ranks)) {
    for (int rank = 0; rank < ranks; ++rank) links_.emplace_back(*this, rank);
  }

  RankLink& of(int rank) { return links_[static_cast<std::size_t>(rank)]; }

 private:
  struct Box {
    std::mutex busy;
    std::deque<Message> messages;
  };
  class OneLink : public RankLink {
   public:
    OneLink(ThreadLinks& all, int rank) : all_(all), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return static_cast<int>(all_.boxes_.size()); }
    void send(int to, std::string bytes) override {
      Box& box = all_.boxes_[static_cast<std::size_t>(to)];
      const std::lock_guard lock(box.busy);
      box.messages.push_back({rank_, std::move(bytes)});
    }
    std::optional<Message> receive() override {
      Box& box = all_.boxes_[static_cast<std::size_t>(rank_)];
      const std::lock_guard lock(box.busy);
      if (box.messages.empty()) return std::nullopt;
      Message message = std::move(box.messages.front());
      box.messages.pop_front();
      return message;
    }
    bool is_receiving() const override { return false; }
    void leave() override {}

   private:
    ThreadLinks& all_;
    int rank_;
  };

  std::deque<Box> boxes_;
  std::deque<OneLink> links_;
};

}  // namespace abut::test
