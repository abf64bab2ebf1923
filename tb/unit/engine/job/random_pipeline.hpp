// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/rng.hpp"
#include "unit/engine/job/jobs.hpp"

namespace jacquard::tb {

inline OpNode at_place(OpNode node, int digit) {
  node.peer_digit = digit;
  return node;
}

// A pipeline of random stages: their computations, collectives on random axes, and messages to
// the next stage and back.
class RandomPipeline {
 public:
  RandomPipeline(std::uint64_t seed, bool rings_of_stages) : rng_(seed, "pipeline job") {
    choose_fabric(rings_of_stages);
    machine_.work.chunks = 1 + upto(2);
    machine_.rules.order = upto(1) == 0 ? engine::Order::lifo : engine::Order::fifo;
    machine_.rules.active_chunks = 1 + upto(1);
    machine_.work.spread =
        upto(1) == 0 ? collective::Spread::baseline : collective::Spread::blueconnect;
    choose_groups();
    write_graphs();
  }
  Machine& machine() { return machine_; }

 private:
  int upto(int most) { return static_cast<int>(rng_.between(0, most)); }

  void choose_fabric(bool rings_of_stages) {
    std::vector<topology::Dimension> dimensions;
    const topology::Block blocks[] = {topology::Block::ring, topology::Block::fully_connected,
                                      topology::Block::switched};
    int npus = 1;
    for (int d = 1 + upto(2); d > 0; --d) {
      const int size = 2 << upto(1);
      const topology::Block block = blocks[rings_of_stages ? upto(2) : 1 + upto(1)];
      dimensions.push_back(dimension(block, size, 500 + 500 * upto(2)));
      npus *= size;
    }
    machine_ = tb::machine(std::move(dimensions));
    const collective::Method methods[] = {collective::Method::ring, collective::Method::direct,
                                          collective::Method::halving_doubling};
    for (engine::job::Algorithms& a : machine_.work.algorithms) {
      a.by_dimension = {{methods[upto(2)], 0}, {methods[upto(2)], 0}, {methods[upto(1)], 0}};
    }
    // All-to-all has no halving and doubling.
    base::at(machine_.work.algorithms, CollectiveKind::all_to_all).by_dimension = {
        {collective::Method::direct, 0}};
    std::vector<int> radices;
    for (int left = npus; left > 1;) {
      const int radix = left % 4 == 0 && upto(1) == 0 ? 4 : 2;
      radices.push_back(radix);
      left /= radix;
    }
    if (upto(2) == 0) radices.insert(radices.begin() + upto(1), 1);
    machine_.work.job.places = base::MixedRadix(radices);
    stage_digit_ = upto(static_cast<int>(radices.size()) - 1);
  }

  void choose_groups() {
    const int digits = machine_.work.job.places.digits();
    for (int group = 1; group <= 3; ++group) {
      std::vector<int> own;
      for (int digit = 0; digit < digits; ++digit) {
        if (digit != stage_digit_ && upto(1) == 0) own.push_back(digit);
      }
      machine_.work.job.partitions[group] = own;
    }
  }

  void write_graphs() {
    workload::Job& job = machine_.work.job;
    const int stages = job.places.radix(stage_digit_);
    std::vector<std::vector<OpNode>> graphs(static_cast<std::size_t>(stages));
    const auto after = [&](int stage) {
      Ids ids;
      const auto& own = base::at(graphs, stage);
      for (int k = upto(2); k > 0 && !own.empty(); --k) {
        ids.push_back(base::at(own, upto(static_cast<int>(own.size()) - 1)).id);
      }
      return ids;
    };
    // Stages number their nodes on their own, so that ids of different stages are often equal.
    for (int n = 10 + upto(30); n > 0; --n) {
      const int stage = upto(stages - 1);
      auto& own = base::at(graphs, stage);
      const auto id = [&](int of) {
        return static_cast<std::uint64_t>(base::at(graphs, of).size());
      };
      const int kind = upto(5);
      if (kind <= 1 && stages > 1) {
        const int to = (stage + 1 + upto(stages - 2)) % stages;
        const std::int64_t bytes = 500 * (1 + upto(3));
        OpNode send =
            at_place(message(OpKind::send, id(stage), to, bytes, after(stage)), stage_digit_);
        send.tag = n;
        own.push_back(send);
        OpNode receive =
            at_place(message(OpKind::receive, id(to), stage, bytes, after(to)), stage_digit_);
        receive.tag = n;
        base::at(graphs, to).push_back(receive);
      } else if (kind == 2) {
        own.push_back(computation(id(stage), upto(3), after(stage)));
      } else if (kind == 3 && upto(1) == 0) {
        OpNode timed =
            of_group(collective_node(CollectiveKind::all_gather, 1, id(stage), after(stage)), 1);
        timed.timed = true;
        timed.duration = microseconds(upto(3));
        own.push_back(timed);
      } else {
        const CollectiveKind kinds[] = {CollectiveKind::all_reduce, CollectiveKind::all_gather,
                                        CollectiveKind::reduce_scatter, CollectiveKind::all_to_all};
        own.push_back(
            of_group(collective_node(kinds[upto(3)], 400 * (1 + upto(9)), id(stage), after(stage)),
                     1 + upto(2)));
      }
    }
    job.class_of.clear();
    for (int npu = 0; npu < static_cast<int>(job.places.count()); ++npu) {
      job.class_of.push_back(job.places.digit(npu, stage_digit_));
    }
    for (auto& nodes : graphs) job.graphs.emplace_back("stage", std::move(nodes));
  }

  base::Rng rng_;
  Machine machine_ = pair_of_npus();
  int stage_digit_ = 0;
};

}  // namespace jacquard::tb
