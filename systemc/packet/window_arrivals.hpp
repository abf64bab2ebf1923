// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/packet/packet.hpp"

namespace jacquard::systemc {

// What comes to a switch within a window, put in the order of time, of equal times by port: a radix
// sort, which is stable, of what is added port by port.
class WindowArrivals {
 public:
  struct Arrival {
    std::uint32_t offset;  // from the window's start
    std::uint32_t port;
    Packet packet;
  };
  static constexpr Ps kLongestWindow = Ps{1} << 30;

  // The window begins at `start` and is at most kLongestWindow.
  void begin(Ps start) {
    start_ = start;
    last_ = 0;
    items_.clear();
  }
  void add(std::uint32_t port, const Travelling& packet) {
    const auto offset = static_cast<std::uint32_t>(packet.arrival - start_);
    last_ = std::max(last_, offset);
    items_.push_back({offset, port, packet.packet});
  }
  const std::vector<Arrival>& in_order() {
    if (items_.size() < kFew) {
      std::stable_sort(items_.begin(), items_.end(),
                       [](const Arrival& a, const Arrival& b) { return a.offset < b.offset; });
      return items_;
    }
    other_.resize(items_.size());
    for (int shift = 0; shift == 0 || last_ >> shift > 0; shift += kDigit) sort_by_digit(shift);
    return items_;
  }
  Ps time_of(const Arrival& arrival) const { return start_ + arrival.offset; }

 private:
  static constexpr std::size_t kFew = 48;  // fewer are sorted sooner by comparing
  static constexpr int kDigit = 9;         // bits: two digits are a window of 262 ns

  void sort_by_digit(int shift) {
    constexpr std::uint32_t mask = (1U << kDigit) - 1;
    std::array<std::uint32_t, mask + 1> place{};
    for (const Arrival& a : items_) ++place[a.offset >> shift & mask];
    std::uint32_t sum = 0;
    for (std::uint32_t& p : place) {
      const std::uint32_t count = p;
      p = sum;
      sum += count;
    }
    for (const Arrival& a : items_) other_[place[a.offset >> shift & mask]++] = a;
    items_.swap(other_);
  }

  Ps start_ = 0;
  std::uint32_t last_ = 0;
  std::vector<Arrival> items_, other_;
};

}  // namespace jacquard::systemc
