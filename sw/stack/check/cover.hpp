// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace jacquard::stack::check {

// Which bytes of a message have been sent.
class Cover {
 public:
  // How many of [from, to) had been sent before.
  std::int64_t add(std::int64_t from, std::int64_t to);
  bool is(std::int64_t bytes) const {
    return bytes == 0 || (sent_.size() == 1 && sent_[0].first == 0 && sent_[0].second >= bytes);
  }
  // The first byte that has not.
  std::int64_t gap() const { return sent_.empty() || sent_[0].first > 0 ? 0 : sent_[0].second; }
  void clear() { sent_.clear(); }

 private:
  std::vector<std::pair<std::int64_t, std::int64_t>> sent_;  // apart from each other, ascending
};

}  // namespace jacquard::stack::check
