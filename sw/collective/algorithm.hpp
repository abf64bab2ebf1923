// SPDX-License-Identifier: Apache-2.0
// The algorithms for one dimension, their names, and what each can do. docs/collectives.md says
// how each works.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::collective {

using rounds::CollectiveKind;

enum class Method {
  ring,
  two_way_ring,  // half of the data each way
  direct,
  halving_doubling,
  double_binary_tree,
  shorter_way_ring,  // all pieces the shorter way, so that the longest goes half round
  chain,             // both ways on a ring that is open between its last member and its first
  nvls,              // a switch adds a piece for each member, which has the sum multicast
  sharp,             // switches add all data, and send the sum to all
};
// Whose rounds switches add and copy in.
bool is_in_switch(Method method);

struct Algorithm {
  Method method = Method::ring;
  // direct: an NPU's messages in flight at once; 0: no limit. nvls: an all-reduce's slices in
  // flight at once; 0: the usual 8.
  int window = 0;

  friend bool operator==(const Algorithm& a, const Algorithm& b) {
    return a.method == b.method && a.window == b.window;
  }
};

// Slices of an all-reduce in flight at once.
int nvls_window(const Algorithm& algorithm);

// "ring", "two-way-ring", "direct", "halving-doubling", "double-binary-tree", "shorter-way-ring",
// "chain", "nvls", "sharp".
const std::vector<std::string>& method_names();
// The method's name; "direct:4" with a window.
std::string name_of(const Algorithm& algorithm);
// "ring", or "ring,direct:4" for a list.
std::string names_of(const std::vector<Algorithm>& algorithms);
// Also ASTRA-sim's names: halvingDoubling, doubleBinaryTree, direct4. Throws ConfigError with the
// nearest name, or what a window may be.
Algorithm algorithm_named(std::string_view name, const std::string& source);

// Why `algorithm` cannot do `kind` among `members` NPUs, and which knob to turn; "" if it can.
// A send needs no algorithm: each can.
std::string unsupported(const Algorithm& algorithm, CollectiveKind kind, int members);

// Messages that each of `members` NPUs sends, on average.
double messages_of(Method method, CollectiveKind kind, int members);

}  // namespace jacquard::collective
