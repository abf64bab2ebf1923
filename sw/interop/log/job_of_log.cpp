// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/job_of_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/log/check_log.hpp"
#include "jacquard/interop/log/deadlock.hpp"
#include "jacquard/interop/log/families.hpp"
#include "jacquard/interop/log/log_nodes.hpp"
#include "jacquard/interop/log/merge_classes.hpp"
#include "jacquard/interop/log/pairs.hpp"
#include "jacquard/interop/log/places.hpp"
#include "jacquard/interop/log/uneven.hpp"

namespace jacquard::interop {
namespace {

using base::index;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

class Builder {
 public:
  Builder(const Log& log, const Families& families)
      : log_(log), families_(families), places_(places_of(log, families)) {
    job_.places = places_.digits;
    job_.class_of.resize(index(log.ranks));
    add_groups();
    for (const LogClass& one : log.classes) add_class(one);
    if (job_.partitions.empty() && !peers_by_digit_) job_.places = {};
  }

  workload::Job& job() { return job_; }

  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    for (const auto& [note, count] : notes_) notes.push_back(fmt::format("{} {}", count, note));
    return notes;
  }

  // Throws for calls that wait for each other.
  void require_order() const {
    const std::vector<Wait> cycle = find_deadlock(job_);
    if (cycle.empty()) return;
    constexpr std::size_t kMostShown = 6;
    std::string circle;
    for (std::size_t i = 0; i < std::min(cycle.size(), kMostShown); ++i) {
      const Wait& wait = cycle[i];
      circle += fmt::format("{}{} waits for {}", i == 0 ? "" : "; ", shown(wait.npu, wait.later),
                            shown(wait.npu, wait.earlier));
    }
    if (cycle.size() > kMostShown) circle += fmt::format("; {} more", cycle.size() - kMostShown);
    const LogClass& one = *base::at(origins_, base::at(job_.class_of, cycle.front().npu)).one;
    throw base::ConfigError({one.file_of(cycle.front().npu),
                             fmt::format("line {}", call_at(cycle.front()).line),
                             "calls in an order in which each can begin", "a deadlock", circle});
  }

 private:
  // Of a graph: its class, and the call of each node.
  struct Origin {
    const LogClass* one = nullptr;
    std::size_t calls = 0;  // index into calls_
  };

  std::string shown(int npu, int node) const {
    const Origin& origin = base::at(origins_, base::at(job_.class_of, npu));
    const LogCall& call = base::at(origin.one->calls, base::at(calls_[origin.calls], node));
    return described(call, *origin.one, npu);
  }

  const LogCall& call_at(const Wait& wait) const {
    const Origin& origin = base::at(origins_, base::at(job_.class_of, wait.npu));
    return base::at(origin.one->calls, base::at(calls_[origin.calls], wait.later));
  }

  // A group of one is no group of the job.
  bool has_group(const LogCall& call) const {
    return is_collective(call.op) && call.group != 0 && log_.groups.at(call.group).ranks.size() > 1;
  }

  std::set<int> used_families() const {
    std::set<int> used;
    for (const LogClass& one : log_.classes) {
      for (const LogCall& call : one.calls) {
        if (has_group(call)) used.insert(families_.family_of(call.group));
      }
    }
    return used;
  }

  // A regular family is the number of its first group.
  void add_groups() {
    for (const int used : used_families()) {
      const auto f = index(used);
      const Families::Family& family = families_.all()[f];
      const int first = family.groups.front();
      if (const auto& digits = places_.of_family[f]) {
        job_.partitions.emplace(first, *digits);
        name_group(first, family.name);
        continue;
      }
      for (const int id : family.groups) {
        job_.groups.emplace(id, log_.groups.at(id).ranks);
        name_group(id, family.name);
      }
    }
  }

  void name_group(int id, const std::string& name) {
    if (name != std::to_string(id)) job_.group_names.emplace(id, name);
  }

  // What a rank of a class has of its own: its place and its peer's for each peer, or both as
  // ranks; and the roots that are listed. Likewise the groups that are listed.
  using Messages = std::vector<int>;
  using Groups = std::vector<int>;
  struct First {
    int graph = 0;
    int rank = 0;
  };

  void add_class(const LogClass& one) {
    LogNodes made = nodes_of(one, log_, notes_);
    find_parts(one);
    std::map<Messages, First> with_messages;
    std::map<std::pair<Messages, Groups>, int> known;
    for (std::size_t i = 0; i < one.ranks.size(); ++i) {
      const Messages messages = messages_of(one, i);
      const int next = static_cast<int>(job_.graphs.size());
      const auto [graph, is_new] =
          known.try_emplace({messages, listed_groups_of(one.ranks[i])}, next);
      base::at(job_.class_of, one.ranks[i]) = graph->second;
      if (!is_new) continue;
      origins_.push_back({&one, calls_.size()});
      const auto [first, is_first] = with_messages.try_emplace(messages, First{next, one.ranks[i]});
      if (is_first) {
        job_.graphs.emplace_back(source_of(one, i), nodes_for(one, i, made));
      } else {
        job_.graphs.push_back(renamed(first->second, one, i));
      }
    }
    calls_.push_back(std::move(made.call));
  }

  std::string source_of(const LogClass& one, std::size_t i) const {
    return i == 0 ? one.file : fmt::format("{} (rank {})", one.file_of(one.ranks[i]), one.ranks[i]);
  }

