// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace jacquard::systemc {

// Values under numbers that are used again, so that a call that waits holds a number alone.
template <class T>
class Slots {
 public:
  std::uint32_t keep(T value) {
    if (free_.empty()) {
      all_.push_back(std::move(value));
      return static_cast<std::uint32_t>(all_.size() - 1);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    all_[slot] = std::move(value);
    return slot;
  }
  T take(std::uint32_t slot) {
    free_.push_back(slot);
    return std::move(all_[slot]);
  }
  T& operator[](std::uint32_t slot) { return all_[slot]; }

 private:
  std::vector<T> all_;
  std::vector<std::uint32_t> free_;
};

}  // namespace jacquard::systemc
