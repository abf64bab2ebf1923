// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/job/job_places.hpp"
#include "jacquard/engine/job/job_rounds.hpp"
#include "jacquard/engine/job/requests.hpp"

namespace jacquard::engine::job {
namespace {

using base::index;

// What all NPUs of a class do together, or two classes.
struct Meeting {
  std::uint64_t id = 0;  // of the node, a send's
  int stage = 0;
  int node = 0;
  int to = Part::kNone;  // of a message: the receiver's stage, and its node
  int received = 0;
};

struct Side {
  int stage = 0;
  int node = 0;
};
struct Exchange {
  std::vector<Side> sends;
  std::vector<Side> receives;
};

class Builder {
 public:
  Builder(const JobWork& work, const topology::Fabric& fabric, JobPlaces places, SharedPlace shared)
      : work_(work),
        job_(work.job),
        fabric_(fabric),
        places_(std::move(places)),
        shared_(std::move(shared)) {
    std::size_t partition = 0;
    for (const auto& [group, digits] : job_.partitions) digits_of_[group] = partition++;
  }

  // False where the classes do not stand for all.
  bool find_meetings() {
    if (!stages_run_alike()) return false;
    for (int stage = 0; stage < places_.stages(); ++stage) {
      const OpGraph& graph = graph_of(stage);
      for (int n = 0; n < graph.size(); ++n) {
        if (!add_node(graph, stage, n)) return false;
      }
    }
    pair_messages();
    std::sort(meetings_.begin(), meetings_.end(), [](const Meeting& a, const Meeting& b) {
      return std::tie(a.id, a.stage) < std::tie(b.id, b.stage);
    });
    return true;
  }

  JobRounds take() {
    out_.by_classes = true;
    out_.classes.of = places_.stage;
    out_.classes.first = places_.first;
    out_.classes.shape = shared_.shape;
    out_.classes.apart = shared_.digits.back();
    for (int stage = 0; stage < places_.stages(); ++stage) {
      out_.parts.emplace_back(index(graph_of(stage).size()));
    }
    for (const Meeting& meeting : meetings_) {
      if (meeting.to == Part::kNone) {
        add_collective(meeting);
      } else {
        add_message(meeting);
      }
    }
    return std::move(out_);
  }

 private:
  const OpGraph& graph_of(int stage) const { return job_.graph(base::at(places_.first, stage)); }

  bool stages_run_alike() const {
    for (int npu = 0; npu < job_.npus(); ++npu) {
      const int first = base::at(places_.first, places_.stage_of(npu));
      if (base::at(job_.class_of, npu) != base::at(job_.class_of, first)) return false;
    }
    return true;
  }

  bool add_node(const OpGraph& graph, int stage, int n) {
    const OpNode& node = graph.node(n);
    if (node.kind == OpKind::send || node.kind == OpKind::receive) {
      if (node.peer_digit < 0) return false;
      const int peer = places_.stage_of(job_.peer(node, base::at(places_.first, stage)));
      if (peer == stage) return false;
      const bool sends = node.kind == OpKind::send;
      Exchange& exchange = exchanges_[{sends ? stage : peer, sends ? peer : stage, node.tag,
                                       node.bytes.value_or(base::Bytes{-1}).count()}];
      (sends ? exchange.sends : exchange.receives).push_back({stage, n});
      return true;
    }
    if (!makes_rounds(node)) return true;
    if (node.stream == workload::Stream::cpu) return false;
    const int group = graph.group(n);
    const bool in_order = fabric_.dimensions() == 1 && group == 0;
    if (work_.algorithms_of(node.collective).flat && !in_order) return false;
    if (group == 0 && !places_.apart.empty()) return false;
    if (group != 0) {
      const auto partition = job_.partitions.find(group);
      if (partition == job_.partitions.end()) return false;
      for (const int digit : partition->second) {
        if (std::count(places_.apart.begin(), places_.apart.end(), digit) > 0) return false;
      }
    }
    meetings_.push_back({node.id, stage, n});
    return true;
  }

  void pair_messages() {
    for (const auto& [key, exchange] : exchanges_) {
      const std::size_t pairs = std::min(exchange.sends.size(), exchange.receives.size());
      for (const auto* all : {&exchange.sends, &exchange.receives}) {
        if (all->size() == pairs) continue;
        const Side& lone = (*all)[pairs];
        const bool sends = all == &exchange.sends;
        const OpGraph& graph = graph_of(lone.stage);
        graph.fail(
            graph.node(lone.node),
            sends ? "a receive of the same source, tag and size at its destination"
                  : "a send of the same destination, tag and size at its source",
            fmt::format("none left at NPU {}",
                        base::at(places_.first, sends ? std::get<1>(key) : std::get<0>(key))));
      }
      for (std::size_t k = 0; k < pairs; ++k) {
        const Side& from = exchange.sends[k];
        const Side& to = exchange.receives[k];
        meetings_.push_back(
            {graph_of(from.stage).node(from.node).id, from.stage, from.node, to.stage, to.node});
      }
    }
  }

