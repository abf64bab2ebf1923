// SPDX-License-Identifier: Apache-2.0
// A scenario in the form the event loop runs: who waits for what as counters, in flat arrays.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/engine/event/classes.hpp"
#include "jacquard/engine/event/lane.hpp"
#include "jacquard/engine/event/wiring.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine {

// A phase of a chunk. It waits in the queue of its dimension at each NPU from when all it waits for
// outside itself has happened there.
struct Unit {
  int collective = 0;
  int chunk = 0;
  int phase = 0;
  int dimension = 0;        // that of its first round's channel
  bool queued = true;       // false: it begins as soon as it is eligible
  std::uint32_t ranks = 0;  // of its collective: how many states it has
  std::uint32_t base = 0;   // of its states
  std::vector<std::uint32_t> rounds;
  std::vector<std::uint32_t> gates;
  std::vector<std::uint32_t> later;    // phases of the same chunk after it, ascending
  std::vector<std::uint32_t> waiters;  // units that wait for it in any way
  std::uint32_t waits_for = 0;         // units it waits for
};

// What rounds of one unit wait for together: the beginning of the phase, and rounds of the phase.
// A round with repetitions has a gate of its own, which then counts them.
struct Gate {
  std::uint32_t base = 0;  // of its states, one for each rank
  std::uint32_t unit = 0;
  std::vector<std::uint32_t> rounds;
};

// What a received message sets free.
struct alignas(64) Receipt {
  std::uint32_t gate_base = 0;
  std::uint32_t repeat = 1;
  std::int64_t reduction = 0;  // ps
  std::uint32_t unit_base = 0;
  std::uint32_t unit = 0;
  std::uint32_t first_release = 0;  // in Plan::releases
  std::uint32_t last_release = 0;
  bool uneven = false;   // reductions differ: see Plan::uneven_reduction
  bool outside = false;  // units wait for it: see Plan::outside
  bool told = false;     // the driver wants to know when it arrives
};

// What a message costs. The lane's commonest answers stand here too, so that a message on a ring
// reads one cache line.
struct alignas(64) Sending {
  const Lane* lane = nullptr;
  const int* npus = nullptr;             // of each rank, or null where they are the same
  std::int64_t serialisation = 0;        // on the lane's links
  std::int64_t latency = 0;              // of one of its links, undisturbed
  const std::int64_t* uneven = nullptr;  // serialisation of each rank's message
  int rotation = 0;                      // each rank sends so much further ...
  int ranks = 0;                         // ... of so many; 0: ask the lane
  int port = 0;
  Lane::Path path = Lane::Path::walked;

  int receiver(int rank) const {
    if (ranks == 0) return lane->receiver(rank);
    const int to = rank + rotation;
    return to >= ranks ? to - ranks : to;
  }
};

// Units of other phases that wait for a round, and the ranks there of this round's NPUs.
struct Outside {
  std::uint32_t unit = 0;
  bool same_ranks = true;
};

struct GateState {
  std::int32_t waits = 0;
  std::uint32_t received = 0;  // messages of its one round
  std::int64_t begin = 0;      // when it opens, or (waiting) the latest of what it has waited for
};

struct UnitState {
  static constexpr std::int32_t kAbsent = -1;    // the NPU takes no part
  static constexpr std::int32_t kEligible = -2;  // in the queue of its dimension
  static constexpr std::int32_t kBegun = -3;
  std::int32_t waits = 0;  // for things outside it, or one of the above
  std::int32_t left = 0;   // rounds still to receive in, to send in, and one until it has begun
  std::int64_t time = 0;   // since when it is eligible; once begun, when it will end
};

struct Plan {
  // Throws ConfigError where the graph is faulty or does not fit the network. `standing`: one NPU
  // stands for all of its class; null: each for itself. `driven`: collectives begin when a Driver
  // issues them. All outlive it.
  Plan(const Scenario& scenario, const Wiring& wiring, const Classes* standing, bool driven);

