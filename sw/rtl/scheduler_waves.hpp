// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/gtkwave.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::rtl {

// The ports of a jq_scheduler of that shape, in the order in which a reader follows a run.
std::vector<report::WaveGroup> scheduler_waves(const schedule::CoreShape& shape);

// A GTKWave save file that opens `waveform`, written by make_rtl_core() beside it, with these ports
// arranged.
std::string scheduler_save_file(const schedule::CoreShape& shape, const std::string& waveform);

}  // namespace jacquard::rtl
