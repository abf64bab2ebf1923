// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/ties.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

namespace jacquard::astra {
namespace {

using base::Digest;

// Number of `value` in the order of first use.
template <class Value>
int alias(std::vector<Value>& known, const Value& value) {
  const auto at = std::find(known.begin(), known.end(), value);
  if (at != known.end()) return static_cast<int>(at - known.begin());
  known.push_back(value);
  return static_cast<int>(known.size()) - 1;
}

// A peer as a node says it: a digit, or -1 for NPUs, and a place or NPU.
using Peer = std::pair<int, int>;

Peer peer_in(const OpNode& node) {
  return {node.peer_digit, node.kind == OpKind::send ? node.to : node.from};
}

template <class Amount>
void add(Digest& out, const std::optional<Amount>& amount) {
  const auto count = amount ? amount->count() : -1;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &count, sizeof bits);
  out.add(bits);
}

class Reader {
 public:
  Reader(const workload::Job& job, const OpGraph& trace) : job_(job), trace_(trace) {}

  TiesOfClass read() {
    digest_.add_signed(trace_.size());
    for (int i = 0; i < trace_.size(); ++i) {
      const OpNode& node = trace_.node(i);
      digest_.add_signed(static_cast<int>(node.kind));
      digest_.add_signed(static_cast<int>(node.stream));
      digest_.add_signed(node.duration.count());
      add(digest_, node.flops);
      for (const auto& bytes : node.moved) add(digest_, bytes);
      for (const int child : trace_.dependents(i)) digest_.add_signed(child);
      if (node.kind == OpKind::send || node.kind == OpKind::receive) add_message(node);
      if (node.kind == OpKind::collective) add_collective(i);
    }
    return {digest_.value(), std::move(ties_)};
  }

 private:
  void add_message(const OpNode& node) {
    add(digest_, node.bytes);
    digest_.add_signed(node.tag);
    const Peer peer = peer_in(node);
    digest_.add_signed(peer.first);
    digest_.add_signed(alias(peers_, peer));
    if (ties_.peers.size() < peers_.size()) ties_.peers.push_back(&node);
  }

  void add_collective(int index) {
    const OpNode& node = trace_.node(index);
    add(digest_, node.bytes);
    digest_.add_signed(static_cast<int>(node.collective));
    digest_.add_signed(node.priority);
    const int group = trace_.group(index);
    if (group == 0) {
      digest_.add_signed(-1);
    } else if (job_.partitions.count(group) != 0) {
      digest_.add_signed(-1 - group);
    } else {
      digest_.add_signed(alias(ties_.groups, group));
      if (ties_.first_in.size() < ties_.groups.size()) ties_.first_in.push_back(index);
    }
    for (const bool involved : node.involved) digest_.add_signed(involved ? 1 : 0);
    ties_.collectives.insert({node.collective, group, node.involved});
  }

  const workload::Job& job_;
  const OpGraph& trace_;
  Digest digest_;
  Ties ties_;
  std::vector<Peer> peers_;
};

// The ties of a trace that shares its nodes with one whose ties are known.
Ties renamed(const Ties& known, const OpGraph& trace) {
  Ties own = known;
  own.collectives.clear();
  std::map<int, int> names;
  for (std::size_t i = 0; i < known.groups.size(); ++i) {
    own.groups[i] = trace.group(known.first_in[i]);
    names[known.groups[i]] = own.groups[i];
  }
  for (const auto& [kind, group, involved] : known.collectives) {
    const auto name = names.find(group);
    own.collectives.insert({kind, name == names.end() ? group : name->second, involved});
  }
  return own;
}

}  // namespace

std::vector<TiesOfClass> ties_of(const workload::Job& job) {
  std::vector<TiesOfClass> all;
  std::map<const void*, std::size_t> first_with;
  for (const OpGraph& trace : job.graphs) {
    const auto [known, is_new] = first_with.try_emplace(trace.nodes_id(), all.size());
    if (is_new) {
      all.push_back(Reader(job, trace).read());
    } else {
      const TiesOfClass& like = all[known->second];
      all.push_back({like.digest, renamed(like.ties, trace)});
    }
  }
  return all;
}

}  // namespace jacquard::astra
