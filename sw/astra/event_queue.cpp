// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/event_queue.hpp"

#include "jacquard/astra/input_error.hpp"

namespace jacquard::astra {

void EventQueue::too_late() {
  throw InputError(InputFile::workload,
                   {"", "", "a run of at most 106 days of simulated time", "a longer one",
                    "mind comm_size, num_ops, tensor_size, bandwidths, latencies, scales"});
}

std::uint32_t EventQueue::bucket_of(Tick time) {
  if (last_.time == time) return last_.bucket;
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = home(time);
  while (slots_[at].time != kNone && slots_[at].time != time) at = (at + 1) & mask;
  if (slots_[at].time == kNone) {
    std::uint32_t bucket = 0;
    if (unused_.empty()) {
      bucket = static_cast<std::uint32_t>(buckets_.size());
      buckets_.emplace_back();
    } else {
      bucket = unused_.back();
      unused_.pop_back();
    }
    slots_[at] = {time, bucket};
    times_.push(time);
    last_ = slots_[at];
    if (++used_ * 2 > slots_.size()) grow();
    return last_.bucket;
  }
  last_ = slots_[at];
  return last_.bucket;
}

void EventQueue::forget(Tick time) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t hole = home(time);
  while (slots_[hole].time != time) hole = (hole + 1) & mask;
  // Entries that were pushed past the hole move back, so that look-ups need no tombstones.
  for (std::size_t at = (hole + 1) & mask; slots_[at].time != kNone; at = (at + 1) & mask) {
    if (((at - home(slots_[at].time)) & mask) >= ((at - hole) & mask)) {
      slots_[hole] = slots_[at];
      hole = at;
    }
  }
  slots_[hole].time = kNone;
  --used_;
  if (last_.time == time) last_.time = kNone;
}

void EventQueue::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.time == kNone) continue;
    std::size_t at = home(slot.time);
    while (slots_[at].time != kNone) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace jacquard::astra
