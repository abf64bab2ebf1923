// SPDX-License-Identifier: Apache-2.0
// Whether what joins the NPUs is what the run has.
#pragma once

#include <optional>
#include <string>

#include "systemc/serve/interconnect.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

// Throws ConfigError at --interconnect for a name that is none, where the NPUs are not around one
// switch, and for one of another kind than the fabric or the appliance that the run has.
void require_interconnect(const Setup& setup, int npus);

// Of each NPU's port of the one switch; nothing where it is not known. Throws as above.
std::optional<base::BitsPerSecond> port_rate(const Setup& setup, const Interconnect& one, int npus);

// "google_palomar takes 1 ms or more to switch, and the guard that is simulated is 10 ns"; "" where
// the guard is long enough.
std::string shorter_guard(const Setup& setup, const Interconnect& one);

}  // namespace jacquard::serve
