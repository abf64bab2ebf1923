// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/job_calls.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <tuple>

#include "jacquard/rounds/names.hpp"
#include "jacquard/stack/check/party.hpp"
#include "jacquard/stack/check/sound.hpp"

namespace jacquard::stack::check {
namespace {

using base::index;
using workload::OpKind;
using workload::OpNode;

// Among whom: the members of a group, ascending; or a sender and a receiver.
struct Among {
  bool message = false;
  std::vector<int> ranks;
  friend bool operator<(const Among& a, const Among& b) {
    return std::tie(a.message, a.ranks) < std::tie(b.message, b.ranks);
  }
  friend bool operator==(const Among& a, const Among& b) {
    return a.message == b.message && a.ranks == b.ranks;
  }
};
struct Asked {
  rounds::CollectiveKind kind = rounds::CollectiveKind::send;
  std::int64_t bytes = 0;
  friend bool operator<(const Asked& a, const Asked& b) {
    return std::tie(a.kind, a.bytes) < std::tie(b.kind, b.bytes);
  }
  friend bool operator==(const Asked& a, const Asked& b) {
    return a.kind == b.kind && a.bytes == b.bytes;
  }
};
// What one rank does with some others, and one node or template for each way to name these.
struct Part {
  std::vector<Asked> calls;
  std::set<int> named_by;
};
using Parts = std::map<Among, Part>;

class Comparison {
 public:
  Comparison(const Stack& stack, const workload::Job& job)
      : plan_(stack.plan), job_(job), ranks_of_(ranks_by_actor(plan_)) {
    begins_.assign(plan_.calls.size(), std::numeric_limits<std::int64_t>::max());
    for (const Placed& p : stack.timeline.placed) note(p.call, p.start);
    for (const Reserved& r : stack.timeline.reserved) note(r.call, r.start);
    parties_.resize(plan_.templates.size());
  }

  Faults run() {
    if (job_.npus() != plan_.ranks) {
      faults_.add(FaultKind::job, [&] {
        return fmt::format("the stack has {} ranks, the job {}", plan_.ranks, job_.npus());
      });
      return std::move(faults_);
    }
    for (std::size_t a = 0; a < plan_.actors.size(); ++a) {
      std::map<int, std::vector<int>> by_class;
      for (const int rank : ranks_of_[a]) by_class[base::at(job_.class_of, rank)].push_back(rank);
      for (const auto& alike : by_class) compare(static_cast<int>(a), alike.second);
    }
    return std::move(faults_);
  }

 private:
  void note(std::int32_t call, std::int64_t slot) {
    std::int64_t& begin = base::at(begins_, call);
    begin = std::min(begin, slot);
  }

  const Party& party(const Call& call) {
    auto& party = base::at(parties_, call.of);
    if (party == nullptr) {
      party = std::make_unique<Party>(plan_, call.of, plan_.sides_of(call), ranks_of_);
    }
    return *party;
  }

  Among among(const OpNode& node, int group, int rank) const {
    if (node.kind == OpKind::collective) {
      std::vector<int> members = job_.members(group, rank);
      std::sort(members.begin(), members.end());
      return {false, std::move(members)};
    }
    const int peer = job_.peer(node, rank);
    return {true, node.kind == OpKind::send ? std::vector{rank, peer} : std::vector{peer, rank}};
  }

  Among among(const Party& party, int rank) const {
    const int group = party.group(party.place_at(rank));
    const rounds::Collective& c = party.collective();
    if (c.kind == rounds::CollectiveKind::send) {
      return {
          true,
          {party.rank(party.place_of(group, c.root)), party.rank(party.place_of(group, c.peer))}};
    }
    Among who;
    for (int m = 0; m < party.members(); ++m) {
      who.ranks.push_back(party.rank(party.place_of(group, m)));
    }
    std::sort(who.ranks.begin(), who.ranks.end());
    return who;
  }

  Parts of_job(int rank) const {
    Parts parts;
    const workload::OpGraph& graph = job_.graph(rank);
    for (int n = 0; n < graph.size(); ++n) {
      const OpNode& node = graph.node(n);
      const bool message = node.kind == OpKind::send || node.kind == OpKind::receive;
      if (!message && (node.kind != OpKind::collective || node.timed)) continue;
      Among who = among(node, graph.group(n), rank);
      if (who.ranks.size() < 2) continue;
      Part& part = parts[std::move(who)];
      part.calls.push_back({message ? rounds::CollectiveKind::send : node.collective,
                            node.bytes.value_or(base::Bytes{0}).count()});
      // Nodes of one group name the same ranks, whoever asks.
      if (message || part.named_by.empty() || graph.group(*part.named_by.begin()) != graph.group(n))
        part.named_by.insert(n);
    }
    sort_messages(parts);
    return parts;
  }

