// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::report {

struct WaveGroup {
  std::string name;
  std::vector<std::string> signals;  // as the waveform names them, "row_i[127:0]"
};

// A GTKWave save file (.gtkw) that opens `dump_file`, which lies beside it, with the signals of
// `scope` ("TOP.jq_scheduler.") arranged in named groups.
std::string gtkwave_save(const std::string& dump_file, const std::string& scope,
                         const std::vector<WaveGroup>& groups);

}  // namespace jacquard::report
