// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/contents.hpp"

#include <fmt/format.h>

#include "jacquard/base/rng.hpp"

namespace jacquard::stack::check {

using base::index;
using rounds::CollectiveKind;

namespace {

constexpr int kEveryone = -1;
constexpr std::size_t kLargestTable = std::size_t{1} << 26;

}  // namespace

Marks::Marks(int ranks, std::uint64_t seed) {
  base::Rng rng(seed, "stack check");
  marks_.reserve(index(ranks));
  for (int r = 0; r < ranks; ++r) marks_.push_back(rng() << kCountBits | 1);
}

Goal::Goal(const Party& party, const Marks& marks)
    : party_(&party),
      marks_(&marks),
      per_chunk_(party.collective().pieces.size()),
      pieces_(per_chunk_ * party.collective().chunks) {
  const rounds::Collective& c = party.collective();
  const std::int64_t bytes = c.bytes.count();
  const std::int64_t others = party.members() - 1;
  std::int64_t of_group = bytes;
  switch (c.kind) {
    case CollectiveKind::all_reduce:
      of_group = bytes * party.members();
      break;
    case CollectiveKind::all_gather:
      of_group = bytes * party.members() * others;
      break;
    case CollectiveKind::all_to_all:
    case CollectiveKind::broadcast:
    case CollectiveKind::reduce:
      of_group = bytes * others;
      break;
    default:
      break;
  }
  bytes_ = of_group * party.groups();
  reduces_ = c.kind == CollectiveKind::all_reduce || c.kind == CollectiveKind::reduce_scatter ||
             c.kind == CollectiveKind::reduce;
  sums_.assign(index(party.groups()), 0);
  for (int place = 0; place < party.size(); ++place) {
    base::at(sums_, party.group(place)) += marks.of(party.rank(place));
    for (int piece = 0; piece < per_chunk_; ++piece) {
      if (wanted(place, piece) && !own(place, piece)) results_ += c.chunks;
    }
  }
}

int Goal::only_giver(int piece) const {
  switch (party_->collective().kind) {
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
      return piece % per_chunk_ % party_->members();
    case CollectiveKind::broadcast:
    case CollectiveKind::send:
      return party_->collective().root;
    default:
      return kEveryone;
  }
}

int Goal::only_taker(int piece) const {
  switch (party_->collective().kind) {
    case CollectiveKind::reduce_scatter:
      return piece % per_chunk_ % party_->members();
    case CollectiveKind::all_to_all:
      return piece % per_chunk_ / party_->members() % party_->members();
    case CollectiveKind::send:
      return party_->collective().peer;
    case CollectiveKind::reduce:
      return party_->collective().root;
    default:
      return kEveryone;
  }
}

bool Goal::own(int place, int piece) const {
  return only_giver(piece) == party_->member(place) || party_->members() == 1;
}

std::uint64_t Goal::initial(int place, int piece) const {
  const int giver = only_giver(piece);
  if (giver != kEveryone && giver != party_->member(place)) return 0;
  return marks_->of(party_->rank(place));
}

bool Goal::wanted(int place, int piece) const {
  const int taker = only_taker(piece);
  return taker == kEveryone || taker == party_->member(place);
}

std::uint64_t Goal::final(int place, int piece) const {
  const int giver = only_giver(piece);
  if (giver == kEveryone) return base::at(sums_, party_->group(place));
  return marks_->of(party_->rank(party_->place_of(party_->group(place), giver)));
}

Contents::Contents(const Goal& goal) : goal_(&goal), pieces_(goal.pieces()) {
  const int places = goal.party().size();
  if (index(places) * index(pieces_) > kLargestTable) return;
  dense_.resize(index(places) * index(pieces_));
  for (int place = 0; place < places; ++place) {
    for (int piece = 0; piece < pieces_; ++piece) set(place, piece, goal.initial(place, piece));
  }
}

std::uint64_t Contents::sparse_at(int place, int piece) const {
  const auto changed = sparse_.find(base::cell(place, piece, pieces_));
  return changed != sparse_.end() ? changed->second : goal_->initial(place, piece);
}

namespace {

// The one contribution by which a sum differs from what it should be, or "".
std::string which(const Goal& goal, const Marks& marks, int place, std::uint64_t off,
                  const char* how) {
  const Party& party = goal.party();
  for (int member = 0; member < party.members(); ++member) {
    const int rank = party.rank(party.place_of(party.group(place), member));
    if (marks.of(rank) == off) return fmt::format("rank {}'s {}", rank, how);
  }
  return "";
}

std::string in_words(const Goal& goal, const Marks& marks, int place, int piece,
                     std::uint64_t found) {
  const std::uint64_t wanted = goal.final(place, piece);
  const std::string who = fmt::format("rank {}, piece {}: ", goal.party().rank(place), piece);
  if (found == 0) return who + "nothing has arrived";
  std::string one = which(goal, marks, place, wanted - found, "contribution is missing");
  if (one.empty()) one = which(goal, marks, place, found - wanted, "contribution is counted twice");
  if (!one.empty()) return who + one;
  return who + fmt::format("{} contributions, expected {} others", Marks::contributions(found),
                           Marks::contributions(wanted));
}

}  // namespace

Shortfall shortfall(const Goal& goal, const Marks& marks, const Contents& contents) {
  Shortfall out;
  for (int place = 0; place < goal.party().size(); ++place) {
    for (int piece = 0; piece < goal.pieces(); ++piece) {
      if (!goal.wanted(place, piece)) continue;
      const std::uint64_t found = contents.at(place, piece);
      const std::uint64_t wanted = goal.final(place, piece);
      if (found == wanted) continue;
      ++out.results;
      if (Marks::contributions(found) > Marks::contributions(wanted)) ++out.too_many;
      if (out.words.empty()) out.words = in_words(goal, marks, place, piece, found);
    }
  }
  return out;
}

}  // namespace jacquard::stack::check
