// SPDX-License-Identifier: Apache-2.0
// Before someone's RTL is blamed, another simulator repeats what Verilator did: Icarus, on the RTL
// or, where it does not read that, on the netlist that Yosys makes of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/rtl/interface.hpp"
#include "jacquard/rtl/model_cache.hpp"

namespace jacquard::rtl {

struct SecondOpinion {
  std::string engine;                      // "Icarus" or "Icarus on Yosys's netlist"
  std::string why_not;                     // why there is none; "" if there is one
  std::int64_t clocks = 0;                 // repeated, from power-up
  std::int64_t differs_at = -1;            // the first clock in which a known bit differs
  std::string ours, theirs;                // the outputs in it
  std::vector<bool> unknown;               // clocks in which it shows an x or z
  std::vector<std::string> unknown_state;  // variables that are x at the end, by path
};

// Repeats the PinLog in `folder`, which it also works in. Never throws for what a tool refuses.
SecondOpinion ask_second_engine(const ModelSpec& spec, const Interface& found,
                                const std::vector<ExpectedPort>& expected,
                                const std::string& folder);

// Two texts of a line per clock in hexadecimal; `ours` may have dashes for what nobody looks at,
// `theirs` may have x and z, and end early.
SecondOpinion compare_outputs(const std::string& ours, const std::string& theirs);

// Paths, within the instance `dut`, of the variables that a value change dump leaves with an x.
std::vector<std::string> unknown_variables(const std::string& vcd);

enum class Confirmed { yes, no, unknown };

struct Confirmation {
  Confirmed verdict = Confirmed::unknown;
  std::string text;  // for people: "Icarus shows the same in 3 of 3 failing clocks"
};

// Whether what failed in these clocks, in rising order, fails in the second engine too.
Confirmation confirm(const SecondOpinion& opinion, const std::vector<std::int64_t>& clocks);

}  // namespace jacquard::rtl
