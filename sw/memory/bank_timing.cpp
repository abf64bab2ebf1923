// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/bank_timing.hpp"

#include <algorithm>

namespace jacquard::memory {
namespace {

constexpr std::size_t kRead = 0, kWrite = 1;

}  // namespace

BankTiming::BankTiming(const Organisation& organisation, const Timing& timing)
    : t_(clocks_of(timing, organisation)), burst_(organisation.burst_clocks()) {
  const auto banks = base::index(organisation.banks());
  const auto groups = base::index(organisation.stack_ids * organisation.bank_groups);
  for (std::size_t bank = 0; bank < banks; ++bank) {
    group_of_.push_back(static_cast<int>(bank) / organisation.banks_per_group);
  }
  for (auto* of_banks : {&activate_, &precharge_, &refreshed_, &opened_[kRead], &opened_[kWrite]}) {
    of_banks->resize(banks);
  }
  for (auto* of_groups : {&group_activate_, &turned_to_read_, &column_[kRead], &column_[kWrite]}) {
    of_groups->resize(groups);
  }
}

void BankTiming::activate(int bank, Clock clock) {
  base::at(opened_[kRead], bank) = clock + t_.tRCDRD;
  base::at(opened_[kWrite], bank) = clock + t_.tRCDWR;
  base::at(precharge_, bank) = clock + t_.tRAS;
  not_before(base::at(activate_, bank), clock + t_.tRC);
  not_before(base::at(group_activate_, group_of(bank)), clock + t_.tRRD_L);
  not_before(activate_any_, clock + t_.tRRD_S);
  not_before(bank_refresh_, clock + t_.tRRD_S);
  base::at(window_, oldest_) = clock + t_.tFAW;
  oldest_ = (oldest_ + 1) % window_.size();
}

void BankTiming::precharge(int bank, Clock clock) {
  not_before(base::at(activate_, bank), clock + t_.tRP);
}

Clock BankTiming::column(int bank, Direction direction, Clock clock) {
  const int group = group_of(bank);
  not_before(column_any_, clock + t_.tCCD_S);
  if (direction == Direction::read) {
    const Clock end = clock + t_.tCL + burst_;
    not_before(base::at(column_[kRead], group), clock + t_.tCCD_L);
    not_before(turned_[kWrite], clock + t_.tRTW);
    not_before(base::at(precharge_, bank), clock + t_.tRTP);
    return end;
  }
  const Clock end = clock + t_.tCWL + burst_;
  not_before(base::at(column_[kWrite], group), clock + t_.tCCD_L_WR);
  not_before(turned_[kRead], end + t_.tWTR_S);
  not_before(base::at(turned_to_read_, group), end + t_.tWTR_L);
  not_before(base::at(precharge_, bank), end + t_.tWR);
  return end;
}

void BankTiming::refresh(base::Word banks, bool all, Clock clock) {
  const Clock end = clock + (all ? t_.tRFC : t_.tRFC_B);
  for (; banks != 0; banks &= banks - 1) {
    const int bank = base::lowest_bit(banks);
    base::at(activate_, bank) = end;
    base::at(refreshed_, bank) = end;
  }
  not_before(refreshed_all_, end);
  if (all) return;
  not_before(activate_any_, clock + t_.tRREFD);
  not_before(bank_refresh_, clock + t_.tRREFD);
}

}  // namespace jacquard::memory
