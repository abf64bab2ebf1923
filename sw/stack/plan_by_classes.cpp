// SPDX-License-Identifier: Apache-2.0
// Jobs whose NPUs are numbered by places: each stage is an actor.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "jacquard/engine/job/job_places.hpp"
#include "jacquard/engine/job/requests.hpp"
#include "jacquard/stack/crossbar_of.hpp"
#include "jacquard/stack/plan_builder.hpp"

namespace jacquard::stack {
namespace {

namespace job = engine::job;
using base::index;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

// The k-th call of a group among those stages that have its other places.
struct Meeting {
  std::uint64_t id = 0;
  bool is_message = false;
  std::vector<Side> sides;  // by stage; of a message the sender's, then the receiver's
};

class Builder {
 public:
  Builder(PlanBuilder& out, topology::Fabric fabric, job::JobPlaces places, job::SharedPlace shared)
      : out_(out),
        work_(out.work()),
        fabric_(std::move(fabric)),
        places_(std::move(places)),
        shared_(std::move(shared)) {
    std::size_t partition = 0;
    for (const auto& [group, digits] : work_.job.partitions) digits_of_[group] = partition++;
  }

  bool build() {
    if (!stages_run_alike()) return false;
    for (int stage = 0; stage < places_.stages(); ++stage) {
      const OpGraph& graph = graph_of(stage);
      for (int n = 0; n < graph.size(); ++n) {
        if (!note(graph, stage, n)) return false;
      }
    }
    for (int stage = 0; stage < places_.stages(); ++stage) {
      out_.add_actor(places_.stages() == 1 ? "all" : fmt::format("stage {}", stage),
                     graph_of(stage));
    }
    Plan& plan = out_.plan();
    for (int npu = 0; npu < plan.ranks; ++npu) plan.actor_of.push_back(places_.stage_of(npu));
    meet();
    for (const Meeting& meeting : meetings_) {
      if (meeting.is_message) {
        add_message(meeting);
      } else {
        add_collective(meeting);
      }
    }
    return true;
  }

 private:
  const OpGraph& graph_of(int stage) const {
    return work_.job.graph(base::at(places_.first, stage));
  }

  bool stages_run_alike() const {
    for (int npu = 0; npu < work_.job.npus(); ++npu) {
      const int first = base::at(places_.first, places_.stage_of(npu));
      if (base::at(work_.job.class_of, npu) != base::at(work_.job.class_of, first)) return false;
    }
    return true;
  }

  bool note(const OpGraph& graph, int stage, int n) {
    const OpNode& node = graph.node(n);
    if (node.kind == OpKind::send || node.kind == OpKind::receive) {
      return note_message(graph, stage, n);
    }
    if (!job::makes_rounds(node) && !node.barrier) return true;
    if (node.stream == workload::Stream::cpu || !node.involved.empty()) return false;
    if (work_.algorithms_of(node.collective).flat) return false;
    const int group = graph.group(n);
    if (group != 0 && digits_of_.count(group) == 0) return false;
    issued_[{group, block_of(group, stage)}][stage].push_back(n);
    return true;
  }

  bool note_message(const OpGraph& graph, int stage, int n) {
    const OpNode& node = graph.node(n);
    if (node.peer_digit < 0) return false;
    const int peer = places_.stage_of(work_.job.peer(node, base::at(places_.first, stage)));
    if (peer == stage) return false;
    const bool sends = node.kind == OpKind::send;
    auto& [sent, received] = exchanges_[{sends ? stage : peer, sends ? peer : stage, node.tag,
                                         node.bytes.value_or(base::Bytes{-1}).count()}];
    (sends ? sent : received).push_back({stage, n});
    return true;
  }

  std::vector<int> digits_of(int group) const {
    if (group != 0) return shared_.digits[digits_of_.at(group)];
    std::vector<int> all(index(shared_.shape.digits()));
    for (int d = 0; d < shared_.shape.digits(); ++d) all[index(d)] = d;
    return all;
  }

