// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/families.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::interop {
namespace {

std::size_t place_in(const std::vector<int>& ranks, int rank) {
  return static_cast<std::size_t>(std::find(ranks.begin(), ranks.end(), rank) - ranks.begin());
}

}  // namespace

Families::Families(const Log& log) : log_(log) {
  std::map<std::string, int> named;
  for (const auto& [id, group] : log.groups) {
    int family = static_cast<int>(all_.size());
    if (!group.family.empty()) family = named.try_emplace(group.family, family).first->second;
    if (family == static_cast<int>(all_.size())) {
      all_.push_back({group.family.empty() ? group.name : group.family, {}, {}});
    }
    Family& own = base::at(all_, family);
    own.groups.push_back(id);
    for (const int rank : group.ranks) own.member.emplace_back(rank, id);
    of_group_[id] = family;
  }
  for (Family& family : all_) {
    std::sort(family.member.begin(), family.member.end());
    const auto twice =
        std::adjacent_find(family.member.begin(), family.member.end(),
                           [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice == family.member.end()) continue;
    throw base::ConfigError({log.source, "", "groups of a family with different ranks",
                             fmt::format("rank {} in both {} and {} of family '{}'", twice->first,
                                         log.groups.at(twice->second).name,
                                         log.groups.at(std::next(twice)->second).name, family.name),
                             ""});
  }
}

int Families::group_of(int family, int rank) const {
  const auto& member = base::at(all_, family).member;
  const auto at = std::lower_bound(member.begin(), member.end(), std::pair(rank, 0));
  return at == member.end() || at->first != rank ? kNone : at->second;
}

int Families::counterpart(int group, int rank) const {
  return group == 0 ? 0 : group_of(family_of(group), rank);
}

const LogGroup* Families::smallest_with(int a, int b, int& number) const {
  const LogGroup* best = nullptr;
  for (std::size_t f = 0; f < all_.size(); ++f) {
    const int own = group_of(static_cast<int>(f), a);
    if (own == kNone || own != group_of(static_cast<int>(f), b)) continue;
    const LogGroup& group = log_.groups.at(own);
    if (best != nullptr && best->ranks.size() <= group.ranks.size()) continue;
    best = &group;
    number = own;
  }
  return best;
}

int Families::peer(const LogClass& one, std::size_t index, int peer) const {
  const int rank = one.ranks[index];
  if (rank == one.representative) return peer;
  const auto listed = one.peers.find(peer);
  if (listed != one.peers.end()) return listed->second[index];
  int number = 0;
  const LogGroup* group = smallest_with(one.representative, peer, number);
  const int own = group == nullptr ? kNone : counterpart(number, rank);
  if (own == kNone || log_.groups.at(own).ranks.size() != group->ranks.size()) {
    throw base::ConfigError({one.file, "",
                             fmt::format("peers of the class in manifest.json, for rank {}", rank),
                             fmt::format("none for peer {} of rank {}", peer, one.representative),
                             "no family of groups tells either"});
  }
  const std::vector<int>& ranks = log_.groups.at(own).ranks;
  const std::size_t size = ranks.size();
  const std::size_t on =
      place_in(group->ranks, peer) + size - place_in(group->ranks, one.representative);
  return ranks[(place_in(ranks, rank) + on) % size];
}

}  // namespace jacquard::interop
