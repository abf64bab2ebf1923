// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/rtl/interface.hpp"
#include "jacquard/rtl/pins.hpp"
#include "jacquard/schedule/core/core.hpp"

namespace jacquard::rtl {
namespace {

std::string vector_of(int width) { return width == 1 ? "" : fmt::format("[{}:0] ", width - 1); }

std::string described(const ExpectedPort& port) {
  return fmt::format("{} {}{}{}", port.direction, vector_of(port.width), port.name,
                     port.optional ? " (may be absent)" : "");
}

void judge(const Port* port, const ExpectedPort& expected, std::vector<std::string>& faults) {
  if (port == nullptr) {
    if (!expected.optional) faults.push_back("no " + expected.name);
    return;
  }
  if (port->direction != expected.direction) {
    faults.push_back(fmt::format("{} as an {}", port->name, port->direction));
  }
  if (port->width == 0) {
    faults.push_back(port->name + " as no packed vector");
  } else if (port->width != expected.width) {
    faults.push_back(fmt::format("{} of {} bits where {}{} is due", port->name, port->width,
                                 expected.width,
                                 expected.meaning.empty() ? "" : " = " + expected.meaning));
  }
}

}  // namespace

std::vector<ExpectedPort> arbiter_ports(int ports) {
  return {{"clk_i", "input", 1, ""},
          {"rst_ni", "input", 1, ""},
          {"req_i", "input", ports * ports, "N*N"},
          {"prio_i", "input", port_width(ports), "$clog2(N)", true},
          {"valid_i", "input", 1, "", true},
          {"gnt_o", "output", ports * ports, "N*N"},
          {"valid_o", "output", 1, "", true}};
}

std::vector<ExpectedPort> scheduler_ports(int ports, int bits) {
  const int w = port_width(ports), l = port_width(bits);
  return {{"clk_i", "input", 1, ""},
          {"rst_ni", "input", 1, ""},
          {"load_valid_i", "input", 1, ""},
          {"load_ready_o", "output", 1, ""},
          {"load_row_i", "input", ports * bits, "N*B"},
          {"start_i", "input", 1, ""},
          {"guard_i", "input", schedule::kGuardBits, "", true},
          {"top_offset_i", "input", l, "$clog2(B)"},
          {"floor_i", "input", l, "$clog2(B)"},
          {"fill_i", "input", 1, ""},
          {"abort_i", "input", 1, ""},
          {"busy_o", "output", 1, ""},
          {"done_o", "output", 1, ""},
          {"shifts_o", "output", 1, "", true},
          {"parity_error_o", "output", 1, "", true},
          {"valid_o", "output", 1, ""},
          {"ready_i", "input", 1, ""},
          {"hold_o", "output", bits, "B"},
          {"match_o", "output", ports, "N"},
          {"column_o", "output", ports * w, "N*$clog2(N)"}};
}

std::vector<std::string> check_ports(const std::string& top, const std::string& kind,
                                     const Interface& found,
                                     const std::vector<ExpectedPort>& expected) {
  std::vector<std::string> faults, unread;
  for (const ExpectedPort& port : expected) judge(found.find(port.name), port, faults);
  for (const Port& port : found.ports) {
    const bool known = std::any_of(expected.begin(), expected.end(),
                                   [&](const ExpectedPort& e) { return e.name == port.name; });
    if (known) continue;
    if (port.direction == "output") {
      unread.push_back(port.name);
    } else {
      faults.push_back(fmt::format("an unknown {} {}", port.direction, port.name));
    }
  }
  if (faults.empty()) return unread;
  std::vector<std::string> list;
  for (const ExpectedPort& port : expected) list.push_back(described(port));
  throw base::ConfigError(
      {"module " + top, "", "the ports of " + kind, "",
       fmt::format("found {}; expected are {}", fmt::join(faults, ", "), fmt::join(list, ", "))});
}

}  // namespace jacquard::rtl
