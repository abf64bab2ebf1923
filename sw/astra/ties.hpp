// SPDX-License-Identifier: Apache-2.0
// What NPUs' traces have in common, and whom each ties an NPU to.
#pragma once

#include <set>
#include <tuple>
#include <vector>

#include "jacquard/astra/input.hpp"
#include "jacquard/base/digest.hpp"

namespace jacquard::astra {

// What an NPU's class depends on besides its trace.
struct Ties {
  std::vector<const OpNode*> peers;  // a send to, or a receive from, each; in order of first use
  // Listed groups in the order of first use, and the node that uses each of them first.
  std::vector<int> groups;
  std::vector<int> first_in;
  // Kind, group, and involved dimensions of its collectives.
  std::set<std::tuple<CollectiveKind, int, std::vector<bool>>> collectives;
};

struct TiesOfClass {
  base::Digest::Value digest;  // equal for traces that are equal up to peers and listed groups
  Ties ties;
};

// Of each of the job's graphs.
std::vector<TiesOfClass> ties_of(const workload::Job& job);

}  // namespace jacquard::astra
