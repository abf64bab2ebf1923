// SPDX-License-Identifier: Apache-2.0
// A static batch by the rules that give CelestiSim's printed numbers (sw/serve/celestisim).
#pragma once

#include <string>

#include "systemc/serve/batch_row.hpp"
#include "systemc/serve/serve_config.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

// Whether the word names memory appliances: "pfa-paper", "pfa-described", "pfa-next-described".
bool is_appliance(const std::string& system);

// Whether the rules are the paper's: where --rules says so, and of appliances. Throws ConfigError
// for appliances by other rules.
bool by_paper(const ServeConfig& config);

// The appliances, and dgx-h100 (or 8xh100, 16xh100, ...). Throws ConfigError naming the option for
// other systems, for a batch beyond memory, and for keys that the rules do not know.
BatchRow run_paper_batch(const ServeConfig& config, Nouns& nouns);

}  // namespace jacquard::serve
