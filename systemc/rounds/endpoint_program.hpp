// SPDX-License-Identifier: Apache-2.0
// What one NPU does in a graph of rounds, apart from how long messages and sums take.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/engine/scenario.hpp"
#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::systemc {

// Begins phases as their dimension's queue admits them and repetitions of rounds as their
// conditions come to hold, which is rounds::Round's comment made into a machine. Time is its
// caller's: it says what it wants to be told, and when.
class EndpointProgram {
 public:
  struct Host {
    // Send repetition `repetition` of `round` to `npu`, now; of a cast, to whom it is for.
    std::function<void(int round, int repetition, int npu, base::Bytes bytes)> send;
    // Call resume(token) `delay` from now.
    std::function<void(base::Picoseconds delay, int token)> later;
    // Take in what has come of a repetition of a round, then call resume(token).
    std::function<void(int round, int repetition, base::Bytes bytes, int token)> take;
    // This NPU's part in a collective is over. May be empty.
    std::function<void(int collective)> ended = {};
  };
  // The scenario's graph outlives the program. `takes_part`: in which collectives; all, if empty.
  EndpointProgram(const engine::Scenario& scenario, int npu, Host host,
                  const std::function<bool(int collective)>& takes_part = {});

  // Begins its part in all collectives; or, once for each, in one.
  void start();
  void start(int collective);
  void resume(int token);
  void arrived(int round);
  // The last byte of a part of a cast is out; a phase ends no sooner.
  void left(int round);

  // The collective whose message was processed, or whose phase opened, at resume(token).
  int collective_of(int token) const;
  // Whether this NPU, which takes part in the round, has begun that repetition of it.
  bool has_begun(int round, int repetition) const;
  bool finished() const { return chunks_left_ == 0; }
  // "round 3, repetition 0 (2 messages still to come)", for who asks why it has not finished.
  std::string waits_for() const;

 private:
  struct Step {  // this NPU's part in a round
    int round = 0;
    int to = rounds::kNobody;
    bool receives = false;
    base::Bytes bytes{0};     // of what it sends, ...
    base::Bytes bytes_in{0};  // ... and receives
    int begun = 0;
    int waiting = 0;  // arrived, their repetition not begun
    int taken = 0;    // received, in processing or done
    int done = 0;     // received and processed
    int leaving = 0;  // parts of a cast that are still to leave
    int phase = 0;    // index into phases_
  };
  struct Phase {
    int dimension = 0;
    int collective = 0;
    int priority = 0;
    int next = -1;  // of its chunk
    std::vector<int> steps;
    bool open = false;
  };

  Step* step_of(int round);
  void enqueue(int phase);
  void admit(int dimension);
  void open(int phase);
  void advance(int phase);
  bool may_begin(const Step& step);
  bool try_step(Step& step);
  bool over(const Phase& phase) const;

  const rounds::RoundGraph& graph_;
  engine::Rules rules_;
  Host host_;
  std::vector<Step> steps_;
  std::vector<int> step_of_round_;
  std::vector<Phase> phases_;
  std::vector<std::vector<int>> first_phases_;  // of each collective, a chunk each
  std::vector<int> chunks_of_;                  // of each collective, those that are not over
  std::map<int, std::deque<int>> queues_;       // phases that wait, by dimension
  std::map<int, int> active_;
  std::set<int> open_;  // phases
  int chunks_left_ = 0;
};

// The rank that an NPU has in a collective, or rounds::kNobody.
int rank_of(const rounds::Collective& collective, int npu);

}  // namespace jacquard::systemc
