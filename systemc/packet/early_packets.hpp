// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jacquard::systemc {

// Which packets of a flow came before one that is still missing: a ring of bits, as wide as they
// ever were ahead.
class EarlyPackets {
 public:
  // False if it is there already. `expected`: the one that is missing, before `sequence`.
  bool add(std::uint32_t sequence, std::uint32_t expected) {
    if (sequence - expected >= bits_.size()) grow(sequence, expected);
    if (bits_[place(sequence)]) return false;
    bits_[place(sequence)] = true;
    ++count_;
    return true;
  }
  // Takes `sequence` and those that follow it without a gap; returns the next that is missing.
  std::uint32_t take_from(std::uint32_t sequence) {
    while (count_ > 0 && bits_[place(sequence)]) {
      bits_[place(sequence++)] = false;
      --count_;
    }
    return sequence;
  }

 private:
  std::size_t place(std::uint32_t sequence) const { return sequence & (bits_.size() - 1); }
  void grow(std::uint32_t sequence, std::uint32_t expected) {
    std::size_t size = bits_.empty() ? 64 : bits_.size();
    while (size <= sequence - expected) size *= 2;
    std::vector<bool> wider(size);
    for (std::uint32_t s = expected; s - expected < bits_.size(); ++s) {
      wider[s & (size - 1)] = bits_[place(s)];
    }
    bits_ = std::move(wider);
  }

  std::vector<bool> bits_;
  std::uint32_t count_ = 0;
};

}  // namespace jacquard::systemc