  // The first of the stages that a group of this stage spans.
  int block_of(int group, int stage) const {
    const std::vector<int>& apart = shared_.digits.back();
    int first = base::at(places_.first, stage);
    for (const int digit : digits_of(group)) {
      if (std::find(apart.begin(), apart.end(), digit) != apart.end()) {
        first = shared_.shape.with_digit(first, digit, 0);
      }
    }
    return places_.stage_of(first);
  }

  std::vector<int> stages_of(int group, int block) const {
    std::vector<int> stages;
    for (int stage = 0; stage < places_.stages(); ++stage) {
      if (block_of(group, stage) == block) stages.push_back(stage);
    }
    return stages;
  }

  void meet() {
    for (const auto& [group_and_block, issued] : issued_) {
      const auto [group, block] = group_and_block;
      const std::vector<int> stages = stages_of(group, block);
      std::size_t count = 0;
      for (const auto& own : issued) count = std::max(count, own.second.size());
      for (std::size_t k = 0; k < count; ++k) {
        Meeting meeting;
        for (const int stage : stages) {
          const auto own = issued.find(stage);
          if (own == issued.end() || own->second.size() <= k) fail_missing(issued, k, stage);
          meeting.sides.push_back({stage, own->second[k]});
        }
        require_alike(meeting);
        const Side& first = meeting.sides.front();
        meeting.id = graph_of(first.actor).node(first.node).id;
        meetings_.push_back(std::move(meeting));
      }
    }
    for (const auto& exchange : exchanges_) meet_messages(exchange.first, exchange.second);
    std::sort(meetings_.begin(), meetings_.end(), [](const Meeting& a, const Meeting& b) {
      return std::tie(a.id, a.sides.front().actor) < std::tie(b.id, b.sides.front().actor);
    });
  }

  using Issued = std::map<int, std::vector<int>>;
  [[noreturn]] void fail_missing(const Issued& issued, std::size_t k, int missing) const {
    const auto present = std::find_if(issued.begin(), issued.end(),
                                      [k](const auto& own) { return own.second.size() > k; });
    const OpGraph& graph = graph_of(present->first);
    graph.fail(graph.node(base::at(present->second, k)),
               "a counterpart of it at every member of its group",
               fmt::format("none in {}", graph_of(missing).source()));
  }

  void require_alike(const Meeting& meeting) const {
    const Side& first = meeting.sides.front();
    const OpNode& node = graph_of(first.actor).node(first.node);
    for (const Side& side : meeting.sides) {
      const OpNode& other = graph_of(side.actor).node(side.node);
      if (node.collective == other.collective && node.bytes == other.bytes) continue;
      graph_of(first.actor)
          .fail(node, "the same kind and bytes at all members of its group",
                fmt::format("others in {} of {}", described(other), graph_of(side.actor).source()));
    }
  }

  using ExchangeKey = std::tuple<int, int, std::int64_t, std::int64_t>;
  using Exchange = std::pair<std::vector<Side>, std::vector<Side>>;
  void meet_messages(const ExchangeKey& key, const Exchange& exchange) {
    const auto& [sent, received] = exchange;
    const std::size_t pairs = std::min(sent.size(), received.size());
    for (const auto* all : {&sent, &received}) {
      if (all->size() == pairs) continue;
      const Side& lone = (*all)[pairs];
      const OpGraph& graph = graph_of(lone.actor);
      const bool sends = all == &sent;
      graph.fail(graph.node(lone.node),
                 sends ? "a receive of the same source, tag and size at its destination"
                       : "a send of the same destination, tag and size at its source",
                 fmt::format("none left at stage {}", sends ? std::get<1>(key) : std::get<0>(key)));
    }
    for (std::size_t k = 0; k < pairs; ++k) {
      const Side& from = base::at(sent, k);
      meetings_.push_back(
          {graph_of(from.actor).node(from.node).id, true, {from, base::at(received, k)}});
    }
  }

