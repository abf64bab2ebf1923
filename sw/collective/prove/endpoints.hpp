// SPDX-License-Identifier: Apache-2.0
// How far each endpoint of each round is, by the rules stated at rounds::Round.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::collective {

class Endpoints {
 public:
  explicit Endpoints(const rounds::RoundGraph& graph);

  int npus() const { return npus_; }
  // NPU that gets this one's messages of the round, or kNobody; one of those that get a cast's.
  int receiver(int round, int npu) const { return end(round, npu).to; }
  // Whether the NPU may begin its next repetition of the round.
  bool can_begin(int round, int npu) const;
  int begin(int round, int npu);  // returns the number of the repetition
  // Whether the NPU can take the message of that repetition.
  bool can_receive(int round, int npu, int repetition) const {
    return end(round, npu).begun > repetition;
  }
  void receive(int round, int npu);
  // Rounds that may have become ready at an NPU by what it received in `round`.
  const std::vector<int>& waiting_for(int round) const { return base::at(successors_, round); }

  // Who waits for whom, from the first endpoint that is not done on; "" if all are.
  std::string waits() const;

 private:
  struct End {
    int to = rounds::kNobody;
    int from = rounds::kNobody;
    int awaited = 0;  // rounds of `after` not yet received
    int begun = 0;
    int received = 0;

    bool sends() const { return to != rounds::kNobody; }
    bool receives() const { return from != rounds::kNobody; }
  };
  std::size_t at(int round, int npu) const { return base::cell(round, npu, npus_); }
  const End& end(int round, int npu) const { return ends_[at(round, npu)]; }
  End& end(int round, int npu) { return ends_[at(round, npu)]; }
  int repeat(int round) const { return base::at(graph_.rounds, round).repeat; }
  bool done(int round, int npu) const;
  // Whose message the NPU waits for: of a cast, of the first that has not sent.
  int late_sender(int round, int npu) const;
  // The round whose message the NPU waits for before it can go on in `round`.
  int awaited_round(int round, int npu) const;

  const rounds::RoundGraph& graph_;
  int npus_;
  std::vector<End> ends_;  // a row of NPUs for each round
  std::vector<std::vector<int>> successors_;
};

}  // namespace jacquard::collective
