// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/places.hpp"

#include <algorithm>
#include <set>

namespace jacquard::interop {
namespace {

using base::index;

// Where digits of the set begin and end, if it is the numbers that some digits make: {0, 1, 8, 9}
// has 1, 2 and 8, 16. `ranks` begin with 0 and ascend.
std::optional<std::set<int>> ends_of(const std::vector<int>& ranks) {
  std::set<int> ends;
  for (std::size_t made = 1; made < ranks.size();) {
    const int stride = ranks[made];
    std::size_t radix = 1;
    while ((radix + 1) * made <= ranks.size() &&
           ranks[radix * made] == static_cast<int>(radix) * stride) {
      ++radix;
    }
    if (radix == 1) return std::nullopt;
    ends.insert(stride);
    ends.insert(stride * static_cast<int>(radix));
    made *= radix;
  }
  return ends;
}

bool is_chain(const std::set<int>& ends) {
  int before = 1;
  for (const int end : ends) {
    if (end % before != 0) return false;
    before = end;
  }
  return true;
}

base::MixedRadix digits_of(const std::set<int>& ends) {
  std::vector<int> radices;
  int before = 1;
  for (const int end : ends) {
    if (end > before) radices.push_back(end / before);
    before = end;
  }
  return base::MixedRadix(std::move(radices));
}

const std::vector<int>* group_of_zero(const Log& log, const Families::Family& family) {
  if (static_cast<int>(family.member.size()) != log.ranks) return nullptr;
  const std::vector<int>& ranks = log.groups.at(family.member.front().second).ranks;
  return std::is_sorted(ranks.begin(), ranks.end()) ? &ranks : nullptr;
}

bool is_partition(const Log& log, const Families::Family& family, const base::MixedRadix& digits,
                  const std::vector<int>& own) {
  int size = 1;
  for (const int digit : own) size *= digits.radix(digit);
  for (const int id : family.groups) {
    const std::vector<int>& ranks = log.groups.at(id).ranks;
    if (static_cast<int>(ranks.size()) != size) return false;
    for (int i = 0; i < size; ++i) {
      int place = i;
      int rank = ranks.front();
      for (const int digit : own) {
        rank = digits.with_digit(rank, digit, place % digits.radix(digit));
        place /= digits.radix(digit);
      }
      if (ranks[index(i)] != rank) return false;
    }
  }
  return true;
}

}  // namespace

LogPlaces places_of(const Log& log, const Families& families) {
  std::set<int> ends{1, log.ranks};
  for (const Families::Family& family : families.all()) {
    const std::vector<int>* ranks = group_of_zero(log, family);
    if (ranks == nullptr) continue;
    const auto own = ends_of(*ranks);
    if (!own) continue;
    std::set<int> more = ends;
    more.insert(own->begin(), own->end());
    if (is_chain(more)) ends = std::move(more);
  }
  LogPlaces places{digits_of(ends), {}};
  for (const Families::Family& family : families.all()) {
    auto& digits = places.of_family.emplace_back();
    const std::vector<int>* ranks = group_of_zero(log, family);
    if (ranks == nullptr) continue;
    std::vector<int> own;
    for (int d = 0; d < places.digits.digits(); ++d) {
      if (std::binary_search(ranks->begin(), ranks->end(), places.digits.stride(d))) {
        own.push_back(d);
      }
    }
    if (is_partition(log, family, places.digits, own)) digits = std::move(own);
  }
  return places;
}

std::optional<int> digit_of_peer(const LogPlaces& places, const Families& families,
                                 const LogClass& one, int peer) {
  const base::MixedRadix& digits = places.digits;
  std::optional<int> common;
  for (std::size_t i = 0; i < one.ranks.size(); ++i) {
    const int rank = one.ranks[i];
    const int other = families.peer(one, i, peer);
    const int digit = digits.first_difference(rank, other);
    const bool alone = digits.with_digit(rank, digit, digits.digit(other, digit)) == other;
    if (!alone || common.value_or(digit) != digit) return std::nullopt;
    common = digit;
  }
  return common;
}

}  // namespace jacquard::interop
