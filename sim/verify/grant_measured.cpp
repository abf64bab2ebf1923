// SPDX-License-Identifier: Apache-2.0
// What a contract leaves to be measured.
#include <algorithm>

#include "jacquard/rtl/pins.hpp"
#include "sim/verify/grant_bench.hpp"

namespace jacquard::verify {
namespace {

constexpr int kLongestMeasured = 16;

}  // namespace

Contract GrantBench::measured() {
  reset({});
  if (contract_.latency < 0) {
    contract_.latency = 0;
    contract_.latency = contract_.ends == Ends::done ? 0 : measured_latency();
  }
  if (contract_.order == Order::measured) contract_.order = measured_order();
  if (contract_.grant == GrantMeans::measured) contract_.grant = measured_grant();
  if (contract_.stable == Stable::measured) {
    contract_.stable = Stable::no;
    contract_.stable = keeps_offers() ? Stable::index : Stable::valid;
  }
  fault_.reset();
  cover_ = fresh_cover();
  return contract_;
}

int GrantBench::measured_latency() {
  reset({});
  const Lanes none(now_.lanes.size(), 0);
  const auto answer = [&] {
    return significant(device_->step(drive(~base::Word{0}, none, false), false));
  };
  std::uint64_t silence = 0;
  for (int k = 0; k < kResetClocks; ++k) silence = answer();
  set(now_.lanes, 0, true);
  for (int k = 0; k < kLongestMeasured; ++k) {
    if (answer() != silence) return k;
  }
  return 0;
}

// Fixed where the first of all from each requester on is granted, from either end.
Order GrantBench::measured_order() {
  const int last = shape_.requesters() - 1;
  const auto wins = [&](int winner, int from, int to) {
    Wish wish{Lanes(now_.lanes.size(), 0), {}};
    for (int r = from; r <= to; ++r) set(wish.asks, r, true);
    reset({wish});
    for (int k = 0; k <= contract_.latency; ++k) clock(wish);
    return has(last_, winner);
  };
  bool lowest = true, highest = true;
  for (int r = 0; r <= last; ++r) {
    lowest = lowest && wins(r, r, last);
    highest = highest && wins(r, 0, r);
  }
  return lowest ? Order::fixed : highest ? Order::fixed_high : Order::any;
}

// Valid without ready, and no grant: the grant waits for ready. Where valid does so too, likewise.
GrantMeans GrantBench::measured_grant() {
  reset({});
  set(now_.lanes, 0, true);
  const rtl::Pins in = drive(0, Lanes(now_.lanes.size(), 0), false);
  for (int k = 0; k <= contract_.latency; ++k) {
    const rtl::Pins& out = device_->step(in, false);
    for (int r = 0; r < gnt_.count; ++r) {
      if (rtl::get_bits(out.data(), gnt_.at + r, 1) != 0) return GrantMeans::offer;
    }
  }
  return GrantMeans::transfer;
}

// Each requester's offer is not taken in its first clock; then all others ask too.
bool GrantBench::keeps_offers() {
  for (int r = 0; r < shape_.requesters(); ++r) {
    Wish first{Lanes(now_.lanes.size(), 0), {}, 0};
    set(first.asks, r, true);
    if (kind_ == rtl::RtlKind::allocator) first.dest.assign(now_.dest.size(), 0);
    Wish all = first;
    all.asks.assign(all.asks.size(), base::low_mask(shape_.lanes));
    reset({first});
    for (int k = 0; k <= contract_.latency; ++k) clock(first);
    if (!has(last_, r)) continue;  // nothing shows without ready
    arrive(all);
    for (int k = 0; k <= contract_.latency; ++k) clock(all);
    if (!has(last_, r)) return false;
  }
  return true;
}

}  // namespace jacquard::verify
