// SPDX-License-Identifier: Apache-2.0
// What a run through a fabric came to, in figures.
#pragma once

#include <any>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "jacquard/base/units.hpp"
#include "systemc/control/left_behind.hpp"

namespace jacquard::systemc {

// What only circuits have.
struct CircuitFigures {
  base::Picoseconds decision{0}, guard{0}, hold{0};
  base::Picoseconds without_faults{0};  // completion if nothing fails
  std::int64_t permutations = 0;
  std::int64_t decisions = 0;
  std::int64_t messages_lost = 0;
  std::uint64_t schedule_hash = 0;              // of the permutations, their holds and starts
  base::Picoseconds detected{0}, replanned{0};  // as ControllerRecord
  std::int64_t scheduler_events = 0;            // of RunFigures::events, the scheduler's
  std::shared_ptr<const LeftBehind> left;       // for exchanges after it, if Offer has a `before`
  bool struck = false;                          // by anything that went wrong
  base::Bytes largest_voq{0}, largest_port{0};  // that waited, where flows arrive
};

// Those of a hybrid's circuits, and what its packets carried.
struct HybridFigures : CircuitFigures {
  base::Bytes by_packets{0};
  base::Picoseconds circuits{0}, packets{0};  // the end of each
};

// What only a packet switch has.
struct PacketFigures {
  std::int64_t data_packets = 0, marked = 0, rate_cuts = 0, pauses = 0, drops = 0;
  std::optional<base::Picoseconds> first_cut;
  base::Bytes largest_queue{0};
  std::int64_t early = 0;  // packets that came before one sent sooner
};

// What every fabric has, and what its kind has of its own.
struct RunFigures {
  base::Picoseconds completion{0};
  std::vector<base::Picoseconds> flow_times;  // of each flow, from its start
  base::Bytes bytes_asked{0};
  base::Bytes bytes_delivered{0};
  base::Bytes bytes_resent{0};
  base::Picoseconds bound{0};  // largest line sum over the link rate
  std::int64_t events = 0;
  double wall_s = 0;
  std::any own;  // a struct of the kind of fabric
};

// The kind's own figures, or those of nothing: a row has the columns of every kind.
template <class Own>
Own own_figures(const RunFigures& figures) {
  if (const Own* own = std::any_cast<Own>(&figures.own)) return *own;
  if constexpr (std::is_same_v<Own, CircuitFigures>) {
    if (const auto* hybrid = std::any_cast<HybridFigures>(&figures.own)) return *hybrid;
  }
  return Own{};
}

}  // namespace jacquard::systemc
