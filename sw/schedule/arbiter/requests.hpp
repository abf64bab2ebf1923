// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"
#include "jacquard/demand/quanta_matrix.hpp"

namespace jacquard::schedule {

// What a slot arbiter sees: the occupancy of N x N virtual output queues. Bits are kept in the
// two arrangements that arbiters read (by output, by wrapped diagonal), and lengths
// with prefix sums. The bits change only when a queue becomes empty or ceases to be.
class Requests {
 public:
  explicit Requests(int ports);  // all queues empty; 1 <= ports <= demand::kMaxPorts
  explicit Requests(const demand::QuantaMatrix& demand);

  int ports() const { return ports_; }
  std::int64_t length(int input, int output) const { return lengths_[cell(input, output)]; }
  std::int64_t total(int input) const { return base::at(totals_, input); }
  const base::BitMatrix& by_output() const { return by_output_; }  // row j, bit i
  // Row d, bit i: queue (i, (i + d) mod N). No two bits of a row share an input or an output.
  const base::BitMatrix& by_diagonal() const { return by_diagonal_; }

  void add(int input, int output, std::int64_t cells = 1);
  void remove_one(int input, int output);  // requires length(input, output) > 0

  // The output of an input's cell `rank`, 0 <= rank < total(input), counting its queues in order of
  // output. O(log N): a descent in a Fenwick tree.
  int output_of_cell(int input, std::int64_t rank) const;

 private:
  std::size_t cell(int input, int output) const { return base::cell(input, output, ports_); }
  int diagonal(int input, int output) const {
    return output >= input ? output - input : output - input + ports_;
  }
  void update_sums(int input, int output, std::int64_t cells);

  int ports_;
  base::BitMatrix by_output_;
  base::BitMatrix by_diagonal_;
  std::vector<std::int64_t> lengths_;
  std::vector<std::int64_t> totals_;
  std::vector<std::int64_t> sums_;  // Fenwick tree of each row: N nodes, node k at index k - 1
};

}  // namespace jacquard::schedule
