// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arbiter/requests.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {

Requests::Requests(int ports)
    : ports_(ports),
      by_output_(ports, ports),
      by_diagonal_(ports, ports),
      lengths_(static_cast<std::size_t>(ports) * static_cast<std::size_t>(ports), 0),
      totals_(static_cast<std::size_t>(ports), 0),
      sums_(lengths_.size(), 0) {}

Requests::Requests(const demand::QuantaMatrix& demand) : Requests(demand.ports()) {
  for (int i = 0; i < ports_; ++i) {
    for (int j = 0; j < ports_; ++j) {
      if (demand.at(i, j) > 0) add(i, j, demand.at(i, j));
    }
  }
}

void Requests::add(int input, int output, std::int64_t cells) {
  std::int64_t& length = lengths_[cell(input, output)];
  if (length == 0) {
    by_output_.set(output, input);
    by_diagonal_.set(diagonal(input, output), input);
  }
  length += cells;
  update_sums(input, output, cells);
}

void Requests::remove_one(int input, int output) {
  std::int64_t& length = lengths_[cell(input, output)];
  length -= 1;
  if (length == 0) {
    by_output_.reset(output, input);
    by_diagonal_.reset(diagonal(input, output), input);
  }
  update_sums(input, output, -1);
}

void Requests::update_sums(int input, int output, std::int64_t cells) {
  base::at(totals_, input) += cells;
  std::int64_t* const tree = sums_.data() + cell(input, 0);
  for (int node = output + 1; node <= ports_; node += node & -node) tree[node - 1] += cells;
}

int Requests::output_of_cell(int input, std::int64_t rank) const {
  const std::int64_t* const tree = sums_.data() + cell(input, 0);
  int before = 0;  // outputs known to lie before the cell
  for (int step = 1 << base::highest_bit(static_cast<base::Word>(ports_)); step > 0; step /= 2) {
    const int node = before + step;
    if (node <= ports_ && tree[node - 1] <= rank) {
      rank -= tree[node - 1];
      before = node;
    }
  }
  return before;
}

}  // namespace jacquard::schedule
