// SPDX-License-Identifier: Apache-2.0
// Which links between switches carry the circuits of each pattern. A pattern has its routes once
// and for all, so a setting of a switch follows from the patterns that are set, and nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/stack/fabric.hpp"
#include "jacquard/stack/plan.hpp"

namespace jacquard::stack {

// Pairs of patterns (and parts of them) that would need the same link.
class Conflicts {
 public:
  bool any() const { return !pairs_.empty(); }
  bool between(int pattern, int part, int other, int other_part) const;
  void add(int pattern, int part, int other, int other_part);

 private:
  std::vector<std::uint64_t> pairs_;  // sorted by the first query
};

class Routes {
 public:
  static constexpr int kLocal = -1;      // the circuit stays within its leaf, or the one crossbar
  static constexpr int kNotInPart = -2;  // another part of the pattern carries it

  Routes(const Plan& plan, const Fabric& fabric, const Sizes& sizes,
         const std::vector<int>& port_of, const std::vector<int>& failed_ports);

  // Into how many settings a pattern is cut: 1, unless leaves have too few uplinks.
  int parts(int pattern) const;
  // The circuit from `sender` (a rank) takes this uplink of its leaf, and the downlink of the same
  // number of the receiver's leaf: both are of spine link mod spines.
  int link(int pattern, int part, int sender) const;
  const Conflicts& conflicts() const { return conflicts_; }

 private:
  Conflicts conflicts_;
};

}  // namespace jacquard::stack
