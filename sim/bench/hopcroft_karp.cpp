// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/hopcroft_karp.hpp"

#include <algorithm>

namespace jacquard::bench {
namespace {

constexpr int kNone = -1;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

HopcroftKarp::HopcroftKarp(int ports)
    : ports_(ports),
      columns_(at(ports) * at(ports)),
      first_(at(ports) + 1),
      next_(at(ports)),
      layer_(at(ports)),
      queue_(at(ports)),
      row_of_(at(ports)),
      column_of_(at(ports)) {}

const schedule::Matching& HopcroftKarp::solve(base::Span<const std::int64_t> counts) {
  build(counts);
  match_greedily();
  while (layer()) {
    std::copy(first_.begin(), first_.end() - 1, next_.begin());
    for (int row = 0; row < ports_; ++row) {
      if (column_of_[at(row)] == kNone) augment(row);
    }
  }
  return column_of_;
}

void HopcroftKarp::build(base::Span<const std::int64_t> counts) {
  int* end = columns_.data();
  const std::int64_t* count = counts.data();
  for (int row = 0; row < ports_; ++row) {
    first_[at(row)] = static_cast<int>(end - columns_.data());
    for (int column = 0; column < ports_; ++column) {
      *end = column;  // kept only if the pair exists: no branch to mispredict
      end += *count++ != 0;
    }
  }
  first_[at(ports_)] = static_cast<int>(end - columns_.data());
}

void HopcroftKarp::match_greedily() {
  std::fill(row_of_.begin(), row_of_.end(), kNone);
  for (int row = 0; row < ports_; ++row) {
    column_of_[at(row)] = kNone;
    for (int k = first_[at(row)]; k < first_[at(row) + 1]; ++k) {
      const int column = columns_[at(k)];
      if (row_of_[at(column)] != kNone) continue;
      row_of_[at(column)] = row;
      column_of_[at(row)] = column;
      break;
    }
  }
}

// Distance of every row from the free ones, as far as the first free column. False if no free
// column is within reach.
bool HopcroftKarp::layer() {
  std::size_t tail = 0;
  for (int row = 0; row < ports_; ++row) {
    const bool is_free = column_of_[at(row)] == kNone;
    layer_[at(row)] = is_free ? 0 : kNone;
    if (is_free) queue_[tail++] = row;
  }
  int last = ports_;  // rows beyond the layer that meets a free column are of no use
  for (std::size_t head = 0; head < tail; ++head) {
    const int row = queue_[head];
    if (layer_[at(row)] > last) break;
    for (int k = first_[at(row)]; k < first_[at(row) + 1]; ++k) {
      const int owner = row_of_[at(columns_[at(k)])];
      if (owner == kNone) {
        last = layer_[at(row)];
      } else if (layer_[at(owner)] == kNone) {
        layer_[at(owner)] = layer_[at(row)] + 1;
        queue_[tail++] = owner;
      }
    }
  }
  return last < ports_;
}

bool HopcroftKarp::augment(int row) {
  for (int& k = next_[at(row)]; k < first_[at(row) + 1]; ++k) {
    const int column = columns_[at(k)];
    const int owner = row_of_[at(column)];
    if (owner != kNone && (layer_[at(owner)] != layer_[at(row)] + 1 || !augment(owner))) continue;
    row_of_[at(column)] = row;
    column_of_[at(row)] = column;
    return true;
  }
  layer_[at(row)] = kNone;
  return false;
}

}  // namespace jacquard::bench
