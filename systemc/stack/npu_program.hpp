// SPDX-License-Identifier: Apache-2.0
// What one NPU does in a stack, apart from how long messages take.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jacquard/base/units.hpp"
#include "systemc/stack/stack_model.hpp"

namespace jacquard::systemc {

// A message: of a call, in a repetition of a round of Plan::rounds.rounds.
struct MessageName {
  int call = 0;
  int round = 0;
  int repetition = 0;
};

// Whether an NPU can send a part of a message.
enum class Readiness {
  ready,
  not_there,  // its data are still computed or received, or an earlier part was not sent
  sent,       // it has been sent before
};

// Computations begin when what they wait for has ended, one at a time; a call is entered likewise,
// and ends when its caller says so. Time is its caller's, too.
class NpuProgram {
 public:
  struct Host {
    std::function<base::Picoseconds()> now;
    // Call ended(node) at `time`, now or later.
    std::function<void(int node, base::Picoseconds time)> at;
    std::function<void(int call)> entered;                         // this NPU has reached a call
    std::function<void(int node, base::Picoseconds until)> began;  // a computation
  };
  // The model outlives the program.
  NpuProgram(const StackModel& model, int rank, Host host);

  void start();
  void ended(int node);
  // Begins a computation if one can. Call it when all of an instant has happened: of those that are
  // ready then the first by order goes.
  void compute();

  // A part of a message that begins at byte `from`.
  Readiness readiness(const MessageName& message, base::Bytes from) const;
  // Requires readiness.
  void sends(const MessageName& message, base::Bytes bytes);
  enum class Receipt { part, whole, not_meant };
  // Of the next bytes of a message.
  Receipt receives(const MessageName& message, base::Bytes bytes);
  // All messages of a call have arrived, and all its members have entered it.
  void call_over(int call);

  bool finished() const { return left_ == 0; }
  base::Picoseconds end() const { return end_; }
  // "message of round 3, repetition 0, of call 17", for who asks why it has not finished.
  std::string waits_for() const;

 private:
  struct Part {  // of a round
    int round = 0;
    bool to_send = false, to_receive = false;
    base::Bytes bytes_out{0}, bytes_in{0};  // of a message
    int repeat = 1;
    int sent = 0, received = 0;  // repetitions
    base::Bytes sent_of_next{0}, received_of_next{0};

    // Repetitions that others may wait for: a message is taken when what goes out in its
    // repetition has gone (rounds::Round).
    int taken() const {
      if (!to_receive) return repeat;
      return to_send ? std::min(sent, received) : received;
    }
  };
  struct OpenCall {
    bool entered = false;
    std::vector<Part> parts;  // by round, ascending
  };

  OpenCall& open(int call);
  static Part* part_of(OpenCall& call, int round);
  static const Part* part_of(const OpenCall& call, int round);
  void ready(int node);

  const StackModel& model_;
  const stack::Actor& actor_;
  int rank_;
  Host host_;
  std::vector<std::uint32_t> waits_;  // of each node: for how many
  std::set<int> can_compute_;
  bool computing_ = false;
  std::unordered_map<int, OpenCall> calls_;  // that something has happened to, and that go on
  std::size_t left_ = 0;
  base::Picoseconds end_{0};
};

}  // namespace jacquard::systemc
