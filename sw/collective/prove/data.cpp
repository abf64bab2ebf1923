// SPDX-License-Identifier: Apache-2.0
#include "jacquard/collective/prove/data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::collective {

namespace {

using rounds::CollectiveKind;

// splitmix64's mixing (Steele, Lea & Flood 2014).
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

std::uint64_t bit(int member) { return std::uint64_t{1} << (member % 64); }

}  // namespace

Data::Data(const rounds::Collective& collective, std::uint64_t seed)
    : collective_(collective),
      seed_(seed),
      members_(collective.group().size()),
      words_(1 + (members_ + 63) / 64) {
  const int ranks = collective.shape.size();
  const int pieces = collective.pieces.size();
  for (int rank = 0; rank < ranks; ++rank) member_.push_back(collective.member(rank));
  const std::size_t in_all = static_cast<std::size_t>(ranks) * static_cast<std::size_t>(pieces);
  const std::size_t in_each =
      static_cast<std::size_t>(collective.chunks) * static_cast<std::size_t>(words_);
  contents_.resize(in_all * in_each);
  for (int chunk = 0; chunk < collective.chunks; ++chunk) {
    for (int rank = 0; rank < ranks; ++rank) {
      const int member = base::at(member_, rank);
      for (int piece = 0; piece < pieces; ++piece) {
        if (only_giver(piece) != kEveryone && only_giver(piece) != member) continue;
        const std::size_t i = at(chunk, rank, piece);
        contents_[i] = initial(chunk, rank, piece);
        contents_[i + 1 + static_cast<std::size_t>(member / 64)] |= bit(member);
      }
    }
  }
}

std::size_t Data::at(int chunk, int rank, int piece) const {
  const std::size_t row =
      static_cast<std::size_t>(chunk) * member_.size() + static_cast<std::size_t>(rank);
  return (row * static_cast<std::size_t>(collective_.pieces.size()) +
          static_cast<std::size_t>(piece)) *
         static_cast<std::size_t>(words_);
}

std::uint64_t Data::initial(int chunk, int rank, int piece) const {
  return mixed(
      mixed(mixed(seed_ + static_cast<std::uint64_t>(chunk)) + static_cast<std::uint64_t>(rank)) +
      static_cast<std::uint64_t>(piece));
}

int Data::only_giver(int piece) const {
  switch (collective_.kind) {
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
      return piece % members_;
    case CollectiveKind::broadcast:
    case CollectiveKind::send:
      return collective_.root;
    default:
      return kEveryone;
  }
}

int Data::only_taker(int piece) const {
  switch (collective_.kind) {
    case CollectiveKind::reduce_scatter:
      return piece % members_;
    case CollectiveKind::all_to_all:
      return piece / members_ % members_;
    case CollectiveKind::send:
      return collective_.peer;
    case CollectiveKind::reduce:
      return collective_.root;
    default:
      return kEveryone;
  }
}

template <class Act>
void Data::for_each(int only, const Act& act) const {
  const int first = only == kEveryone ? 0 : only;
  const int last = only == kEveryone ? members_ - 1 : only;
  for (int member = first; member <= last; ++member) act(member);
}

bool Data::has(int chunk, int rank, int piece) const {
  const std::size_t i = at(chunk, rank, piece);
  for (int w = 1; w < words_; ++w) {
    if (contents_[i + static_cast<std::size_t>(w)] != 0) return true;
  }
  return false;
}

void Data::read(int chunk, int rank, int piece, std::vector<std::uint64_t>& message) const {
  const auto from = contents_.begin() + static_cast<std::ptrdiff_t>(at(chunk, rank, piece));
  message.insert(message.end(), from, from + words_);
}

void Data::copy(int chunk, int rank, int piece, const std::uint64_t* words) {
  const std::size_t i = at(chunk, rank, piece);
  for (int w = 0; w < words_; ++w) contents_[i + static_cast<std::size_t>(w)] = words[w];
}

int Data::reduce(int chunk, int rank, int piece, const std::uint64_t* words) {
  return add(&contents_[at(chunk, rank, piece)], words);
}

int Data::add(std::uint64_t* here, const std::uint64_t* words) const {
  for (int w = 1; w < words_; ++w) {
    const std::uint64_t twice = here[w] & words[w];
    for (int m = 0; twice != 0 && m < 64; ++m) {
      if ((twice & bit(m)) != 0) return (w - 1) * 64 + m;
    }
  }
  here[0] += words[0];
  for (int w = 1; w < words_; ++w) here[w] |= words[w];
  return -1;
}

std::string Data::fault_of(int chunk, int rank, int piece, const std::uint64_t* expected) const {
  const std::size_t i = at(chunk, rank, piece);
  for (int member = 0; member < members_; ++member) {
    const auto word = static_cast<std::size_t>(1 + member / 64);
    const bool in_it = (contents_[i + word] & bit(member)) != 0;
    const bool belongs = (expected[word] & bit(member)) != 0;
    if (in_it == belongs) continue;
    return fmt::format("rank {} ends {} what rank {} put into piece {} of chunk {}", rank,
                       in_it ? "with" : "without", collective_.rank_of(rank, member), piece, chunk);
  }
  return fmt::format("rank {} ends with a wrong value in piece {} of chunk {}", rank, piece, chunk);
}

std::string Data::fault_of_move(int chunk, int rank) const {
  const int from = collective_.moves->sender(collective_.shape, rank);
  const int origin = from == rounds::kNobody ? rank : from;
  std::vector<std::uint64_t> expected(static_cast<std::size_t>(words_));
  expected[0] = initial(chunk, origin, 0);
  base::at(expected, 1 + base::at(member_, origin) / 64) |= bit(base::at(member_, origin));
  const auto found = contents_.begin() + static_cast<std::ptrdiff_t>(at(chunk, rank, 0));
  return std::equal(expected.begin(), expected.end(), found)
             ? ""
             : fault_of(chunk, rank, 0, expected.data());
}

std::string Data::fault_of_piece(int chunk, const std::vector<int>& group, int piece) const {
  std::vector<std::uint64_t> expected(static_cast<std::size_t>(words_));
  for_each(only_giver(piece), [&](int member) {
    expected[0] += initial(chunk, base::at(group, member), piece);
    base::at(expected, 1 + member / 64) |= bit(member);
  });
  std::string fault;
  for_each(only_taker(piece), [&](int member) {
    const int rank = base::at(group, member);
    const auto found = contents_.begin() + static_cast<std::ptrdiff_t>(at(chunk, rank, piece));
    if (!fault.empty() || std::equal(expected.begin(), expected.end(), found)) return;
    fault = fault_of(chunk, rank, piece, expected.data());
  });
  return fault;
}

std::string Data::fault() const {
  for (int rank = 0; rank < collective_.shape.size(); ++rank) {
    if (base::at(member_, rank) != 0) continue;  // once for each group
    std::vector<int> group;
    for (int m = 0; m < members_; ++m) group.push_back(collective_.rank_of(rank, m));
    for (int chunk = 0; chunk < collective_.chunks; ++chunk) {
      for (const int member : group) {
        if (!collective_.moves) break;
        if (std::string found = fault_of_move(chunk, member); !found.empty()) return found;
      }
      for (int piece = 0; piece < collective_.pieces.size() && !collective_.moves; ++piece) {
        std::string found = fault_of_piece(chunk, group, piece);
        if (!found.empty()) return found;
      }
    }
  }
  return "";
}

}  // namespace jacquard::collective
