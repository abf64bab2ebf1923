// SPDX-License-Identifier: Apache-2.0
// Closed forms of collectives and messages of NPUs anywhere in a fabric: microseconds of wall clock
// for each.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/collective/way.hpp"
#include "jacquard/engine/analytic/phase_model.hpp"
#include "jacquard/engine/job/work.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::engine::step {

// What a communication takes while nothing else is in its way.
struct CommTime {
  // Of a collective: all of it. Of a send: until its message is at the receiver.
  base::Picoseconds time{0};
  // Of a send: what its receiver needs until it can receive, and again to take the message in.
  base::Picoseconds receipt{0};
  // A bit for each dimension that a collective occupies. NPUs have one collective at a time in a
  // dimension; messages and collectives without a dimension wait for none.
  std::uint32_t dimensions = 0;

  // One after the other, each for every chunk: a dimension is occupied until its last chunk has
  // left it. None: the collective has all of its dimensions for all of its time.
  struct Phase {
    std::uint32_t dimensions = 0;
    base::Picoseconds time{0};  // of a chunk
  };
  std::vector<Phase> phases = {};
  int chunks = 1;

  // The phases, or the one of all its time.
  int phase_count() const { return phases.empty() ? 1 : static_cast<int>(phases.size()); }
  std::uint32_t dimensions_of(int k) const {
    return phases.empty() ? dimensions : base::at(phases, k).dimensions;
  }
  base::Picoseconds time_of(int k) const {
    return phases.empty() ? time : base::at(phases, k).time;
  }
};

// A phase of a collective that begins at `begin`.
struct PhaseTimes {
  std::int64_t next = 0;  // when the next can begin
  std::int64_t free = 0;  // since when its dimensions are free; after the last, its end
};
// `before`: PhaseTimes::free of the phase before, 0 of none.
inline PhaseTimes phase_times(const CommTime& comm, int k, std::int64_t begin,
                              std::int64_t before) {
  const std::int64_t time = comm.time_of(k).count();
  return {begin + time, std::max(begin + time * comm.chunks, before + time)};
}

inline constexpr double kMostRoundsOfUsual = 20'000;  // more rounds are not tried
// Whether libraries send straight to all: where one switch of links joins them, and what goes to
// each alone.
inline bool goes_straight(rounds::CollectiveKind kind, int members) {
  constexpr int kMostOfSwitch = 72;  // GB200 NVL72
  return members <= kMostOfSwitch || kind == rounds::CollectiveKind::all_to_all;
}

struct KnownTimes;

// The network and how collectives run on it. The fabric outlives it.
struct CommMachine {
  const topology::Fabric* fabric = nullptr;
  Rules rules = {};
  std::array<job::Algorithms, 4> algorithms = {};  // as JobWork::algorithms
  collective::Spread spread = collective::Spread::baseline;
  int chunks = 1;
  bool usual = false;  // nobody said any of these: each collective goes the fastest usual way
  // ASTRA-sim's accounting, as its congestion-unaware back end: whole nanoseconds, sizes rounded
  // down, a group smaller than the cluster a flat ring that is charged in its lowest dimension.
  bool astra = false;
  Origin origin = {};
  KnownTimes* known = nullptr;  // of this machine, by which nothing is worked out twice
};

// An evenly spaced part of a dimension, in which the members of a group differ.
struct GroupDigit {
  int dimension = 0;
  int stride = 1;  // in the dimension
  int radix = 1;
};

// Collectives of one machine, by their kinds, bytes and digits.
struct KnownTimes {
  std::map<std::vector<std::int64_t>, CommTime> times;
};

// Each phase takes what PhaseModel says; where messages of it meet on links (direct exchange on a
// ring or a switch, halving-doubling on a ring, groups interleaved on a ring) the busiest link
// takes them one after the other. Chunks go through the phases as in a pipeline, one in a
// dimension at a time. Two-way rings count as a ring with half the bytes, around a switch with all
// of them; trees by their depth. All throw ConfigError beyond 46 days.
class CollectiveTimes {
 public:
  explicit CollectiveTimes(const CommMachine& machine) : machine_(machine) {}
  const CommMachine& machine() const { return machine_; }

  // Of a group that is all combinations of these digits, ascending, each of two places at least,
  // in that way, or as way_of() says. Throws ConfigError where an algorithm cannot do it.
  CommTime of(rounds::CollectiveKind kind, base::Bytes bytes, const std::vector<GroupDigit>& digits,
              const collective::Way* way = nullptr) const;
  // The same, of way_of(), as CommMachine::known has it or will have it.
  CommTime known(rounds::CollectiveKind kind, base::Bytes bytes,
                 const std::vector<GroupDigit>& digits) const;
  // What the machine says, or the fastest usual way: in each dimension a ring, a two-way ring,
  // halving-doubling, or direct messages where goes_straight(); over several
  // both spreads, and 1, 8 or 64 chunks. Of equal times the first of these.
  collective::Way way_of(rounds::CollectiveKind kind, base::Bytes bytes,
                         const std::vector<GroupDigit>& digits) const;
  // Of one chunk in one phase.
  base::Picoseconds phase_time(const collective::Phase& phase, const GroupDigit& digit) const;
  // A ring over `members` in this order; each step takes as long as its slowest link.
  CommTime of_list(rounds::CollectiveKind kind, base::Bytes bytes,
                   const std::vector<int>& members) const;
  CommTime of_message(base::Bytes bytes, int from, int to) const;
  // What of() works out, as it is asked of sw/collective: ranks in those digits, or as one flat
  // digit. Without digits, what of_list() does.
  collective::CollectiveRequest request_of(rounds::CollectiveKind kind, base::Bytes bytes,
                                           const std::vector<GroupDigit>& digits, int members,
                                           const collective::Way* way = nullptr) const;

 private:
  collective::Way said(rounds::CollectiveKind kind) const;
  collective::CollectiveRequest request_by(rounds::CollectiveKind kind, base::Bytes bytes,
                                           const std::vector<GroupDigit>& digits,
                                           const collective::Way& way) const;
  void use_fastest_algorithms(rounds::CollectiveKind kind, base::Bytes bytes,
                              const std::vector<GroupDigit>& digits, collective::Way& way) const;
  double rounds_to_time(const collective::CollectiveRequest& request,
                        const std::vector<GroupDigit>& digits) const;
  PhaseModel model_of(const GroupDigit& digit, base::Bytes message) const;
  collective::CollectiveRequest request_in(rounds::CollectiveKind kind, base::Bytes bytes,
                                           std::vector<int> radices, int chunks) const;
  bool is_flat(rounds::CollectiveKind kind, int members) const;
  CommTime chunked(base::Picoseconds chunk, int chunks, std::uint32_t dimensions) const;
  void require_countable(double picoseconds) const;
  CommTime flat_ring(rounds::CollectiveKind kind, base::Bytes bytes,
                     const std::vector<GroupDigit>& digits, int members) const;
  topology::Dimension way(int from, int to, std::uint32_t& dimensions) const;

  CommMachine machine_;
};

}  // namespace jacquard::engine::step