  std::vector<int> digits_of(const OpNode& node, int group) const {
    std::vector<int> digits;
    const auto asked = [&](int digit) {
      const std::size_t d = index(base::at(shared_.dimensions, digit));
      return d >= node.involved.size() || node.involved[d];
    };
    if (group == 0) {
      for (int digit = 0; digit < shared_.shape.digits(); ++digit) {
        if (asked(digit)) digits.push_back(digit);
      }
      return digits;
    }
    for (const int digit : shared_.digits[digits_of_.at(group)]) {
      if (asked(digit)) digits.push_back(digit);
    }
    return digits;
  }

  void add_collective(const Meeting& meeting) {
    const OpGraph& graph = graph_of(meeting.stage);
    const OpNode& node = graph.node(meeting.node);
    const std::vector<int> digits = digits_of(node, graph.group(meeting.node));
    if (members_in(shared_.shape, digits) == 1) return;
    const Alike alike{static_cast<int>(node.collective),
                      digits,
                      node.bytes.value_or(base::Bytes{0}).count(),
                      node.from,
                      node.chunks,
                      node.permutation,
                      node.protocol.sync.count(),
                      node.protocol.share};
    const auto known = made_.find(alike);
    if (known != made_.end()) {
      repeat(known->second);
    } else {
      made_[alike] = next();
      const GroupPlace place{shared_.shape, shared_.dimensions, {}};
      add_rounds(request_of(graph, node, work_, place, digits, 0), true, fabric_, graph, node,
                 out_.graph);
    }
    note(meeting.stage, meeting.node, 0, meeting.stage);
    out_.nodes.push_back({meeting.node});
  }

  void add_message(const Meeting& meeting) {
    const OpGraph& graph = graph_of(meeting.stage);
    const OpNode& node = graph.node(meeting.node);
    const int from = base::at(places_.first, meeting.stage);
    const int to = base::at(places_.first, meeting.to);
    const auto bytes = node.bytes.value_or(base::Bytes{0}).count();
    const auto known = sent_.find({from, to, bytes});
    if (known != sent_.end()) {
      repeat(known->second);
    } else {
      sent_[{from, to, bytes}] = next();
      add_rounds(message_of(graph, node, from, to, fabric_, work_.scales), false, fabric_, graph,
                 node, out_.graph);
    }
    note(meeting.stage, meeting.node, 0, Classes::kMessage);
    base::at(base::at(out_.parts, meeting.to), meeting.received) = {
        static_cast<int>(out_.graph.collectives.size()) - 1, 1};
    out_.nodes.push_back({meeting.node, meeting.received});
  }

  // What makes the same rounds: kind, digits, bytes, root, chunks, permutation, protocol.
  using Alike =
      std::tuple<int, std::vector<int>, std::int64_t, int, int, int, std::int64_t, double>;
  // Where the next collective's rounds will be.
  struct Made {
    int collective = 0;
    int first_round = 0;
  };
  Made next() const {
    return {static_cast<int>(out_.graph.collectives.size()),
            static_cast<int>(out_.graph.rounds.size())};
  }
  void repeat(const Made& made) {
    const auto& rounds = out_.graph.rounds;
    int past = made.first_round;
    while (index(past) < rounds.size() && base::at(rounds, past).collective == made.collective)
      ++past;
    repeat_rounds(made.collective, made.first_round, past, out_.graph);
  }
  void note(int stage, int node, int rank, int taking_part) {
    base::at(base::at(out_.parts, stage), node) = {
        static_cast<int>(out_.graph.collectives.size()) - 1, rank};
    out_.classes.taking_part.push_back(taking_part);
  }

  const JobWork& work_;
  const workload::Job& job_;
  const topology::Fabric& fabric_;
  JobPlaces places_;
  SharedPlace shared_;
  std::map<int, std::size_t> digits_of_;  // per group: of SharedPlace
  std::map<std::tuple<int, int, std::int64_t, std::int64_t>, Exchange> exchanges_;
  std::vector<Meeting> meetings_;
  std::map<Alike, Made> made_;
  std::map<std::tuple<int, int, std::int64_t>, Made> sent_;
  JobRounds out_;
};

}  // namespace

std::optional<JobRounds> rounds_of_classes(const JobWork& work, const topology::Fabric& fabric) {
  if (work.replay || work.job.places.digits() == 0) return std::nullopt;
  JobPlaces places = places_of(work.job);
  std::optional<SharedPlace> shared = shared_place(work.job, places, fabric);
  if (!shared) return std::nullopt;
  Builder builder(work, fabric, std::move(places), *std::move(shared));
  if (!builder.find_meetings()) return std::nullopt;
  return builder.take();
}

}  // namespace jacquard::engine::job
