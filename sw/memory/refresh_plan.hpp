// SPDX-License-Identifier: Apache-2.0
// When a refresh is due, and of which banks.
#pragma once

#include "jacquard/base/bitset.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::memory {

// The k-th refresh is due at k * tREFI / refresh_commands() on a fixed grid, so a late one puts off
// no other. Of one bank (HBM) or of the same bank of every group (DDR5): each has its turn once in
// a round, first those for which no burst waits.
class RefreshPlan {
 public:
  RefreshPlan(const MemoryConfig& config, Clock tREFI);

  Refresh kind() const { return kind_; }
  Clock due() const { return due_; }
  // Settles whose turn it is; `occupied`: the banks for which a burst waits. Holds until next().
  void aim(base::Word occupied);
  base::Word banks() const { return banks_; }  // 0: not settled
  int bank() const { return bank_; }           // of its group; -1: every bank
  int group() const { return group_; }         // -1: every group
  void next();                                 // the refresh was issued

  // Refreshes after which those of an idle channel repeat: whole rounds of the targets.
  std::int64_t period() const { return steps_; }
  // As after `periods` of them. Requires that none is settled.
  void skip(std::int64_t periods);
  // Whole periods of refreshes that are due from due() until `until`.
  std::int64_t periods_until(Clock until) const;

 private:
  base::Word banks_of(int target) const;

  Refresh kind_;
  bool every_group_;  // at a time
  int banks_per_group_, groups_;
  Clock interval_;      // in which all banks are refreshed
  std::int64_t steps_;  // commands in it
  std::int64_t turn_ = 0;
  int targets_ = 1;      // that are refreshed one at a time
  base::Word left_ = 0;  // targets of this round
  Clock due_ = 0;
  base::Word banks_ = 0;
  int bank_ = -1, group_ = -1;
};

}  // namespace jacquard::memory
