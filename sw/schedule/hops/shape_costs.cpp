// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/shape_costs.hpp"

#include <algorithm>

namespace jacquard::schedule {
namespace {

int least_factor(int number) {
  int factor = 2;
  while (number % factor != 0) ++factor;
  return factor;
}

}  // namespace

ShapeCosts::ShapeCosts(const demand::QuantaMatrix& demand) : clock_(demand.clock()) {
  for (int port = 0; port < demand.ports(); ++port) {
    own_.slots = std::max(own_.slots, demand.at(port, port));
  }
  own_.busiest = own_.slots;
  own_.settings = own_.slots > 0;
  blocks_.emplace(1, RowBlocks(demand));
}

ShiftTime ShapeCosts::time(const PortShape& shape) {
  Digit all = own_;
  std::int64_t used = 0;
  int stride = 1;
  for (int k = 0; k < shape.digits(); ++k) {
    const Digit& own = digit(stride, shape.size(k));
    all.slots += own.slots;
    all.busiest += own.busiest;
    all.settings += own.settings;
    used += own.settings > 0;
    stride *= shape.size(k);
  }
  const base::Picoseconds least = clock_.makespan(all.slots, all.settings);
  const std::int64_t waits = std::max<std::int64_t>(0, used - 1);
  return {least, base::plus(least, base::times(clock_.wait(), waits)),
          clock_.makespan(all.busiest, all.settings)};
}

const RowBlocks& ShapeCosts::blocks(int stride) {
  const auto found = blocks_.find(stride);
  if (found != blocks_.end()) return found->second;
  const int factor = least_factor(stride);
  return blocks_.emplace(stride, blocks(stride / factor).joined(factor)).first->second;
}

const ShapeCosts::Digit& ShapeCosts::digit(int stride, int size) {
  const auto [place, is_new] = digits_.try_emplace({stride, size});
  Digit& digit = place->second;
  if (!is_new) return digit;
  const RowBlocks::DigitLoad load = blocks(stride).load(size);
  digit.busiest = load.busiest;
  for (const std::int64_t hold : load.holds) {
    digit.slots += hold;
    digit.settings += hold > 0;
  }
  return digit;
}

}  // namespace jacquard::schedule
