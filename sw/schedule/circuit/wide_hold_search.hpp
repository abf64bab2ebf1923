// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jacquard/schedule/circuit/residue.hpp"
#include "jacquard/schedule/matching/gain_matching.hpp"

namespace jacquard::schedule {

// HoldSearch for so many ports that a matching for every hold that may be best would take minutes.
// What a hold can serve only falls as the demand is served, so what was found for earlier settings
// still bounds it. For a setting the last hold is tried, then those that by these bounds could
// serve most per slot, a few of them. The matching is the heaviest for its hold, as there.
template <class Count>
class WideHoldSearch {
 public:
  // Keeps a reference to `residue`, whose entries only fall; delta is the guard in slots, >= 0.
  WideHoldSearch(const Residue& residue, double delta);

  static constexpr int kMostPorts = 1024;  // prices of finished pairs are below it
  // Whether weights of so large entries are far from what numbers hold.
  static bool fits(int ports, std::int64_t largest) {
    return ports <= kMostPorts && largest < std::numeric_limits<Count>::max() / 16;
  }

  // The hold, 1..longest, for what is left now, which must not be nothing.
  std::int64_t full(std::int64_t longest);
  const Matching& columns() const { return columns_; }

 private:
  struct Tried {
    std::int64_t hold;
    double serves;  // at most
  };

  void list_holds();
  void follow();
  void finish_most();
  void solve_for(std::int64_t hold);
  void try_hold(std::size_t k, std::int64_t longest);
  void take_best_hold_of(const Matching& columns, std::int64_t longest);
  double rate(double served, std::int64_t hold) const {
    return served / (static_cast<double>(hold) + delta_);
  }

  const Residue& residue_;
  double delta_;
  std::size_t n_;
  GainMatching<Count> matching_;
  GainMatching<Count> finishing_;
  std::vector<Count> left_;  // as the residue has it
  std::vector<Count> weights_;
  std::vector<Count> finished_;
  std::vector<Count> best_price_;
  std::vector<Tried> holds_;  // ascending
  std::vector<std::int64_t> lengths_;
  Matching columns_;
  double best_rate_ = -1;
  std::int64_t best_hold_ = 0;
  int spare_ = 256;  // tries beyond a few for a setting: where settings are few, nearly all
  std::int64_t solved_hold_ = 0;  // what weights_ and matching_ are for
};

}  // namespace jacquard::schedule
