// SPDX-License-Identifier: Apache-2.0
// The part of C++20's std::span this project uses; goes away when SystemC is built as C++20.
#pragma once

#include <cstddef>
#include <vector>

namespace jacquard::base {

template <class T>
class Span {
 public:
  constexpr Span() = default;
  constexpr Span(T* data, std::size_t size) : data_(data), size_(size) {}
  template <class U>
  constexpr Span(std::vector<U>& v) : data_(v.data()), size_(v.size()) {}
  template <class U>
  constexpr Span(const std::vector<U>& v) : data_(v.data()), size_(v.size()) {}

  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }
  constexpr T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace jacquard::base