  Parts of_stack(int actor, int rank) {
    std::vector<std::int32_t> calls;
    for (const Node& node : base::at(plan_.actors, actor).nodes) {
      if (node.call == Node::kNone) continue;
      if (base::at(plan_.calls, node.call).kind != Call::Kind::barrier) calls.push_back(node.call);
    }
    std::stable_sort(calls.begin(), calls.end(), [&](std::int32_t x, std::int32_t y) {
      return base::at(begins_, x) < base::at(begins_, y);
    });
    std::map<int, Among> of_template;
    Parts parts;
    for (const std::int32_t number : calls) {
      const Call& call = base::at(plan_.calls, number);
      if (!party(call).fault().empty()) continue;
      const auto [who, is_new] = of_template.try_emplace(call.of);
      if (is_new) who->second = among(party(call), rank);
      const rounds::Collective& c = party(call).collective();
      Part& part = parts[who->second];
      part.calls.push_back({c.kind, c.bytes.count()});
      part.named_by.insert(call.of);
    }
    sort_messages(parts);
    return parts;
  }

  static void sort_messages(Parts& parts) {
    for (auto& [who, part] : parts) {
      if (who.message) std::sort(part.calls.begin(), part.calls.end());
    }
  }

  void compare(int actor, const std::vector<int>& ranks) {
    const int rank = ranks.front();
    const Parts wanted = of_job(rank);
    const Parts found = of_stack(actor, rank);
    for (const auto& [who, part] : wanted) {
      const auto same = found.find(who);
      require_alike(rank, who, part.calls, same == found.end() ? none_ : same->second.calls);
    }
    for (const auto& [who, part] : found) {
      if (wanted.count(who) == 0) require_alike(rank, who, none_, part.calls);
    }
    for (const int other : ranks) {
      if (other != rank) compare_members(other, wanted, found);
    }
  }

  void require_alike(int rank, const Among& who, const std::vector<Asked>& wanted,
                     const std::vector<Asked>& found) {
    if (wanted == found) return;
    std::size_t at = 0;
    while (at < wanted.size() && at < found.size() && wanted[at] == found[at]) ++at;
    faults_.add(FaultKind::job, [&] {
      return fmt::format("rank {}, {} {}: number {} of {} is {} in the job, {} in the stack", rank,
                         who.message ? "messages from and to" : "collectives of",
                         in_words(who.ranks), at + 1, std::max(wanted.size(), found.size()),
                         in_words(wanted, at), in_words(found, at));
    });
  }

  // What the first rank's groups and peers are called names those of another.
  void compare_members(int rank, const Parts& wanted, const Parts& found) {
    const workload::OpGraph& graph = job_.graph(rank);
    for (const auto& [who, part] : wanted) {
      const auto same = found.find(who);
      if (same == found.end()) continue;
      const Among first = among(*base::at(parties_, *same->second.named_by.begin()), rank);
      for (const int t : same->second.named_by)
        require_same(rank, first, among(*base::at(parties_, t), rank));
      for (const int n : part.named_by)
        require_same(rank, among(graph.node(n), graph.group(n), rank), first);
    }
  }

  void require_same(int rank, const Among& wanted, const Among& found) {
    if (wanted == found) return;
    faults_.add(FaultKind::job, [&] {
      return fmt::format("rank {} is with {} in the job, with {} in the stack", rank,
                         in_words(wanted.ranks), in_words(found.ranks));
    });
  }

  static std::string in_words(const std::vector<int>& ranks) {
    if (ranks.size() <= 8) return fmt::format("ranks {}", fmt::join(ranks, ", "));
    return fmt::format("{} ranks from {} to {}", ranks.size(), ranks.front(), ranks.back());
  }
  static std::string in_words(const std::vector<Asked>& calls, std::size_t at) {
    if (at >= calls.size()) return "none";
    return fmt::format("{} of {} bytes", rounds::name_of(calls[at].kind), calls[at].bytes);
  }

  const Plan& plan_;
  const workload::Job& job_;
  const std::vector<Asked> none_;
  std::vector<std::vector<int>> ranks_of_;
  std::vector<std::int64_t> begins_;  // the first slot of each call
  std::vector<std::unique_ptr<Party>> parties_;
  Faults faults_;
};

}  // namespace

Faults compare_calls(const Stack& stack, const workload::Job& job) {
  return Comparison(stack, job).run();
}

}  // namespace jacquard::stack::check
