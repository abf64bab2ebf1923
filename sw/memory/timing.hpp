// SPDX-License-Identifier: Apache-2.0
// The timing constraints of a DRAM channel, in time as its data sheet has them and in clocks.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/memory/organisation.hpp"

namespace jacquard::memory {

// Names are JEDEC's. _S: another bank group, _L: the same one.
template <class Duration>
struct TimingOf {
  Duration tCL{};     // read to its first data
  Duration tCWL{};    // write to its first data
  Duration tRCDRD{};  // activate to read
  Duration tRCDWR{};  // activate to write
  Duration tRP{};     // precharge to activate
  Duration tRAS{};    // activate to precharge
  Duration tRC{};     // activate to activate, same bank
  Duration tWR{};     // end of written data to precharge
  Duration tRTP{};    // read to precharge
  Duration tCCD_S{};  // column to column command
  Duration tCCD_L{};
  Duration tCCD_L_WR{};  // write to write, same bank group
  Duration tRRD_S{};     // activate to activate
  Duration tRRD_L{};
  Duration tFAW{};    // window of at most four activations
  Duration tWTR_S{};  // end of written data to read
  Duration tWTR_L{};
  Duration tRTW{};    // read to write command
  Duration tREFI{};   // between refresh commands of all banks
  Duration tRFC{};    // all-bank refresh
  Duration tRFC_B{};  // refresh of one bank (HBM), of one bank in every group (DDR5)
  Duration tRREFD{};  // per-bank refresh to refresh or activation of another bank
};

// Of hbm3e_9200 unless said otherwise.
struct Timing : TimingOf<base::Picoseconds> {
  Timing();
};

// Command clocks since the start of a run.
using Clock = std::int64_t;
using ClockTiming = TimingOf<Clock>;

const config::FieldTable<Timing>& timing_fields();

// Throws ConfigError below `place` for timings that contradict each other: tRC < tRAS + tRP, tRAS
// shorter than tRCDRD or tRCDWR, tRFC or tRFC_B not below tREFI, tRFC_B > tRFC, _L < _S.
void require_consistent(const Timing& timing, const config::Place& place);

// Rounded up to whole clocks, but for 0.01 clock: data sheets print three digits. Exact: nothing
// overflows for what timing_fields() and organisation_fields() read.
ClockTiming clocks_of(const Timing& timing, const Organisation& organisation);

// The time of a clock edge, to the nearest picosecond, and the first edge whose time is not before
// `time`; so clock_at(time_of(c)) is c. Both saturate.
base::Picoseconds time_of(Clock clock, const Organisation& organisation);
Clock clock_at(base::Picoseconds time, const Organisation& organisation);

}  // namespace jacquard::memory
