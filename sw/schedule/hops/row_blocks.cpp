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

RowBlocks::DigitLoad RowBlocks::load(int size) const {
  const int blocks = ports_ / stride_;
  DigitLoad load{std::vector<std::int64_t>(base::index(size - 1), 0)};
  std::vector<std::int64_t> sent(base::index(size * stride_));
  std::vector<std::int64_t> all_sent(base::index(ports_), 0), all_got(base::index(ports_), 0);
  for (int b = 0; b < blocks; ++b) {
    std::fill(sent.begin(), sent.end(), 0);
    for (int to = 0, by = (size - b % size) % size; to < blocks; ++to) {
      add(block(b) + to * stride_, stride_, sent.data() + by * stride_);
      if (++by == size) by = 0;
    }
    for (int by = 1; by < size; ++by) {
      const auto ports = sent.begin() + by * stride_;
      std::int64_t& hold = base::at(load.holds, by - 1);
      hold = std::max(hold, *std::max_element(ports, ports + stride_));
      const int next = b - b % size + (b + by) % size;
      add(&*ports, stride_, all_sent.data() + b * stride_);
      add(&*ports, stride_, all_got.data() + next * stride_);
    }
  }
  load.busiest = std::max(*std::max_element(all_sent.begin(), all_sent.end()),
                          *std::max_element(all_got.begin(), all_got.end()));
  return load;
}

}  // namespace jacquard::schedule
