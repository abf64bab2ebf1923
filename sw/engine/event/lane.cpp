// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/lane.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::engine {
namespace {

using rounds::Collective;
using rounds::kNobody;
using rounds::SymbolicPermutation;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Lane::Lane(const Collective& collective, const SymbolicPermutation& permutation,
           rounds::Channel channel, const Wiring& wiring, const Standing& standing)
    : channel_(channel), hops_(wiring.classes().size(), 0) {
  const bool one_for_all = standing.classes != nullptr && standing.first != kNobody;
  if (one_for_all) {
    all_send_ = true;
    senders_ = 1;
    target_of_first_ = permutation.receiver(collective.shape, standing.first);
    rule_ = Rule::self;
  } else {
    find_receivers(collective, permutation);
  }
  if (!find_port(collective, permutation, wiring)) walk(collective, permutation, wiring, standing);
  if (standing.classes == nullptr) return;
  senders_ *= standing.members;
  for (std::int64_t& hops : hops_) hops *= standing.members;
}

Lane::Lane(const Collective& collective, const rounds::Cast& cast, rounds::Channel channel,
           const Wiring& wiring, const Origin& origin, std::size_t round)
    : channel_(channel),
      to_(index(collective.shape.size()), kNobody),
      from_(to_.size(), kNobody),
      hops_(wiring.classes().size(), 0),
      entries_(to_.size()) {
  const rounds::Shape& shape = collective.shape;
  const int radix = shape.radix(cast.digit);
  for (int first = 0; first < shape.size(); ++first) {
    if (cast.group(shape, first) != first) continue;  // once for each group
    std::vector<CastMember> members;
    for (int value = 0; value < radix; ++value) {
      const int rank = shape.with_digit(first, cast.digit, value);
      const CastMember member{rank, collective.npu(rank), cast.sends(shape, rank),
                              cast.receives(shape, rank)};
      if (!member.sends && !member.receives) continue;
      members.push_back(member);
      if (member.sends) to_[index(rank)] = rank;
      if (member.receives) from_[index(rank)] = rank;
    }
    if (members.size() < 2) {
      throw base::ConfigError({origin.source, fmt::format("/rounds/{}/cast", round),
                               "two members or more in a group", std::to_string(members.size()),
                               ""});
    }
    CastTree& tree = trees_.emplace_back(wiring.cast_tree(members, channel));
    if (!tree.fault.empty()) {
      throw base::ConfigError({origin.source, fmt::format("/rounds/{}/cast", round),
                               "packet switches between its members, as circuits and NPUs on the "
                               "way neither add nor copy",
                               tree.fault, "direct sends each copy and each part by itself"});
    }
    senders_ += static_cast<int>(tree.senders.size());
    tree.each_edge([&](const CastEdge& edge) { ++hops_[index(edge.link_class)]; });
  }
  for (const CastTree& tree : trees_) {
    for (std::size_t i = 0; i < tree.senders.size(); ++i) {
      entries_[index(tree.senders[i])] = {&tree, &tree.from[i]};
    }
  }
  const auto all = [](const std::vector<int>& ranks) {
    return std::find(ranks.begin(), ranks.end(), kNobody) == ranks.end();
  };
  all_send_ = all(to_) && all(from_);
}

void Lane::find_receivers(const Collective& collective, const SymbolicPermutation& permutation) {
  const rounds::Shape& shape = collective.shape;
  if (permutation.rule() == SymbolicPermutation::Rule::shift && permutation.senders().empty()) {
    radix_ = shape.radix(permutation.digit());
    stride_of_digit_ = shape.stride(permutation.digit());
    amount_ = (permutation.amount() % radix_ + radix_) % radix_;
    stride_ = Divider(static_cast<std::uint32_t>(stride_of_digit_));
    size_ = Divider(static_cast<std::uint32_t>(radix_));
    rule_ = radix_ == shape.size() ? Rule::rotate : Rule::shift;
    all_send_ = true;
    senders_ = shape.size();
    return;
  }
  to_ = permutation.expand(shape);
  from_.assign(to_.size(), kNobody);
  for (std::size_t rank = 0; rank < to_.size(); ++rank) {
    if (to_[rank] == kNobody) continue;
    from_[index(to_[rank])] = static_cast<int>(rank);
    ++senders_;
  }
  all_send_ = senders_ == shape.size();
}

// A shift of a whole dimension leaves every NPU by the same port.
bool Lane::find_port(const Collective& collective, const SymbolicPermutation& permutation,
                     const Wiring& wiring) {
  if (rule_ == Rule::table || !collective.npus.empty()) return false;
  if (permutation.rule() != SymbolicPermutation::Rule::shift) return false;
  const int digit = permutation.digit();
  const int radix = collective.shape.radix(digit);
  const int amount = (permutation.amount() % radix + radix) % radix;
  if (amount == 0) return false;
  if (wiring.dimension_of_digit(collective.shape.stride(digit), radix) < 0) return false;
  const int first_target = collective.shape.with_digit(0, digit, amount);
  const Wiring::Hop hop = wiring.next(Wiring::Hop{}, first_target, channel_);
  if (hop.to != first_target) return false;
  link_class_ = hop.link_class;
  port_ = static_cast<int>(hop.link);
  path_ = hop.at_switch ? Path::through_switch : Path::one_port;
  stores_ = hop.stores;
  hops_[index(link_class_)] = std::int64_t{senders_} * (hop.at_switch ? 2 : 1);
  return true;
}

void Lane::walk(const Collective& collective, const SymbolicPermutation& permutation,
                const Wiring& wiring, const Standing& standing) {
  const bool one_for_all = rule_ == Rule::self;
  const int walkers = one_for_all ? 1 : collective.shape.size();
  std::vector<std::int64_t> first(index(walkers), -1);
  int longest = 0;
  bool switched = false;
  bool one_class = true;
  bool begun = false;
  for (int walker = 0; walker < walkers; ++walker) {
    const int rank = one_for_all ? standing.first : walker;
    const int to = permutation.receiver(collective.shape, rank);
    if (to == kNobody) continue;
    const int target = collective.npu(to);
    Wiring::Hop hop = Wiring::Hop::from(collective.npu(rank));
    int length = 0;
    while (hop.to != target || hop.at_switch) {
      hop = wiring.next(hop, target, channel_);
      if (length++ == 0) first[index(walker)] = standing.link(hop.link, wiring.ports());
      if (!begun) {
        link_class_ = hop.link_class;
        port_ = wiring.ports() > 0 ? static_cast<int>(hop.link % wiring.ports()) : 0;
      }
      begun = true;
      one_class = one_class && hop.link_class == link_class_;
      ++hops_[index(hop.link_class)];
      if (hop.at_switch) {
        switched = true;
        stores_ = hop.stores;
      }
    }
    if (length == 0) one_class = false;
    longest = std::max(longest, length);
  }
  if (!one_class || !begun || wiring.varied()) return;
  if (longest == 1) {
    path_ = Path::table;
    links_ = std::move(first);
  } else if (longest == 2 && switched && wiring.ports() > 0) {
    path_ = Path::through_switch;
  }
}

}  // namespace jacquard::engine
