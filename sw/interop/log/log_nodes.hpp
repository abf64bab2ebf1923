// SPDX-License-Identifier: Apache-2.0
// The calls of one class of a log as nodes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/interop/log/log.hpp"

namespace jacquard::interop {

// How many calls stand for another kind, by what is said of them.
using LogNotes = std::map<std::string, std::int64_t>;

struct LogNodes {
  std::vector<workload::OpNode> nodes;  // OpNode::group as in the log; no peers, roots or places
  std::vector<int> call;                // of each node, index into the class's calls
};

// What every rank of a class does. Throws ConfigError for a scatter of more than 10^18 bytes.
LogNodes nodes_of(const LogClass& one, const Log& log, LogNotes& notes);

}  // namespace jacquard::interop
