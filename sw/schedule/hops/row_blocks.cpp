// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/row_blocks.hpp"

#include <algorithm>

namespace jacquard::schedule {
namespace {

void add(const std::int64_t* from, int count, std::int64_t* to) {
  for (int i = 0; i < count; ++i) to[i] += from[i];
}

}  // namespace

RowBlocks::RowBlocks(const demand::QuantaMatrix& demand)
    : ports_(demand.ports()),
      stride_(1),
      sums_(demand.row_major().begin(), demand.row_major().end()) {}

RowBlocks RowBlocks::joined(int size) const {
  RowBlocks next(ports_, stride_ * size);
  next.sums_.assign(sums_.size() / base::index(size), 0);
  for (int b = 0; b < ports_ / stride_; ++b) {
    add(block(b), ports_, next.sums_.data() + base::cell(b / size, 0, ports_));
  }
  return next;
}

std::vector<std::int64_t> RowBlocks::holds(int size) const {
  const int blocks = ports_ / stride_;
  std::vector<std::int64_t> holds(base::index(size - 1), 0);
  std::vector<std::int64_t> sent(base::index(size * stride_));
  for (int b = 0; b < blocks; ++b) {
    std::fill(sent.begin(), sent.end(), 0);
    for (int to = 0, by = (size - b % size) % size; to < blocks; ++to) {
      add(block(b) + to * stride_, stride_, sent.data() + by * stride_);
      if (++by == size) by = 0;
    }
    for (int by = 1; by < size; ++by) {
      const auto ports = sent.begin() + by * stride_;
      std::int64_t& hold = base::at(holds, by - 1);
      hold = std::max(hold, *std::max_element(ports, ports + stride_));
    }
  }
  return holds;
}

}  // namespace jacquard::schedule
