// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace jacquard::systemc {

// A first-in first-out queue in a power-of-two array that doubles when full, so that a simulation
// soon stops to allocate.
template <class T>
class Ring {
 public:
  bool empty() const { return head_ == tail_; }
  std::size_t size() const { return tail_ - head_; }
  const T& front() const { return items_[head_ & mask_]; }

  void push(const T& item) {
    if (size() == items_.size()) grow();
    items_[tail_++ & mask_] = item;
  }
  T pop() { return items_[head_++ & mask_]; }

 private:
  void grow() {
    std::vector<T> larger(items_.empty() ? 64 : 2 * items_.size());
    const std::size_t count = size();
    for (std::size_t i = 0; i < count; ++i) larger[i] = items_[(head_ + i) & mask_];
    items_ = std::move(larger);
    mask_ = items_.size() - 1;
    head_ = 0;
    tail_ = count;
  }

  std::vector<T> items_;
  std::size_t mask_ = 0;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

}  // namespace jacquard::systemc
