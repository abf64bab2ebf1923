// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

// DIR/prefill and DIR/decode: a prompt's first step of a batch, and a decode step of all its
// requests in the middle of their answers, as Chakra traces of each NPU of a replica, with
// groups.json, as `jacquard trace` and `jacquard astra` read them. Computations take what our laws
// say; collectives have bytes, for an engine to time. Throws ConfigError as JobTraces and where a
// file cannot be written.
void write_step_traces(const Setup& setup, std::int64_t batch, const std::string& folder);

}  // namespace jacquard::serve
