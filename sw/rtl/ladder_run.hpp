// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/report/rtl_run.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::rtl {

// The ladder core's RTL on this demand, in lockstep with its golden model, the waveform written to
// `folder`/ladder.fst, beside a GTKWave save file and, for a page, ladder.waves.json. What it emits
// must also be `expected`, the software ladder's schedule under the same options. At most 64 ports,
// counts of at most 16 bits. Throws ConfigError if the RTL cannot be built (Verilator missing, say).
report::RtlRun run_ladder_rtl(const demand::QuantaMatrix& quanta, int bits,
                              const schedule::SchedulerOptions& options,
                              const schedule::Schedule& expected, const std::string& folder);

}  // namespace jacquard::rtl
