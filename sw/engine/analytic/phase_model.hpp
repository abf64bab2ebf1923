// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/collective/phases.hpp"
#include "jacquard/engine/rules.hpp"
#include "jacquard/rounds/round_graph.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::engine {

// What one chunk's phase costs in one dimension, in closed form: every NPU alike, no message ever
// waiting for another's link.
struct PhaseModel {
  topology::Dimension dimension;
  Rules rules;         // of them the endpoint delay and the local memory
  bool astra = false;  // ASTRA-sim's accounting: whole nanoseconds, and its omissions
  Origin origin = {};
};

// Hops between NPUs `offset` apart.
int hops(const topology::Dimension& dimension, int offset);

// l(m, o): time of a message of m bytes to the NPU `offset` away, whose head waits for latencies
// only. Source: ASTRA-sim's congestion-unaware back end (there truncated to nanoseconds).
base::Picoseconds message_time(const PhaseModel& model, base::Bytes m, int offset);

// R(m): two reads and a write of m bytes in local memory.
base::Picoseconds reduction_time(const PhaseModel& model, base::Bytes m);

// No fewer picoseconds than the phase takes, as what cannot overflow. Ask before the others.
double longest(const PhaseModel& model, const collective::Phase& phase);
constexpr double kLongestPicoseconds = 4e18;  // 46 days, as the event engine has it

// `data`: what the phase begins with, at each NPU. Bytes of a message are rounded down, as
// ASTRA-sim does, or up.
base::Picoseconds ring_time(const PhaseModel& model, rounds::CollectiveKind kind, base::Bytes data);

// `window`: messages of an NPU in flight, 1 .. n - 1.
base::Picoseconds direct_time(const PhaseModel& model, rounds::CollectiveKind kind,
                              base::Bytes data, int window);

// n a power of two; not all-to-all.
base::Picoseconds halving_doubling_time(const PhaseModel& model, rounds::CollectiveKind kind,
                                        base::Bytes data);

// By nvls or sharp, on a switch that adds and copies. Of an all-reduce by nvls, in which reads meet
// multicasts, within a fifth of the event engine's.
base::Picoseconds in_switch_time(const PhaseModel& model, const collective::Phase& phase);

// What the phase leaves of `data` at each NPU.
base::Bytes data_after(const PhaseModel& model, rounds::CollectiveKind kind, base::Bytes data);

}  // namespace jacquard::engine
