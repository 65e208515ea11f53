#include "query/sort_contacts.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <new>
#include <span>
#include <utility>

namespace abut {

// Contacts are spread over the models, so their ids are nearly even: in about as many drawers as contacts, each has
// few, and what is left to do goes step by step. Faster than std::sort, which has to guess every comparison.

namespace {

std::uint64_t key_of(const Contact& contact) { return std::uint64_t{contact.a} << 32 | contact.b; }

constexpr std::size_t few = 24;
constexpr int most_drawer_bits = 12;

void sort_step_by_step(Contact* begin, Contact* end) {
  for (Contact* next = begin; next < end; ++next) {
    const Contact contact = *next;
    const std::uint64_t key = key_of(contact);
    Contact* place = next;
    for (; place > begin && key_of(place[-1]) > key; --place) *place = place[-1];
    *place = contact;
  }
}

/// Puts the contacts sorted into `to`, which has room for as many.
void sort_into(std::span<const Contact> from, Contact* to) {
  std::uint64_t least = key_of(from[0]), most = least;
  for (const Contact& contact : from) {
    least = std::min(least, key_of(contact));
    most = std::max(most, key_of(contact));
  }
  const int bits = std::min(most_drawer_bits, static_cast<int>(std::bit_width(from.size())));
  const int shift = std::max(0, static_cast<int>(std::bit_width(most - least)) - bits);
  const auto drawer_of = [&](const Contact& contact) { return (key_of(contact) - least) >> shift; };

  const std::size_t drawers = std::size_t{1} << bits;
  std::size_t ends[std::size_t{1} << most_drawer_bits];
  std::fill_n(ends, drawers, 0);
  for (const Contact& contact : from) ++ends[drawer_of(contact)];
  std::size_t sum = 0;
  // Where each drawer begins; it ends there when it is filled.
  for (std::size_t* end = ends; end != ends + drawers; ++end) sum += std::exchange(*end, sum);
  for (const Contact& contact : from) to[ends[drawer_of(contact)]++] = contact;

  std::size_t begin = 0;
  for (std::size_t drawer = 0; drawer < drawers; begin = ends[drawer++])
    if (ends[drawer] - begin > few)
      std::sort(to + begin, to + ends[drawer],
                [](const Contact& x, const Contact& y) { return key_of(x) < key_of(y); });
  sort_step_by_step(to, to + from.size());
}

}  // namespace

void sort_contacts(std::vector<Contact>& pairs) {
  const std::size_t count = pairs.size();
  if (count <= few) return sort_step_by_step(pairs.data(), pairs.data() + count);
  constexpr std::size_t ordinary = 1024;
  if (count <= ordinary) {
    alignas(Contact) std::byte room[ordinary * sizeof(Contact)];  // not set to 0
    Contact* sorted = std::launder(reinterpret_cast<Contact*>(room));
    sort_into(pairs, sorted);
    std::copy_n(sorted, count, pairs.begin());
    return;
  }
  pairs.resize(2 * count);
  sort_into({pairs.data(), count}, pairs.data() + count);
  std::copy_n(pairs.begin() + static_cast<std::ptrdiff_t>(count), count, pairs.begin());
  pairs.resize(count);
}

}  // namespace abut
