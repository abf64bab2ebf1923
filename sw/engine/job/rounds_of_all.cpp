// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/job_places.hpp"
#include "jacquard/engine/job/job_rounds.hpp"
#include "jacquard/engine/job/requests.hpp"

namespace jacquard::engine::job {
namespace {

using base::index;

std::vector<int> members_of(const JobWork& work, const OpGraph& graph, int n, int npu) {
  const OpNode& node = graph.node(n);
  const int own = graph.group(n);
  if (!work.job.has_group(own)) {
    graph.fail(node, "a communicator group of the communicator group configuration",
               std::to_string(own));
  }
  std::vector<int> members = work.job.members(own, npu);
  if (own != 0 && std::find(members.begin(), members.end(), npu) == members.end()) {
    graph.fail(node, fmt::format("a group with NPU {} in it", npu),
               "group " + work.job.group_name(own));
  }
  return members;
}

bool involves_all(const OpNode& node, int dimensions) {
  for (std::size_t d = 0; d < node.involved.size() && d < index(dimensions); ++d) {
    if (!node.involved[d]) return false;
  }
  return true;
}

void require_alike(const OpGraph& graph, const OpNode& node, const OpGraph& other_graph,
                   const OpNode& other) {
  const bool rooted = node.collective == rounds::CollectiveKind::broadcast ||
                      node.collective == rounds::CollectiveKind::reduce;
  const bool same_root = !rooted || node.from == other.from;
  const bool same_way = node.protocol == other.protocol && node.chunks == other.chunks &&
                        node.permutation == other.permutation;
  if (node.collective == other.collective && node.bytes == other.bytes &&
      node.involved == other.involved && same_root && same_way) {
    return;
  }
  graph.fail(node, "the same kind, bytes, dimensions and root at all members of its group",
             fmt::format("others in {} of {}", described(other), other_graph.source()));
}

// Nodes of unlike sizes are no partners; those without a size are alike.
std::int64_t asked(const OpNode& node) { return node.bytes.value_or(base::Bytes{-1}).count(); }

JobRounds without_rounds(const JobWork& work) {
  JobRounds job;
  for (int npu = 0; npu < work.job.npus(); ++npu) {
    job.parts.emplace_back(index(work.job.graph(npu).size()));
  }
  return job;
}

class Builder {
 public:
  Builder(const JobWork& work, const topology::Fabric& fabric)
      : work_(work),
        fabric_(fabric),
        places_(places_of(work.job)),
        shared_(shared_place(work.job, places_, fabric)),
        job_(without_rounds(work)) {}

  JobRounds take() {
    for (int npu = 0; npu < fabric_.npus(); ++npu) {
      const OpGraph& graph = work_.job.graph(npu);
      for (int n = 0; n < graph.size(); ++n) {
        const OpNode& node = graph.node(n);
        if (makes_rounds(node)) add_member(npu, n);
        if (node.kind == OpKind::send) add_send(npu, n);
        if (node.kind == OpKind::receive) add_receive(npu, n);
      }
    }
    find_collectives();
    find_messages();
    std::stable_sort(
        meetings_.begin(), meetings_.end(), [this](const Meeting& a, const Meeting& b) {
          const auto place = [this](const Meeting& m) {
            const int npu = m.members.front().npu;
            return std::tuple(node_of(m.members.front()).id, places_.stage_of(npu), npu);
          };
          return place(a) < place(b);
        });
    for (const Meeting& meeting : meetings_) {
      if (meeting.is_message) {
        add_message(meeting.members[0], meeting.members[1]);
      } else {
        add_collective(meeting.members);
      }
    }
    return std::move(job_);
  }

