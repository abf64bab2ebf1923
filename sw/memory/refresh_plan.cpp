// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/refresh_plan.hpp"

#include "jacquard/memory/bank_timing.hpp"
#include "jacquard/memory/burst_queues.hpp"

namespace jacquard::memory {

RefreshPlan::RefreshPlan(const MemoryConfig& config, Clock tREFI)
    : kind_(config.controller.refresh),
      every_group_(config.organisation.standard == Standard::ddr5),
      banks_per_group_(config.organisation.banks_per_group),
      groups_(config.organisation.stack_ids * config.organisation.bank_groups),
      interval_(tREFI),
      steps_(refresh_commands(config)) {
  if (kind_ == Refresh::per_bank) {
    targets_ = every_group_ ? banks_per_group_ : groups_ * banks_per_group_;
  }
  next();
}

base::Word RefreshPlan::banks_of(int target) const {
  if (kind_ == Refresh::all_bank) return base::low_mask(groups_ * banks_per_group_);
  if (!every_group_) return bit_of(target);
  base::Word banks = 0;
  for (int group = 0; group < groups_; ++group) banks |= bit_of(group * banks_per_group_ + target);
  return banks;
}

void RefreshPlan::aim(base::Word occupied) {
  if (banks_ != 0) return;
  int target = base::lowest_bit(left_);
  for (base::Word rest = left_; rest != 0; rest &= rest - 1) {
    if ((banks_of(base::lowest_bit(rest)) & occupied) != 0) continue;
    target = base::lowest_bit(rest);
    break;
  }
  left_ &= ~bit_of(target);
  banks_ = banks_of(target);
  if (kind_ == Refresh::all_bank) return;
  bank_ = target % banks_per_group_;
  group_ = every_group_ ? -1 : target / banks_per_group_;
}

std::int64_t RefreshPlan::periods_until(Clock until) const {
  return until <= due_ ? 0 : (until - due_) / interval_;
}

void RefreshPlan::skip(std::int64_t periods) {
  turn_ += periods * period() - 1;
  next();
}

void RefreshPlan::next() {
  banks_ = 0;
  if (left_ == 0) left_ = base::low_mask(targets_);
  if (kind_ == Refresh::none) {
    due_ = BankTiming::kNever;
    return;
  }
  ++turn_;
  // Whole intervals and a rest: nothing overflows before the clock itself does.
  due_ = turn_ / steps_ * interval_ + turn_ % steps_ * interval_ / steps_;
}

}  // namespace jacquard::memory
