// SPDX-License-Identifier: Apache-2.0
// RTL against its golden model, cycle by cycle, with the independent checker judging both.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/rtl/coverage.hpp"
#include "jacquard/schedule/core/arbiter_core.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "jacquard/schedule/core/crossbar_core.hpp"

namespace jacquard::verify {

struct Cases {
  std::int64_t count = 100;
  std::uint64_t seed = 1;
  demand::DemandClass demand_class = demand::DemandClass::mixed;
};

struct Report {
  std::int64_t cases = 0;
  std::int64_t mismatches = 0;  // cases in which anything below did not hold
  std::int64_t clocks = 0;      // compared, in all
  double cycles_mean = 0;       // start to done, plain; an arbiter: request to answer
  std::int64_t cycles_max = 0;
  std::int64_t load_cycles = 0;
  std::int64_t first_permutation_cycles_max = 0;
  double permutations_mean = 0;
  double efficiency_mean = 0;  // D / slots; an arbiter: granted over maximum
  std::string first_mismatch;  // the first one, in a few lines; "" if there is none
  std::int64_t first_mismatch_case = -1;
  std::vector<std::int64_t> failing_cases;  // the first thousand
  std::string fault;                        // what it breaks, in a few words; "" if there is none

  // Of a user's RTL only.
  std::int64_t directed_cases = 0;    // numbered before the `cases` random ones
  std::int64_t exhaustive_cases = 0;  // numbered between them
  std::int64_t held_cases = 0;        // numbered after them
  std::int64_t longest_wait = 0;    // of a held request, in answers, that which grants it included
  std::int64_t starved_pairs = 0;   // held, and never granted
  double efficiency_saturated = 0;  // granted over maximum where a pair asks with probability 1/2
  std::string stopped;              // why the RTL could not go on, and where; "" if it could
  bool stopped_by_assertion = false;
  bool ended_early = false;                   // after the first mismatch: it could not go on
  std::int64_t first_mismatch_clock = -1;     // since power-up, resets included
  std::vector<std::int64_t> mismatch_clocks;  // the first thousand
  std::vector<rtl::Covered> cover;            // of an arbiter: of requests, crossed
  std::int64_t history_cases = 0;             // of a scheduler; numbered after all others

  // Counts a mismatch; true of the first.
  bool mismatch_in(std::int64_t index);
};

// To see a case again: everything is run as before, and only this case (of an arbiter: and some
// before it) is written to the waveform; then the run ends.
struct Replay {
  std::int64_t only_case = -1;  // -1: no replay
  std::function<void(bool on)> dump;
  std::int64_t further_clocks = 0;  // of a user's arbiter: to go on for, unwritten
};

using Progress = std::function<void(std::int64_t cases_done)>;

// The demand of a case: of its class, counted so that the largest entry takes `bits` bits.
demand::QuantaMatrix demand_of_case(const Cases& cases, std::int64_t index, int ports, int bits);

// Each case runs twice in lockstep. Plain: the schedule must be valid with no useless pair.
// Stressed: gaps and aborts in the load, ready at random, and stray inputs. One case of four has an
// abort or a reset of the run, followed by a reload. The schedule must be the same, and what was
// emitted before an abort must be its beginning. `options` gives the run-time inputs of the core.
Report verify_core(schedule::Core& golden, schedule::Core& device,
                   const schedule::CoreInputs& options, const Cases& cases,
                   const Progress& progress, const Replay& replay = {});

// Each case is one request, with a gap now and then; the answer must be a maximal matching within
// it.
Report verify_arbiter(schedule::ArbiterCore& golden, schedule::ArbiterCore& device, int ports,
                      const Cases& cases, const Progress& progress, const Replay& replay = {});

// Each case is a schedule (the ladder's, of the case's demand), a slot and a guard, drawn. First it
// is streamed in without a pause while every input has a word in every clock: it must take
// sum(hold) slots + P guards, and every pair must get a word per clock of its slots, in order. Then
// with pauses, wrong configurations, aborts and resets: no word that was taken may be lost, and no
// output driven twice. Words of `shape.width` bits carry their input and their number, so it must
// be 16 or more. Its efficiency is the share of the clocks in which a configuration is connected.
Report verify_crossbar(schedule::CrossbarCore& golden, schedule::CrossbarCore& device,
                       const Cases& cases, const Progress& progress, const Replay& replay = {});

}  // namespace jacquard::verify