  const rounds::RoundGraph& graph;
  Origin origin;
  const Classes* classes = nullptr;  // one NPU of each is simulated; null: all NPUs are
  int npus = 0;                      // simulated; numbered by class, if there are classes
  bool driven = false;
  // Every message takes one link, or two through a switch, or any way on a graph: there ways mostly
  // lead up and down a tree, and meet in the order they set out; on a fabric they cross each other.
  bool simple = true;
  std::vector<Unit> units;
  std::vector<std::vector<std::uint32_t>> units_of;  // per collective
  std::vector<Gate> gates;
  std::vector<Receipt> receipts;  // per round
  std::vector<Sending> sendings;
  std::vector<std::uint32_t> releases;        // gates
  std::vector<std::vector<Outside>> outside;  // per round
  std::vector<std::unique_ptr<Lane>> lanes;
  std::vector<std::vector<int>> rank_of;          // inverses of long lists of NPUs, each once
  std::vector<std::vector<std::int64_t>> uneven;  // per round
  std::vector<std::vector<std::int64_t>> uneven_reduction;  // per round, of each receiver
  std::vector<GateState> gate_states;                       // as they begin
  std::vector<UnitState> unit_states;
  std::vector<std::int64_t> latencies;  // per class of links, undisturbed
  std::int64_t messages = 0;
  std::vector<std::uint64_t> first_turns;  // per round: repetitions of the rounds before

  // Serialisation of a rank's message in a round on a link of a class.
  std::int64_t stay(std::uint32_t round, int rank, int link_class) const {
    const bool own = !uneven[round].empty();
    return stays_[first_stay_[round] +
                  (own ? static_cast<std::size_t>(rank) : 0) * latencies.size() +
                  static_cast<std::size_t>(link_class)];
  }
  std::uint32_t ranks(int collective) const;
  // In numbers of what is simulated.
  int rank_at(int collective, int npu) const;  // -1 if it is no member
  int npu_of(int collective, int rank) const;
  // The rank of the graph for which one that is simulated stands.
  int rank_in_graph(int collective, std::uint32_t rank) const {
    if (classes == nullptr || classes->is_message(collective)) return static_cast<int>(rank);
    return base::at(classes->first, classes->of_collective(collective));
  }
  int simulated(int npu) const { return classes == nullptr ? npu : classes->of_npu(npu); }
  std::int64_t simulated_link(std::int64_t link, int ports) const {
    return classes == nullptr ? link : classes->link(link, ports);
  }
  // How many links are simulated.
  std::size_t links(const Wiring& wiring) const {
    const std::int64_t own = std::int64_t{npus} * wiring.ports();
    return static_cast<std::size_t>(classes == nullptr ? wiring.links() : own);
  }
  int in_network(int simulated_npu) const {
    return classes == nullptr ? simulated_npu : base::at(classes->first, simulated_npu);
  }
  bool takes_part(const Unit& unit, int rank) const;

 private:
  void invert_lists(int npus);
  Lane::Standing standing(int collective) const;
  void number_simulated();
  int whose_lanes(int collective) const;
  void find_units();
  void find_lanes(const Scenario& scenario, const Wiring& wiring);
  void cost_rounds(const Scenario& scenario, const Wiring& wiring);
  void find_gates();
  void order_units();
  void count_waits();

  std::vector<int> class_sizes_;
  std::vector<int> simulated_;             // by class, its number; then of messages both ends'
  std::vector<std::size_t> simulated_of_;  // per collective: of rank 0, in simulated_
  std::vector<std::uint32_t> inverse_of_;  // per collective with a long list of NPUs: in rank_of
  std::vector<std::uint32_t> unit_of_;     // per round
  std::vector<std::size_t> first_stay_;
  std::vector<std::int64_t> stays_;
};

}  // namespace jacquard::engine
