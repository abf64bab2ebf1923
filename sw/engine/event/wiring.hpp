// SPDX-License-Identifier: Apache-2.0
// The links of a fabric as the event engine numbers them, and the way from NPU to NPU.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/demand/rounds/round_graph.hpp"
#include "jacquard/engine/disturbance.hpp"
#include "jacquard/engine/event/divider.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::engine {

// A link belongs to an NPU: it leaves it, or comes down to it from a switch. An NPU's links are its
// ports, those of dimension d from port_base(d) on: a ring's up and down, fully connected by
// distance less one, a switch's up and down. Number of a link: NPU x ports() + port.
class Wiring {
 public:
  explicit Wiring(const topology::Fabric& fabric);

  struct Hop {
    std::int64_t link = 0;
    int dimension = 0;
    int to = 0;              // the NPU, or the NPU to which a switch will send
    bool at_switch = false;  // `to` is not reached yet
    bool stores = false;     // whoever is there waits for the whole message, if he stores first
  };
  // The next link of a message that is at NPU `at`, or at the switch of `dimension` that sends to
  // it, and goes to `target`; the lowest dimension first, round a ring the shorter way, up if
  // equal, or as the channel says in its own dimension. Requires at != target unless at a switch.
  Hop next(int at, bool at_switch, int dimension, int target, demand::Channel channel) const;

  const topology::Fabric& fabric() const { return fabric_; }
  int ports() const { return ports_; }
  int port_base(int dimension) const { return port_base_[static_cast<std::size_t>(dimension)]; }
  std::int64_t links() const { return std::int64_t{fabric_.npus()} * ports_; }
  std::int64_t links_of(int dimension) const;

  // Latency of every link, with the disturbance's. Throws ConfigError for what is no link.
  std::vector<std::int64_t> latencies(const Disturbance& disturbance) const;

 private:
  int digit(int npu, std::size_t d) const {
    return static_cast<int>(
        size_[d].remainder(stride_[d].quotient(static_cast<std::uint32_t>(npu))));
  }
  std::int64_t link(int npu, int port) const { return std::int64_t{npu} * ports_ + port; }
  std::int64_t disturbed_link(const Disturbance::Link& link, std::size_t index) const;

  const topology::Fabric& fabric_;
  int ports_ = 0;
  std::vector<int> port_base_;
  std::vector<Divider> stride_;
  std::vector<Divider> size_;
};

}  // namespace jacquard::engine
