// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/group_numbers.hpp"

namespace jacquard::interop {
namespace {

// One end of a message between two ranks.
struct End {
  std::int64_t source;
  std::int64_t destination;
  std::int64_t tag;
  std::int64_t bytes;
  int rank;
  const ChakraNode* node;

  auto key() const { return std::tie(source, destination, tag, bytes); }
  std::string show() const {
    return fmt::format("{} bytes from rank {} to {} with tag {}", bytes, source, destination, tag);
  }
};

struct Ends {
  std::vector<End> sends;
  std::vector<End> receives;
};

[[noreturn]] void fail(const RankTraces& ranks, int rank, const ChakraNode& node,
                       const std::string& expected, const std::string& found,
                       const std::string& hint = "") {
  throw base::ConfigError({ranks.source(rank), fmt::format("rank {}, {}", rank, describe(node)),
                           expected, found, hint});
}

// A missing comm_src of a send or comm_dst of a receive is the rank itself.
End end_of(const RankTraces& ranks, int rank, const ChakraNode& node) {
  const ChakraTrace& trace = ranks.of(rank);
  const bool send = node.type == ChakraNodeType::comm_send;
  End end{};
  end.source = whole_attribute(trace, node, "comm_src").value_or(rank);
  end.destination = whole_attribute(trace, node, "comm_dst").value_or(rank);
  end.tag = whole_attribute(trace, node, "comm_tag").value_or(0);
  end.bytes = required_whole_attribute(trace, node, "comm_size");
  end.rank = rank;
  end.node = &node;
  const std::int64_t own = send ? end.source : end.destination;
  const std::int64_t other = send ? end.destination : end.source;
  if (own != rank) {
    fail(ranks, rank, node, fmt::format("{} = {}", send ? "comm_src" : "comm_dst", rank),
         std::to_string(own), "it stands in that rank's file");
  }
  if (other >= ranks.ranks()) {
    fail(ranks, rank, node,
         fmt::format("{} in 0..{}", send ? "comm_dst" : "comm_src", ranks.ranks() - 1),
         std::to_string(other));
  }
  if (other == rank) {
    fail(ranks, rank, node, fmt::format("{}: another rank", send ? "comm_dst" : "comm_src"),
         "its own");
  }
  return end;
}

Ends ends_of(const RankTraces& ranks) {
  Ends ends;
  for (int rank = 0; rank < ranks.ranks(); ++rank) {
    for (const ChakraNode& node : ranks.of(rank).nodes) {
      if (node.type == ChakraNodeType::comm_send) ends.sends.push_back(end_of(ranks, rank, node));
      if (node.type == ChakraNodeType::comm_recv) {
        ends.receives.push_back(end_of(ranks, rank, node));
      }
    }
  }
  const auto by_key = [](const End& a, const End& b) { return a.key() < b.key(); };
  std::stable_sort(ends.sends.begin(), ends.sends.end(), by_key);
  std::stable_sort(ends.receives.begin(), ends.receives.end(), by_key);
  return ends;
}

// What agrees with a lone end in all but one respect, as a hint.
std::string nearest_to(const End& lone, const std::vector<End>& others, const char* kind) {
  const End* best = nullptr;
  int best_agreement = 2;
  for (const End& e : others) {
    const int agreement = (e.source == lone.source) + (e.destination == lone.destination) +
                          (e.tag == lone.tag) + (e.bytes == lone.bytes);
    if (agreement > best_agreement) {
      best = &e;
      best_agreement = agreement;
    }
  }
  if (!best) return "";
  return fmt::format("nearest is the {} of {}, {} of rank {}", kind, best->show(),
                     describe(*best->node), best->rank);
}

// Both lists ascend by key: merged, the first key that one has more often than the other.
void check_messages(const RankTraces& ranks) {
  const Ends ends = ends_of(ranks);
  auto s = ends.sends.begin();
  auto r = ends.receives.begin();
  while (s != ends.sends.end() || r != ends.receives.end()) {
    const bool alone_sends =
        r == ends.receives.end() || (s != ends.sends.end() && s->key() < r->key());
    if (alone_sends) {
      fail(ranks, s->rank, *s->node, "a receive of " + s->show(), "none, or fewer than sends",
           nearest_to(*s, ends.receives, "receive"));
    }
    if (s == ends.sends.end() || r->key() < s->key()) {
      fail(ranks, r->rank, *r->node, "a send of " + r->show(), "none, or fewer than receives",
           nearest_to(*r, ends.sends, "send"));
    }
    ++s;
    ++r;
  }
}

struct Call {
  std::int64_t type;
  std::int64_t bytes;
  const ChakraNode* node;
};
using Calls = std::map<int, std::vector<Call>>;  // by group, in order of id

Calls calls_of(const ChakraTrace& trace, const GroupNumbers& numbers) {
  Calls calls;
  for (const ChakraNode& node : trace.nodes) {
    if (node.type != ChakraNodeType::comm_coll) continue;
    calls[group_number(trace, node, numbers)].push_back(
        {required_whole_attribute(trace, node, "comm_type"),
         required_whole_attribute(trace, node, "comm_size"), &node});
  }
  for (auto& [group, list] : calls) {
    std::stable_sort(list.begin(), list.end(),
                     [](const Call& a, const Call& b) { return a.node->id < b.node->id; });
  }
  return calls;
}

std::string show(const Call& call) {
  return fmt::format("{} of {} bytes ({})", name_of(static_cast<ChakraCollective>(call.type)),
                     call.bytes, describe(*call.node));
}

struct Caller {
  int rank;
  const std::vector<Call>* calls;
};

// As the rank's own file calls it.
std::string name_of_group(const RankTraces& ranks, const Caller& caller) {
  const ChakraNode& node = *caller.calls->front().node;
  const std::string name = text_attribute(ranks.of(caller.rank), node, "pg_name").value_or("");
  return ranks.group(caller.rank, group_key(name)).substr(0, 40);
}

// At least one of the two calls something.
void compare_calls(const RankTraces& ranks, const Caller& mine, const Caller& theirs) {
  const std::string name = name_of_group(ranks, mine.calls->empty() ? theirs : mine);
  const std::string whose = name.empty() ? "of all ranks" : "of group " + name;
  const std::size_t both = std::min(mine.calls->size(), theirs.calls->size());
  for (std::size_t i = 0; i < both; ++i) {
    const Call& own = (*mine.calls)[i];
    const Call& other = (*theirs.calls)[i];
    if (own.type == other.type && own.bytes == other.bytes) continue;
    fail(ranks, mine.rank, *own.node,
         fmt::format("collective {} {} to be that of rank {}, {}", i + 1, whose, theirs.rank,
                     show(other)),
         show(own));
  }
  if (mine.calls->size() == theirs.calls->size()) return;
  const bool is_more = mine.calls->size() > theirs.calls->size();
  const Caller& more = is_more ? mine : theirs;
  fail(ranks, more.rank, *(*more.calls)[both].node,
       fmt::format("as many collectives {} as rank {} has, {}", whose,
                   (is_more ? theirs : mine).rank, both),
       std::to_string(more.calls->size()));
}

// Of all ranks, but over some dimensions only: who takes part is for the network to say.
bool any_over_some_dimensions(const RankTraces& ranks, const std::vector<Caller>& callers) {
  for (const Caller& caller : callers) {
    for (const Call& call : *caller.calls) {
      const auto over = flags_attribute(ranks.of(caller.rank), *call.node, "involved_dim");
      if (over && std::find(over->begin(), over->end(), false) != over->end()) return true;
    }
  }
  return false;
}

// `members` ascend.
void check_callers_are(const std::vector<int>& members, const RankTraces& ranks,
                       const std::vector<Caller>& callers) {
  for (const Caller& caller : callers) {
    if (std::binary_search(members.begin(), members.end(), caller.rank)) continue;
    fail(ranks, caller.rank, *caller.calls->front().node,
         fmt::format("a group with rank {} in it", caller.rank),
         "group " + name_of_group(ranks, caller) + ", whose ranks are others");
  }
}

// Both ascend, and callers are members.
void check_none_is_missing(const std::vector<int>& members, const RankTraces& ranks,
                           const std::vector<Caller>& callers) {
  if (callers.size() == members.size()) return;
  std::size_t i = 0;
  while (i < callers.size() && callers[i].rank == members[i]) ++i;
  const std::vector<Call> none;
  compare_calls(ranks, {members[i], &none}, callers.front());
}

void check_collectives(const RankTraces& ranks, std::map<int, std::vector<int>> groups) {
  Numbering numbering(groups, ranks.ranks());
  std::vector<GroupNumbers> numbers;
  std::vector<Calls> calls;
  for (const ChakraTrace& trace : ranks.distinct) {
    numbers.push_back(numbering.of(trace, false));
    calls.push_back(calls_of(trace, numbers.back()));
  }
  std::map<int, std::vector<Caller>> callers;
  for (int rank = 0; rank < ranks.ranks(); ++rank) {
    const std::size_t which = base::at(ranks.of_rank, rank);
    const auto renaming = renumbered(numbers[which], ranks.renaming(rank));
    const std::map<int, int> own(renaming.begin(), renaming.end());
    for (const auto& [group, list] : calls[which]) {
      const auto known = own.find(group);
      callers[known == own.end() ? group : known->second].push_back({rank, &list});
    }
  }
  std::vector<int> everybody(static_cast<std::size_t>(ranks.ranks()));
  std::iota(everybody.begin(), everybody.end(), 0);
  for (const auto& [group, list] : callers) {
    const auto known = groups.find(group);
    if (known != groups.end()) {
      std::sort(known->second.begin(), known->second.end());
      check_callers_are(known->second, ranks, list);
    }
    for (const Caller& caller : list) {
      if (caller.calls != list.front().calls) compare_calls(ranks, caller, list.front());
    }
    if (known != groups.end()) {
      check_none_is_missing(known->second, ranks, list);
    } else if (group == 0 && list.size() < everybody.size() &&
               !any_over_some_dimensions(ranks, list)) {
      check_none_is_missing(everybody, ranks, list);
    }
  }
}

}  // namespace

void check_ranks(const RankTraces& ranks, const std::map<int, std::vector<int>>& groups) {
  check_messages(ranks);
  check_collectives(ranks, groups);
}

}  // namespace jacquard::interop
