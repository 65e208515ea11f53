#include "cluster/journal.h"

#include "cluster/bytes.h"
#include "io/checksum.h"
#include "io/text.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace abut {

namespace {

constexpr std::uint64_t magic = 0x326c6e72756f6a61;  // "ajournl2"
// A record is its length, its checksum, and its bytes: a text and numbers.
constexpr std::size_t bytes_of_head = 3 * sizeof(std::uint64_t);
constexpr std::size_t before_record = 2 * sizeof(std::uint64_t);
constexpr std::size_t head_size = before_record + bytes_of_head;

std::uint64_t sum_of(std::string_view text, std::string_view numbers) {
  const std::uint64_t sum = checksum_of(std::as_bytes(std::span(text)));
  // The checksum does not see zeros at the end; the length does.
  return joined_checksum(joined_checksum(sum, checksum_of(std::as_bytes(std::span(numbers)))),
                         text.size() + numbers.size());
}

std::atomic<bool> is_syncing{false};

/// Reads `size` bytes, or fewer at the end. None when reading fails.
std::optional<std::string> read_at(int descriptor, std::uint64_t offset, std::uint64_t size) {
  std::string bytes(size, '\0');
  std::size_t got = 0;
  while (got < size) {
    const ssize_t more = ::pread(descriptor, bytes.data() + got, size - got, static_cast<off_t>(offset + got));
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return std::nullopt;
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  bytes.resize(got);
  return bytes;
}

/// The record at an offset, which ends with so many bytes of numbers; none when it is cut or damaged.
std::optional<std::string> record_at(int descriptor, std::uint64_t offset, std::uint64_t file_size,
                                     std::size_t numbers) {
  if (file_size - offset < before_record) return std::nullopt;
  const std::optional<std::string> before = read_at(descriptor, offset, before_record);
  if (!before || before->size() != before_record) return std::nullopt;
  ByteReader reader(*before);
  const auto size = reader.get<std::uint64_t>(), sum = reader.get<std::uint64_t>();
  if (size < numbers || size > file_size - offset - before_record) return std::nullopt;
  std::optional<std::string> bytes = read_at(descriptor, offset + before_record, size);
  if (!bytes || bytes->size() != size) return std::nullopt;
  const std::string_view all = *bytes;
  if (sum_of(all.substr(0, size - numbers), all.substr(size - numbers)) != sum) return std::nullopt;
  return bytes;
}

}  // namespace

Journal::Journal(Journal&& other) noexcept
    : file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      synced_(other.synced_) {}

Journal::~Journal() {
  if (descriptor_ < 0) return;
  ::fdatasync(descriptor_);
  ::close(descriptor_);
}

void Journal::fail(const std::string& what) const {
  throw Error(file_.string() + ": " + what + ": " + std::strerror(errno) + ".");
}

Journal Journal::open(const std::filesystem::path& file, int flags) {
  Journal journal(file, ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | flags, 0666));
  if (journal.descriptor_ < 0 && errno == EEXIST)
    throw Error(file.string() +
                ": holds results of a run that has not ended. Give --resume to go on from there, or remove the file.");
  if (journal.descriptor_ < 0) journal.fail("cannot be written");
  if (::flock(journal.descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw Error(file.string() + ": another run is writing it.");
  return journal;
}

Journal Journal::begin(const std::filesystem::path& file, const Identity& identity) {
  Journal journal = open(file, O_EXCL);
  try {
    journal.write_head(identity);
  } catch (...) {
    journal.remove();
    throw;
  }
  return journal;
}

void Journal::write_head(const Identity& identity) {
  ByteWriter head;
  head.put(magic);
  head.put(identity.sum);
  head.put(identity.items);
  write({}, head.bytes);
}

Journal Journal::resume(const std::filesystem::path& file, const Identity& identity,
                        const std::function<void(PieceResult)>& take, const std::function<void(std::string)>& say) {
  Journal journal = open(file, 0);
  const off_t end = ::lseek(journal.descriptor_, 0, SEEK_END);
  if (end < 0) journal.fail("cannot be read");
  const auto file_size = static_cast<std::uint64_t>(end);
  const std::optional<std::string> head = record_at(journal.descriptor_, 0, file_size, bytes_of_head);
  if (head && head->size() == bytes_of_head) {
    ByteReader reader(*head);
    if (reader.get<std::uint64_t>() != magic) throw Error(file.string() + ": is not a journal of abut.");
    const auto sum = reader.get<std::uint64_t>(), items = reader.get<std::uint64_t>();
    if (sum != identity.sum || items != identity.items)
      throw Error(file.string() +
                  ": is from a run with other options or inputs. Resume with the same ones, or remove the file.");
    journal.size_ = head_size;
    while (journal.size_ < file_size) {
      std::optional<std::string> record =
          record_at(journal.descriptor_, journal.size_, file_size, PieceResult::bytes_of_numbers);
      if (!record) break;
      const std::size_t size = record->size();
      take(PieceResult::unpacked(*std::move(record)));
      journal.size_ += before_record + size;
    }
  } else if (file_size > head_size) {
    throw Error(file.string() + ": is not a journal of abut.");
  }
  if (journal.size_ < file_size)
    say(file.string() + ": the last " + counted(file_size - journal.size_, "byte") +
        " are cut or damaged and were dropped; what they held is asked again.");
  if (::ftruncate(journal.descriptor_, static_cast<off_t>(journal.size_)) != 0) journal.fail("cannot be written");
  if (journal.size_ == 0) journal.write_head(identity);
  return journal;
}

void Journal::write(std::string_view text, std::string_view numbers) {
  ByteWriter before;
  before.put(std::uint64_t{text.size() + numbers.size()});
  before.put(sum_of(text, numbers));
  std::uint64_t written = 0;
  for (std::string_view part : {std::string_view(before.bytes), text, numbers}) {
    write_at(size_ + written, part);
    written += part.size();
  }
  size_ += written;
}

void Journal::write_at(std::uint64_t offset, std::string_view bytes) {
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t more =
        ::pwrite(descriptor_, bytes.data() + written, bytes.size() - written, static_cast<off_t>(offset + written));
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) {
      const int code = errno;
      // Where even this fails, the record's checksum tells.
      [[maybe_unused]] const int cut = ::ftruncate(descriptor_, static_cast<off_t>(size_));
      errno = code;
      fail("cannot be written");
    }
    written += static_cast<std::size_t>(more);
  }
}

void Journal::add(const PieceResult& result) {
  write(result.text, result.packed_numbers());
  if (std::chrono::steady_clock::now() - synced_ > std::chrono::seconds(1)) sync();
}

void Journal::sync() {
  synced_ = std::chrono::steady_clock::now();
  // Beside the work, which would otherwise wait for the disk. What fails to last is asked again after a crash.
  if (is_syncing.exchange(true)) return;
  const int same = ::dup(descriptor_);
  std::thread([same] {
    ::fdatasync(same);
    ::close(same);
    is_syncing = false;
  }).detach();
}

void Journal::remove() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
  // Nothing of it has to last.
  ::close(std::exchange(descriptor_, -1));
}

}  // namespace abut
