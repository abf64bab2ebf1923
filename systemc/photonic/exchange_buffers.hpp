// SPDX-License-Identifier: Apache-2.0
// Where in an appliance's memory the flows of an exchange are written.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/demand/flow.hpp"
#include "systemc/photonic/appliance_config.hpp"

namespace jacquard::systemc {

// Each sender has a buffer, which begins in its module. Its flows lie there one after another, in
// the order that it writes them, each from a line of the cache on.
class ExchangeBuffers {
 public:
  // `order`: the numbers of each XPU's flows, as it writes them.
  ExchangeBuffers(const ApplianceConfig& appliance, base::Span<const demand::Flow> flows,
                  const std::vector<std::vector<std::size_t>>& order);

  std::uint64_t of_flow(std::size_t flow) const { return begin_[flow]; }
  std::uint64_t end() const { return end_; }

 private:
  std::vector<std::uint64_t> begin_;
  std::uint64_t end_ = 0;
};

}  // namespace jacquard::systemc