 private:
  struct Member {
    int npu = 0;
    int node = 0;
  };
  struct Exchange {
    std::vector<Member> sends;
    std::vector<Member> receives;
  };
  // A collective of its group's members in the order of the list, or a sender and a receiver.
  // Numbered by the id at the first of them, then by its stage: what happens at one instant goes by
  // that.
  struct Meeting {
    std::vector<Member> members;
    bool is_message = false;
  };
  // Collectives of a group that each NPU issues, in the order of ids.
  using Issued = std::map<int, std::vector<int>>;
  using Group = std::pair<int, int>;  // its number, and of a partition the first member

  const OpNode& node_of(Member m) const { return work_.job.graph(m.npu).node(m.node); }

  void add_member(int npu, int n) {
    const OpGraph& graph = work_.job.graph(npu);
    const OpNode& node = graph.node(n);
    if (node.stream == workload::Stream::cpu)
      graph.fail(node, "is_cpu_op false for communication", "true");
    calls_[group_of_node(graph, n, npu)][npu].push_back(n);
  }

  Group group_of_node(const OpGraph& graph, int n, int npu) const {
    const int group = graph.group(n);
    const bool is_partition = work_.job.partitions.count(group) != 0;
    return {group, is_partition ? work_.job.first_member(group, npu) : 0};
  }

  int peer_of(int npu, int n, const char* what) const {
    const OpGraph& graph = work_.job.graph(npu);
    const OpNode& node = graph.node(n);
    const int peer = work_.job.peer(node, npu);
    if (peer < 0 || peer >= fabric_.npus() || peer == npu) {
      graph.fail(node, fmt::format("{}: another NPU in 0..{}", what, fabric_.npus() - 1),
                 std::to_string(peer));
    }
    return peer;
  }

  void add_send(int npu, int n) {
    const OpNode& node = work_.job.graph(npu).node(n);
    exchanges_[{npu, peer_of(npu, n, "comm_dst"), node.tag, asked(node)}].sends.push_back({npu, n});
  }

  void add_receive(int npu, int n) {
    const OpNode& node = work_.job.graph(npu).node(n);
    exchanges_[{peer_of(npu, n, "comm_src"), npu, node.tag, asked(node)}].receives.push_back(
        {npu, n});
  }

  void find_collectives() {
    for (const auto& [group, issued] : calls_) {
      std::vector<int> members;
      std::size_t count = 0;
      for (const auto& [npu, nodes] : issued) {
        const OpGraph& graph = work_.job.graph(npu);
        members = members_of(work_, graph, nodes.front(), npu);
        count = std::max(count, nodes.size());
      }
      for (std::size_t k = 0; k < count; ++k) {
        Meeting& meeting = meetings_.emplace_back();
        for (const int npu : members) {
          const auto own = issued.find(npu);
          if (own == issued.end() || own->second.size() <= k) fail_missing(issued, k, npu);
          meeting.members.push_back({npu, own->second[k]});
        }
      }
    }
  }

  // Says which member lacks what another has.
  [[noreturn]] void fail_missing(const Issued& issued, std::size_t k, int missing) const {
    const auto present = std::find_if(issued.begin(), issued.end(),
                                      [k](const auto& own) { return own.second.size() > k; });
    work_.job.graph(present->first)
        .fail(node_of({present->first, present->second[k]}),
              "a counterpart of it at every member of its group",
              fmt::format("none at NPU {} ({})", missing, work_.job.graph(missing).source()));
  }

  void add_collective(const std::vector<Member>& all) {
    const OpGraph& graph = work_.job.graph(all.front().npu);
    const OpNode& node = node_of(all.front());
    for (const Member& m : all) require_alike(graph, node, work_.job.graph(m.npu), node_of(m));
    if (all.size() == 1) return;
    const GroupPlace& place = place_of_group(node, all);
    if (place.flat && !involves_all(node, fabric_.dimensions())) {
      graph.fail(node, "involved_dim true for every dimension, as its group is one flat dimension",
                 "false");
    }
    std::vector<int> involved = involved_digits(node, place.dimensions);
    if (members_in(place.shape, involved) == 1) return;
    add_rounds(request_of(graph, node, work_, place, std::move(involved), all.front().npu),
               !place.flat, fabric_, graph, node, job_.graph);
    const int collective = static_cast<int>(job_.graph.collectives.size()) - 1;
    node_at_.resize(index(work_.job.npus()));
    for (const Member& m : all) node_at_[index(m.npu)] = m.node;
    std::vector<int>& nodes = job_.nodes.emplace_back();
    for (int rank = 0; rank < place.shape.size(); ++rank) {
      const int npu = job_.npu(collective, rank);
      nodes.push_back(node_at_[index(npu)]);
      job_.parts[index(npu)][index(nodes.back())] = {collective, rank};
    }
  }

