#pragma once

#include <optional>
#include <string>

namespace abut {

/// What one rank is told by another.
struct Message {
  int from = 0;
  std::string bytes;
};

/// A rank among others that it exchanges messages with. Used by one thread at a time. Messages between two ranks arrive
/// in the order in which they were sent.
class RankLink {
 public:
  virtual ~RankLink() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Does not wait for the receiver.
  virtual void send(int to, std::string bytes) = 0;
  /// Does not wait: none when there is none.
  virtual std::optional<Message> receive() = 0;
  /// Is a message coming of which more comes when receive() is called?
  virtual bool is_receiving() const = 0;
  /// The end, when no message is under way any more: waits until all ranks are there.
  virtual void leave() = 0;
};

/// The name by which a module offers its link: `extern "C" abut::RankLink* abut_link_2(int& count, char**& arguments)`.
/// It is there once and stays until the program ends. The number is that of the interface.
inline constexpr const char* link_symbol = "abut_link_2";
using OpenLink = RankLink* (*)(int& count, char**& arguments);

}  // namespace abut
