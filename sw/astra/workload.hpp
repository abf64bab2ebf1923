// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim's workload layer: issues the operations of each NPU's trace. One on the CPU, one
// computation and one communication are under way at a time; of those that could begin the lowest
// id does. A receive occupies nothing.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "jacquard/astra/collectives.hpp"

namespace jacquard::astra {

struct Finish {
  int npu = 0;
  Tick time = 0;
  Tick compute = 0;
};

// When a node was under way.
struct Spell {
  Tick begin = 0;
  Tick end = 0;
};

// The recorded duration of a node, or 1 ns. Throws ConfigError beyond 100 days.
Tick replayed(const OpGraph& trace, const OpNode& node);

class Workload : public Collectives::Listener {
 public:
  Workload(const Input& input, const Cast& cast, EventQueue& queue, Calls& calls, Network& network,
           Messages& messages);

  void use(Collectives& collectives) { collectives_ = &collectives; }
  // Issues what needs nothing.
  void fire(std::uint32_t npu);

  // An operation that took its own time is done.
  void node_done(std::uint32_t npu, int node);
  void collective_finished(std::uint32_t npu, int node) override;
  // The next request of a shared remote memory, after one of this NPU.
  void memory_free(std::uint32_t npu, std::uint32_t memory);
  // A message of a send node, or the grant for one, has come.
  void arrived(const Message& message);
  void delivered(const Message& message);

  // In the order in which they finished.
  const std::vector<Finish>& finished() const { return finished_; }
  // Of each node of an NPU that Input::shown names, or that stands for one.
  const std::vector<Spell>& spells(std::uint32_t npu) const { return npus_[npu].spells; }
  // Throws ConfigError that says who waits for whom, unless all NPUs have finished.
  void require_finished() const;

 private:
  struct Npu {
    const OpGraph* trace = nullptr;
    std::vector<int> waits;  // of each node, for how many others
    // Free to begin, by what they occupy: CPU, computation, communication, nothing.
    std::set<int> free[4];
    std::vector<int> freed;  // while others are issued
    bool busy[3] = {false, false, false};
    int under_way = 0;
    bool issuing = false;
    bool finished = false;
    Tick compute = 0;
    std::vector<Spell> spells;  // of each node, where it is shown
    std::set<int> receives;     // posted, not yet there
    // The custom collective under way. Its nodes have the numbers after those of the trace.
    struct Custom {
      int node = -1;  // of the trace
      const OpGraph* trace = nullptr;
      const std::vector<int>* members = nullptr;  // whom its peers stand for; nobody else if null
      std::vector<int> waits;
      int left = 0;
    } custom;
  };
  // Sends and receives of one sender, tag and size, as seen by the receiver.
  struct Pair {
    int sends = 0;
    int receives = 0;
    struct Half {
      bool arrived = false;
      bool granted = false;  // rendezvous
      int send = -1;         // node of the sender
      int receive = -1;      // node of the receiver
      // In which those nodes are: of the NPU, or of a custom collective.
      const OpGraph* send_in = nullptr;
      const OpGraph* receive_in = nullptr;
    };
    std::vector<Half> halves;

    Half& at(std::int64_t occurrence);
  };
  struct Request {
    std::uint32_t npu = 0;
    int node = 0;
  };
  struct Memory {
    bool busy = false;
    std::deque<Request> waiting;
  };
  // sender, receiver, tag, bytes
  using PairKey = std::tuple<std::uint32_t, std::uint32_t, std::int64_t, std::int64_t>;

  void issue_free(std::uint32_t npu);
  void issue_once(std::uint32_t npu);
  void issue(std::uint32_t npu, int node);
  void compute(std::uint32_t npu, int node);
  void replay(std::uint32_t npu, int node);
  void remote(std::uint32_t npu, int node);
  void request(const Request& request, std::uint32_t memory);
  void collective(std::uint32_t npu, int node);
  void send(std::uint32_t npu, int node);
  void receive(std::uint32_t npu, int node);
  void finish(std::uint32_t npu, int node);
  void skip(std::uint32_t npu, int node);
  void check_finished(std::uint32_t npu);
  std::string why_waiting(std::uint32_t npu) const;
  void require_paired() const;
  PairKey key_of(const Message& message) const;
  static int resource(const OpNode& node);
  // Of the trace, or of the custom collective under way.
  const OpNode& node_at(const Npu& npu, int index) const;
  const OpGraph& trace_at(const Npu& npu, int index) const;
  int peer_of(std::uint32_t npu, int index) const;
  bool run_custom(std::uint32_t npu, int node, int group);
  void issue_custom(std::uint32_t npu, int index);
  void custom_done(std::uint32_t npu, int index);

  const Input& input_;
  const Cast& cast_;
  EventQueue& queue_;
  Calls& calls_;
  Network& network_;
  Messages& messages_;
  Collectives* collectives_ = nullptr;
  std::vector<Npu> npus_;
  std::vector<Finish> finished_;
  std::map<PairKey, Pair> pairs_;
  std::vector<Memory> memories_;
};

}  // namespace jacquard::astra
