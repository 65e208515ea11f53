#include "cluster/piece.h"

#include "cluster/bytes.h"

namespace abut {

RunSums& RunSums::operator+=(const RunSums& other) {
  any_found = any_found || other.any_found;
  any_unknown = any_unknown || other.any_unknown;
  queries += other.queries;
  counters += other.counters;
  nanoseconds += other.nanoseconds;
  return *this;
}

std::string PieceResult::packed_numbers() const {
  ByteWriter writer;
  writer.bytes.reserve(bytes_of_numbers);
  for (const std::uint64_t number :
       {std::uint64_t{items.first}, std::uint64_t{items.last}, std::uint64_t{sums.any_found},
        std::uint64_t{sums.any_unknown}, sums.queries, sums.counters.volume_tests, sums.counters.triangle_tests,
        sums.counters.exact_tests, static_cast<std::uint64_t>(sums.nanoseconds)})
    writer.put(number);
  writer.put(seconds);
  return std::move(writer.bytes);
}

std::string PieceResult::packed() && { return std::move(text += packed_numbers()); }

PieceResult PieceResult::unpacked(std::string bytes) {
  PieceResult result;
  ByteReader reader(numbers_behind(bytes, bytes_of_numbers));
  const auto number = [&] { return reader.get<std::uint64_t>(); };
  result.items.first = number();
  result.items.last = number();
  if (result.items.last < result.items.first) throw Error("a piece of a run on several ranks ends before it begins.");
  result.sums.any_found = number() != 0;
  result.sums.any_unknown = number() != 0;
  result.sums.queries = number();
  result.sums.counters.volume_tests = number();
  result.sums.counters.triangle_tests = number();
  result.sums.counters.exact_tests = number();
  result.sums.nanoseconds = static_cast<std::int64_t>(number());
  result.seconds = reader.get<double>();
  bytes.resize(bytes.size() - bytes_of_numbers);
  result.text = std::move(bytes);
  return result;
}

}  // namespace abut
