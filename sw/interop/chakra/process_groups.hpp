// SPDX-License-Identifier: Apache-2.0
// Process groups that PyTorch writes into a trace itself.
#pragma once

#include <string>
#include <vector>

#include "jacquard/interop/chakra/trace.hpp"

namespace jacquard::interop {

struct ProcessGroup {
  std::string name;        // pg_name
  std::vector<int> ranks;  // empty: all
};

// What METADATA nodes say: their inputs' values are a list of one text, as Python or JSON writes
// it, which is JSON: [{"pg_name": "0", "ranks": [0, 1], ...}, ...]. Of a name that comes twice the
// last counts. Other metadata say nothing here. Throws ConfigError naming the node for a list that
// is none, and for ranks that are no whole numbers from 0, or twice there.
std::vector<ProcessGroup> process_groups(const ChakraTrace& trace);

}  // namespace jacquard::interop
