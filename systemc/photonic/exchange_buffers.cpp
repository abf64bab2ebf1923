// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/exchange_buffers.hpp"

#include <algorithm>

#include "jacquard/base/divide_up.hpp"

namespace jacquard::systemc {

ExchangeBuffers::ExchangeBuffers(const ApplianceConfig& appliance,
                                 base::Span<const demand::Flow> flows,
                                 const std::vector<std::vector<std::size_t>>& order)
    : begin_(flows.size(), 0) {
  const auto line = static_cast<std::uint64_t>(appliance.module.cache.line.count());
  const auto block = static_cast<std::uint64_t>(appliance.interleave.count());
  const std::uint64_t round = block * order.size();
  std::uint64_t longest = 0;
  for (const std::vector<std::size_t>& own : order) {
    std::uint64_t at = 0;
    for (const std::size_t flow : own) {
      begin_[flow] = at;
      at += base::divide_up(static_cast<std::uint64_t>(flows[flow].size.count()), line) * line;
    }
    longest = std::max(longest, at);
  }
  // One block beyond whole rounds: the next buffer begins in the next module.
  const std::uint64_t stride = base::divide_up(longest, round) * round + block;
  for (std::size_t xpu = 0; xpu < order.size(); ++xpu) {
    for (const std::size_t flow : order[xpu]) begin_[flow] += xpu * stride;
  }
  end_ = stride * order.size();
}

}  // namespace jacquard::systemc
