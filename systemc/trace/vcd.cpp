// SPDX-License-Identifier: Apache-2.0
#include "systemc/trace/vcd.hpp"

#include <sysc/tracing/sc_tracing_ids.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <systemc>

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

const std::string kEnding = ".vcd";

}  // namespace

sc_core::sc_trace_file* open_vcd(const std::string& path) {
  // SystemC appends the ending itself, and would only report a file that does not open.
  const std::size_t stem = path.size() - std::min(path.size(), kEnding.size());
  if (stem == 0 || path.substr(stem) != kEnding) {
    throw base::ConfigError({path, "", "a file ending in .vcd", "", ""});
  }
  if (!std::ofstream(path)) {
    throw base::ConfigError({path, "", "a file that can be written", std::strerror(errno), ""});
  }
  // Told on stdout otherwise, which belongs to results.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_TRACING_TIMESCALE_UNIT_,
                                          sc_core::SC_DO_NOTHING);
  sc_core::sc_trace_file* file = sc_core::sc_create_vcd_trace_file(path.substr(0, stem).c_str());
  file->set_time_unit(1, sc_core::SC_PS);
  return file;
}

}  // namespace jacquard::systemc
