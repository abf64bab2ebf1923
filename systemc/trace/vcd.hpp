// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sc_core {
class sc_trace_file;
}

namespace jacquard::systemc {

// Begins a VCD waveform of the current simulation, in picoseconds; to be closed with
// sc_close_vcd_trace_file() in the same simulation. Its header holds the date, so no two are the
// same bytes. Throws ConfigError if `path` does not end in ".vcd" or cannot be written.
sc_core::sc_trace_file* open_vcd(const std::string& path);

}  // namespace jacquard::systemc
