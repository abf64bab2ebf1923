// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/profile/flash_decoding.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "jacquard/base/divide_up.hpp"

namespace jacquard::serve {
namespace {

constexpr std::size_t kFewest = 16;  // sequences
constexpr int kMostSplits = 128;     // of the kernel's heuristic
constexpr double kFull = 0.8;        // share of its slots that makes it not split
constexpr double kGood = 0.85;       // of the best efficiency
constexpr double kBytesOfValue = 2;  // keys and values in bf16
constexpr double kLaunch = 8;        // us, and 0.5 us to begin a part: fitted
constexpr double kBeginPart = 0.5;
constexpr double kAloneBytesPerUs = 20e3;  // that one processor reads: fitted

// Keys that a part's loop takes at a time.
int key_block(int head_size) { return head_size <= 64 ? 256 : head_size <= 128 ? 128 : 64; }

}  // namespace

int captured_batch(int sequences) {
  constexpr int kSmall = 4;
  constexpr int kStep = 8;
  if (sequences <= 2) return sequences;
  if (sequences <= kSmall) return kSmall;
  return base::divide_up(sequences, kStep) * kStep;
}

bool FlashDecoding::applies(const std::vector<int>& contexts) const {
  return setup_.processors > 0 && setup_.kv_heads > 0 && setup_.head_size > 0 &&
         setup_.bytes_per_us > 0 && contexts.size() >= kFewest;
}

int FlashDecoding::splits(int sequences) const {
  const int heads = sequences * setup_.kv_heads;
  const int slots = 2 * setup_.processors;
  if (heads >= kFull * slots) return 1;
  const int blocks = base::divide_up(std::max(setup_.longest, 1), key_block(setup_.head_size));
  const int most = std::min({kMostSplits, slots, blocks});
  const auto eligible = [&](int n) {
    return n == 1 || base::divide_up(blocks, n) != base::divide_up(blocks, n - 1);
  };
  const auto efficiency = [&](int n) {
    const double waves = static_cast<double>(heads) * n / slots;
    return waves / std::ceil(waves);
  };
  double best = 0;
  for (int n = 1; n <= most; ++n) {
    if (eligible(n)) best = std::max(best, efficiency(n));
  }
  for (int n = 1; n <= most; ++n) {
    if (eligible(n) && efficiency(n) >= kGood * best) return n;
  }
  return 1;
}

double FlashDecoding::us(const std::vector<int>& contexts) const {
  const int block = key_block(setup_.head_size);
  const double key = 2 * kBytesOfValue * setup_.head_size;
  const auto slots = static_cast<std::size_t>(setup_.processors);
  const double shared = setup_.bytes_per_us / setup_.processors;
  // Beginning a part is as long as reading what its share of the memory gives meanwhile.
  const double begin = kBeginPart * std::min(kAloneBytesPerUs, shared);
  const int n = splits(captured_batch(static_cast<int>(contexts.size())));
  parts_.clear();
  const auto add = [&](int context) {
    const int per_part = base::divide_up(base::divide_up(context, block), n) * block;
    for (int at = 0; at < context; at += per_part) {
      parts_.push_back(begin + key * std::min(per_part, context - at));
    }
  };
  // Unsplit, all sequences of a head come before the next head; split, all heads of a sequence.
  for (int head = 0; n == 1 && head < setup_.kv_heads; ++head) {
    for (const int context : contexts) add(context);
  }
  for (const int context : contexts) {
    for (int head = 0; n > 1 && head < setup_.kv_heads; ++head) add(context);
  }

  // While parts wait, every processor has one and all read alike: ends in bytes read by each.
  std::size_t next = std::min(slots, parts_.size());
  ends_.assign(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(next));
  std::make_heap(ends_.begin(), ends_.end(), std::greater<>());
  double read = 0;
  for (; next < parts_.size(); ++next) {
    std::pop_heap(ends_.begin(), ends_.end(), std::greater<>());
    read = ends_.back();
    ends_.back() += parts_[next];
    std::push_heap(ends_.begin(), ends_.end(), std::greater<>());
  }
  double us = read / std::min(kAloneBytesPerUs, shared);
  // Then fewer and fewer share the bandwidth.
  std::sort(ends_.begin(), ends_.end());
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    const auto active = static_cast<double>(ends_.size() - i);
    us += (ends_[i] - read) / std::min(kAloneBytesPerUs, setup_.bytes_per_us / active);
    read = ends_[i];
  }
  return kLaunch + us;
}

}  // namespace jacquard::serve
