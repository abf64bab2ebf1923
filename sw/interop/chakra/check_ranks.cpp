// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/skeleton.hpp"

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
using Calls = std::map<std::string, std::vector<Call>>;  // by group, in order of id

Calls calls_of(const ChakraTrace& trace) {
  Calls calls;
  for (const ChakraNode& node : trace.nodes) {
    if (node.type != ChakraNodeType::comm_coll) continue;
    std::string group = text_attribute(trace, node, "pg_name").value_or("");
    if (const std::size_t digits = group_digits(group)) group.resize(digits);  // "2.0" is "2"
    calls[group].push_back({required_whole_attribute(trace, node, "comm_type"),
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

void compare_calls(const RankTraces& ranks, const std::string& group, int rank,
                   const std::vector<Call>& mine, int other, const std::vector<Call>& theirs) {
  const std::string whose = group.empty() ? "of all ranks" : "of group " + group.substr(0, 40);
  const std::size_t both = std::min(mine.size(), theirs.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (mine[i].type == theirs[i].type && mine[i].bytes == theirs[i].bytes) continue;
    fail(ranks, rank, *mine[i].node,
         fmt::format("collective {} {} to be that of rank {}, {}", i + 1, whose, other,
                     show(theirs[i])),
         show(mine[i]));
  }
  if (mine.size() == theirs.size()) return;
  const bool more = mine.size() > theirs.size();
  fail(ranks, more ? rank : other, *(more ? mine[both] : theirs[both]).node,
       fmt::format("as many collectives {} as rank {} has, {}", whose, more ? other : rank, both),
       std::to_string(std::max(mine.size(), theirs.size())));
}

void check_collectives(const RankTraces& ranks) {
  std::vector<Calls> calls;
  for (const ChakraTrace& trace : ranks.distinct) calls.push_back(calls_of(trace));
  struct First {  // whom a group's others are compared with
    int rank;
    const std::vector<Call>* calls;
  };
  std::map<std::string, First> first;
  for (int rank = 0; rank < ranks.ranks(); ++rank) {
    for (const auto& [name, list] : calls[ranks.of_rank[static_cast<std::size_t>(rank)]]) {
      const std::string group = ranks.group(rank, name);
      const First& other = first.try_emplace(group, First{rank, &list}).first->second;
      if (other.calls != &list) compare_calls(ranks, group, rank, list, other.rank, *other.calls);
    }
  }
}

}  // namespace

void check_ranks(const RankTraces& ranks) {
  check_messages(ranks);
  check_collectives(ranks);
}

}  // namespace jacquard::interop