  void find_parts(const LogClass& one) {
    digit_of_.clear();
    listed_groups_.clear();
    listed_roots_.clear();
    for (const LogCall& call : one.calls) {
      if (is_message(call.op)) {
        if (digit_of_.count(call.peer) > 0) continue;
        digit_of_[call.peer] = digit_of_peer(places_, families_, one, call.peer);
        peers_by_digit_ = peers_by_digit_ || digit_of_[call.peer];
      } else if (has_group(call) && !digits_of(call.group)) {
        listed_groups_.insert(call.group);
        if (call.peer >= 0) listed_roots_.insert({call.group, call.peer});
      }
    }
  }

  const std::optional<std::vector<int>>& digits_of(int group) const {
    return base::at(places_.of_family, families_.family_of(group));
  }

  Messages messages_of(const LogClass& one, std::size_t i) const {
    Messages own;
    for (const auto& [peer, digit] : digit_of_) {
      const int other = families_.peer(one, i, peer);
      own.push_back(digit ? places_.digits.digit(one.ranks[i], *digit) : one.ranks[i]);
      own.push_back(digit ? places_.digits.digit(other, *digit) : other);
    }
    for (const auto& [group, root] : listed_roots_) {
      own.push_back(root_of(group, root, one.ranks[i]));
    }
    return own;
  }

  Groups listed_groups_of(int rank) const {
    Groups own;
    for (const int group : listed_groups_) own.push_back(families_.counterpart(group, rank));
    return own;
  }

  // The rank that is the root where it is `root` for the representative; -1 if it is the first of
  // its group, as without being said. Of a regular family it is that of the first group, as roots
  // of groups side by side are numbered alike.
  int root_of(int group, int root, int rank) const {
    if (group == 0) return root == 0 ? -1 : root;
    const std::vector<int>& ranks = log_.groups.at(group).ranks;
    const auto place = std::find(ranks.begin(), ranks.end(), root) - ranks.begin();
    if (place == 0) return -1;
    const int own = digits_of(group) ? number_of(group) : families_.counterpart(group, rank);
    return log_.groups.at(own).ranks[static_cast<std::size_t>(place)];
  }

  // Of a regular family.
  int number_of(int group) const {
    return families_.all()[index(families_.family_of(group))].groups.front();
  }

  std::vector<OpNode> nodes_for(const LogClass& one, std::size_t i, const LogNodes& made) const {
    std::vector<OpNode> nodes = made.nodes;
    const int rank = one.ranks[i];
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      OpNode& node = nodes[n];
      const LogCall& call = base::at(one.calls, made.call[n]);
      if (node.kind == OpKind::send || node.kind == OpKind::receive) {
        set_peer(node, one, i, call.peer);
      } else if (is_collective(call.op) && (node.kind == OpKind::collective || node.barrier)) {
        const bool rooted = node.collective == workload::CollectiveKind::broadcast;
        if (rooted && call.peer >= 0) node.from = root_of(call.group, call.peer, rank);
        if (call.group == 0) continue;
        node.group =
            digits_of(call.group) ? number_of(call.group) : families_.counterpart(call.group, rank);
      }
    }
    return nodes;
  }

  void set_peer(OpNode& node, const LogClass& one, std::size_t i, int peer) const {
    int own = one.ranks[i];
    int other = families_.peer(one, i, peer);
    if (const auto digit = digit_of_.at(peer)) {
      node.peer_digit = *digit;
      own = places_.digits.digit(own, *digit);
      other = places_.digits.digit(other, *digit);
    }
    node.from = node.kind == OpKind::send ? own : other;
    node.to = node.kind == OpKind::send ? other : own;
  }

  // The nodes of a rank of this class that came before, in the groups of this one.
  OpGraph renamed(const First& first, const LogClass& one, std::size_t i) const {
    OpGraph::Renaming names;
    for (const int group : listed_groups_) {
      const int of_nodes = families_.counterpart(group, first.rank);
      const int here = families_.counterpart(group, one.ranks[i]);
      if (of_nodes != here) names.emplace_back(of_nodes, here);
    }
    return {base::at(job_.graphs, first.graph), source_of(one, i), std::move(names)};
  }

  const Log& log_;
  const Families& families_;
  LogPlaces places_;
  workload::Job job_;
  LogNotes notes_;
  std::vector<Origin> origins_;          // of each graph
  std::vector<std::vector<int>> calls_;  // of each class, of each node its call
  // Of the class that is added: the digit of each peer, and groups and roots that are listed.
  std::map<int, std::optional<int>> digit_of_;
  std::set<int> listed_groups_;
  std::set<std::pair<int, int>> listed_roots_;
  bool peers_by_digit_ = false;
};

}  // namespace

LogJob job_of_log(Log log) {
  LogJob out;
  check_log(log, Families(log));
  merge_classes(log);
  const Families families(log);
  const std::int64_t raised = even_out(log, families);
  const std::int64_t pairs = pairs_as_messages(log, families);
  Builder builder(log, families);
  builder.require_order();
  out.notes = builder.notes();
  if (raised > 0) {
    out.notes.push_back(
        fmt::format("{} calls of all_to_all with splits are as the largest", raised));
  }
  if (pairs > 0) {
    out.notes.push_back(
        fmt::format("{} calls of all_reduce in pairs are messages both ways", pairs));
  }
  out.job = std::move(builder.job());
  return out;
}

}  // namespace jacquard::interop
