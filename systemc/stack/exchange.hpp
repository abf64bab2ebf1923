// SPDX-License-Identifier: Apache-2.0
// An all-to-all of which only the run knows who sends how much to whom: a call whose slots are
// reserved, and whose permutations are decided when its demand is there (Chronos s8).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/stack/plan.hpp"
#include "jacquard/stack/slot_clock.hpp"
#include "jacquard/workload/expert_routing.hpp"
#include "systemc/control/timed_decision.hpp"

namespace jacquard::systemc {

// A scheduler with its time: what it shows, and when after the demand is loaded.
using Decide = std::function<TimedSchedule(const demand::QuantaMatrix&)>;

// How the run draws what a placeholder carries, and who schedules it.
struct OnDemand {
  workload::ExpertRouting routing;  // balanced, if nothing else is said
  std::uint64_t seed = 1;
  std::optional<int> bits =
      8;          // of the scheduler's demand counters, in slots; none: it counts bytes
  Decide decide;  // nothing: the golden ladder core, at 1 GHz
  // That a rank needs to send on what it has received, in schedules of several hops.
  base::Picoseconds forward = demand::kUsualForward;
};

// Ranks that exchange among themselves, each with a scheduler of its own.
struct ExchangeGroup {
  std::vector<int> ranks;
  demand::DemandMatrix demand;  // by their places in `ranks`; the diagonal is not sent
};

// The groups of a call with what they send. Each rank puts in what the plan says. A group's calls
// alternate: tokens go to their experts, then the results come back, which is the transpose
// (`nth`: of the communicator's calls). Throws ConfigError for groups beyond a core's ports.
std::vector<ExchangeGroup> exchange_groups(const stack::Plan& plan, int call, int nth,
                                           const OnDemand& how);

// Slot by slot, who sends to whom.
class Exchange {
 public:
  struct Wish {
    int from = 0;  // ranks
    int to = 0;
    base::Bytes left{0};  // that this circuit carries until its setting ends
  };
  struct Part {
    int destination = 0;  // the rank where it ends
    base::Bytes bytes{0};
  };
  // The demand is known at `known`; what is decided is known to NPUs `told` after it is.
  Exchange(std::vector<ExchangeGroup> groups, const OnDemand& how, base::Picoseconds known,
           base::Picoseconds told, const stack::SlotClock& slots);

  bool finished() const;
  // Pairs of ranks that are connected in a slot that begins at `now`, ascending by group and rank.
  std::vector<Wish> wishes(base::Picoseconds now);
  // What a pair was given of it. Returns for whom that is: for `to`, or to be sent on.
  std::vector<Part> sent(const Wish& wish, base::Bytes bytes);
  // A slot that had these wishes is over.
  void next(base::Picoseconds now);

  std::int64_t permutations() const { return permutations_; }

 private:
  struct Carried {  // by a circuit in the setting that runs; places in the group
    int from;
    int to;
    int destination;
    base::Bytes left;
  };
  struct Group {
    std::vector<int> ranks;
    demand::DemandMatrix left;  // by where it is, and where it ends
    std::unique_ptr<TimedSchedule> decided;
    std::unique_ptr<schedule::SettingCursor> cursor;
    base::Picoseconds known{0};
    base::Bytes quantum{1};
    std::int64_t slots_left = 0;  // of the current setting
    std::vector<Carried> carried;
    std::vector<base::Picoseconds> ended;  // by setting
    bool shown = false;                    // in the slot that runs
  };
  demand::QuantaMatrix counted(const demand::DemandMatrix& left) const;
  void decide(Group& group, base::Picoseconds known);
  void load_setting(Group& group) const;
  void end_setting(Group& group, base::Picoseconds now) const;
  bool begin_setting(Group& group, base::Picoseconds now) const;

  OnDemand how_;
  base::Picoseconds told_;
  stack::SlotClock slots_;
  base::Bytes slot_;         // what one carries
  base::Picoseconds relay_;  // from the end of a setting until what it brought can go on
  std::vector<Group> groups_;
  std::int64_t permutations_ = 0;
};

}  // namespace jacquard::systemc
