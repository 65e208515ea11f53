#include "cluster/piece_queue.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

// A rank has a piece that it works on and one that waits for it: with the rest shared by four, the last pieces of all
// ranks end within one piece of each other.
constexpr double pieces_of_rest = 4;
// Pieces become longer by this factor, so that one of which the cost was misjudged is not much too long.
constexpr double growth = 2, first_seconds = 0.001;
// The time that the first rank needs for a piece, measured (docs/cluster.md), and how many times that a round of pieces
// of all ranks takes at least.
constexpr double dispatch_seconds = 20e-6, rounds_of_dispatch = 20;

}  // namespace

PieceRule PieceRule::for_ranks(std::size_t ranks, std::size_t first_items) {
  PieceRule rule;
  const double round = static_cast<double>(ranks) * dispatch_seconds;
  rule.seconds = std::max(rule.seconds, rounds_of_dispatch * round);
  rule.least_seconds = std::max(rule.least_seconds, round);
  rule.first_items = std::max<std::size_t>(1, first_items);
  return rule;
}

PieceQueue::PieceQueue(std::size_t items, std::size_t ranks, const PieceRule& rule)
    : rule_(rule), ranks_(static_cast<double>(std::max<std::size_t>(1, ranks))) {
  put_back({0, items});
}

void PieceQueue::put_back(const Piece& piece) {
  if (piece.is_empty()) return;
  count_ += piece.size();
  auto place = waiting_.emplace(piece.first, piece.last).first;
  if (const auto next = std::next(place); next != waiting_.end() && next->first == place->second) {
    place->second = next->second;
    waiting_.erase(next);
  }
  if (place == waiting_.begin()) return;
  if (const auto before = std::prev(place); before->second == place->first) {
    before->second = place->second;
    waiting_.erase(place);
  }
}

bool PieceQueue::skip(const Piece& done) {
  if (done.is_empty()) return true;
  auto place = waiting_.upper_bound(done.first);
  if (place == waiting_.begin()) return false;
  --place;
  if (place->second < done.last) return false;
  const Piece whole{place->first, place->second};
  waiting_.erase(place);
  count_ -= whole.size();
  put_back({whole.first, done.first});
  put_back({done.last, whole.last});
  return true;
}

double PieceQueue::seconds_for_next() const {
  const double rest = item_seconds() * static_cast<double>(count_) / (pieces_of_rest * ranks_);
  const double rounds = std::floor(static_cast<double>(finished_) / ranks_);
  const double grown = first_seconds * std::pow(growth, std::min(rounds, 60.0));
  return std::min({rule_.seconds, std::max(rule_.least_seconds, rest), std::max(first_seconds, grown)});
}

std::size_t PieceQueue::items_of_next() const {
  if (items_ == 0) return rule_.first_items;
  const double fitting = seconds_for_next() / std::max(item_seconds(), 1e-12);
  const double most = 4 * static_cast<double>(std::max(largest_, rule_.first_items));
  return std::max(rule_.first_items, static_cast<std::size_t>(std::min(fitting, most)));
}

Piece PieceQueue::next() {
  if (waiting_.empty()) return {};
  const std::size_t size = items_of_next();
  const auto place = waiting_.begin();
  const Piece whole{place->first, place->second};
  const Piece piece{whole.first, whole.first + std::min(size, whole.size())};
  waiting_.erase(place);
  count_ -= whole.size();
  put_back({piece.last, whole.last});
  return piece;
}

void PieceQueue::finished(const Piece& piece, std::size_t done, double seconds) {
  put_back({piece.first + done, piece.last});
  if (done == 0) return;
  // All ranks' last pieces count, and a few more.
  const double memory = 1 - 1 / (4 + 2 * ranks_);
  seconds_ = memory * seconds_ + seconds;
  items_ = memory * items_ + static_cast<double>(done);
  largest_ = std::max(largest_, done);
  ++finished_;
}

}  // namespace abut