  const GroupPlace& place_of_group(const OpNode& node, const std::vector<Member>& all) {
    const bool flat = work_.algorithms_of(node.collective).flat;
    const int npu = all.front().npu;
    const Group group = group_of_node(work_.job.graph(npu), all.front().node, npu);
    const auto [at, is_new] = group_places_.try_emplace({group, flat});
    const auto partition = work_.job.partitions.find(group.first);
    if (is_new && group.first == 0 && work_.job.places.digits() > 0 && shared_ && !flat) {
      // All NPUs, by the digits that the groups of the job are of, as where one stands for many.
      at->second = {shared_->shape, shared_->dimensions, {}, false};
    } else if (is_new && partition != work_.job.partitions.end() && shared_ && !flat) {
      const auto number = std::distance(work_.job.partitions.begin(), partition);
      at->second = group_of(*shared_, index(number), npu);
    } else if (is_new) {
      std::vector<int> members;
      for (const Member& m : all) members.push_back(m.npu);
      at->second = flat ? flat_place(fabric_, members) : place_of(fabric_, members);
    }
    return at->second;
  }

  void find_messages() {
    for (const auto& [key, exchange] : exchanges_) {
      const std::size_t pairs = std::min(exchange.sends.size(), exchange.receives.size());
      for (const auto* all : {&exchange.sends, &exchange.receives}) {
        if (all->size() == pairs) continue;
        const Member& lone = (*all)[pairs];
        const bool sends = all == &exchange.sends;
        work_.job.graph(lone.npu).fail(
            node_of(lone),
            sends ? "a receive of the same source, tag and size at its destination"
                  : "a send of the same destination, tag and size at its source",
            fmt::format("none left at NPU {}", sends ? std::get<1>(key) : std::get<0>(key)));
      }
      for (std::size_t k = 0; k < pairs; ++k) {
        meetings_.push_back({{exchange.sends[k], exchange.receives[k]}, true});
      }
    }
  }

  void add_message(Member from, Member to) {
    const OpGraph& graph = work_.job.graph(from.npu);
    add_rounds(message_of(graph, node_of(from), from.npu, to.npu, fabric_, work_.scales), false,
               fabric_, graph, node_of(from), job_.graph);
    const int collective = static_cast<int>(job_.graph.collectives.size()) - 1;
    job_.parts[index(from.npu)][index(from.node)] = {collective, 0};
    job_.parts[index(to.npu)][index(to.node)] = {collective, 1};
    job_.nodes.push_back({from.node, to.node});
  }

  const JobWork& work_;
  const topology::Fabric& fabric_;
  JobPlaces places_;
  std::optional<SharedPlace> shared_;
  JobRounds job_;
  std::map<Group, Issued> calls_;
  std::map<std::tuple<int, int, std::int64_t, std::int64_t>, Exchange> exchanges_;
  std::map<std::pair<Group, bool>, GroupPlace> group_places_;
  std::vector<Meeting> meetings_;
  std::vector<int> node_at_;
};

}  // namespace

JobRounds rounds_of_all(const JobWork& work, const topology::Fabric& fabric) {
  return work.replay ? without_rounds(work) : Builder(work, fabric).take();
}

}  // namespace jacquard::engine::job