  void add_collective(const Meeting& meeting) {
    const Side& first = meeting.sides.front();
    const OpGraph& graph = graph_of(first.actor);
    const OpNode& node = graph.node(first.node);
    const int group = graph.group(first.node);
    const std::vector<int> digits = digits_of(group);
    if (job::members_in(shared_.shape, digits) == 1) return;
    const Key key{node.barrier ? kBarrier : static_cast<int>(node.collective), group, first.actor,
                  node.bytes.value_or(base::Bytes{0}).count(), node.from};
    const auto known = templates_.find(key);
    int number = 0;
    if (known != templates_.end()) {
      number = known->second;
    } else {
      std::vector<int> stages;
      for (const Side& side : meeting.sides) stages.push_back(side.actor);
      number =
          out_.add_template(rounds_of(graph, node, digits), out_.label(label_of(work_.job, group)),
                            group, [&](const rounds::Round& round) {
                              Pattern pattern;
                              pattern.shape = shared_.shape;
                              pattern.permutation = round.permutation;
                              pattern.senders = stages;
                              pattern.receivers = stages;
                              return pattern;
                            });
      templates_[key] = number;
    }
    out_.add_call(number, meeting.sides, node.unpredictable);
  }

  rounds::RoundGraph rounds_of(const OpGraph& graph, const OpNode& node,
                               const std::vector<int>& digits) const {
    const job::GroupPlace place{shared_.shape, shared_.dimensions, {}};
    rounds::RoundGraph rounds;
    if (node.barrier) {
      rounds.collectives.emplace_back();
      return rounds;
    }
    collective::CollectiveRequest request = job::request_of(graph, node, work_, place, digits, 0);
    if (out_.is_control(request.bytes)) job::use_few_rounds(request);
    job::add_rounds(request, true, fabric_, graph, node, rounds);
    return rounds;
  }

  void add_message(const Meeting& meeting) {
    const Side& from = meeting.sides.front();
    const Side& to = meeting.sides.back();
    const OpGraph& graph = graph_of(from.actor);
    const OpNode& node = graph.node(from.node);
    const int sender = base::at(places_.first, from.actor);
    const int receiver = base::at(places_.first, to.actor);
    const MessageKey key{from.actor, to.actor, node.bytes.value_or(base::Bytes{0}).count()};
    const auto known = messages_.find(key);
    int number = 0;
    if (known != messages_.end()) {
      number = known->second;
    } else {
      rounds::RoundGraph rounds;
      job::add_rounds(job::message_of(graph, node, sender, receiver, fabric_, work_.scales), false,
                      fabric_, graph, node, rounds);
      number = out_.add_template(std::move(rounds), out_.label("pp"), kMessages,
                                 [&](const rounds::Round&) {
                                   Pattern pattern;
                                   pattern.kind = Pattern::Kind::between;
                                   pattern.offset = receiver - sender;
                                   pattern.senders = {from.actor};
                                   pattern.receivers = {to.actor};
                                   return pattern;
                                 });
      messages_[key] = number;
    }
    out_.add_call(number, meeting.sides, false);
  }

  static constexpr int kBarrier = -1;
  using Key = std::tuple<int, int, int, std::int64_t, int>;
  using MessageKey = std::tuple<int, int, std::int64_t>;

  PlanBuilder& out_;
  const job::JobWork& work_;
  topology::Fabric fabric_;
  job::JobPlaces places_;
  job::SharedPlace shared_;
  std::map<int, std::size_t> digits_of_;  // per group: of SharedPlace
  std::map<std::pair<int, int>, Issued> issued_;
  std::map<ExchangeKey, Exchange> exchanges_;
  std::vector<Meeting> meetings_;
  std::map<Key, int> templates_;
  std::map<MessageKey, int> messages_;
};

}  // namespace

bool add_by_classes(PlanBuilder& builder) {
  const workload::Job& work = builder.work().job;
  if (work.places.digits() == 0) return false;
  job::JobPlaces places = job::places_of(work);
  topology::Fabric fabric = crossbar_of(work.npus());
  std::optional<job::SharedPlace> shared = job::shared_place(work, places, fabric);
  if (!shared) return false;
  return Builder(builder, std::move(fabric), std::move(places), *std::move(shared)).build();
}

}  // namespace jacquard::stack
