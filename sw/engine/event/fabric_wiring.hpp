// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/at.hpp"
#include "jacquard/engine/event/divider.hpp"
#include "jacquard/engine/event/wiring.hpp"

namespace jacquard::engine {

// A link belongs to an NPU: it leaves it, or comes down to it from a switch. An NPU's links are its
// ports, those of dimension d from port_base(d) on: a ring's up and down, fully connected by
// distance less one, a switch's up and down. A dimension is a class of links.
class FabricWiring final : public Wiring {
 public:
  explicit FabricWiring(const topology::Fabric& fabric, const Disturbance& disturbance = {});

  // The lowest dimension first; round a ring the shorter way, up if equal, or as the channel says
  // in its own dimension, or the other way where a link of that way is gone. At a switch, Hop::to
  // is the NPU to which it will send.
  Hop next(const Hop& last, int target, rounds::Channel channel) const override;
  CastTree cast_tree(const std::vector<CastMember>& members,
                     rounds::Channel channel) const override;
  int dimension_of_digit(int stride, int radix) const override;
  std::int64_t links_of(int dimension) const override { return fabric_.links_in(dimension); }

 private:
  std::vector<std::int64_t> own_latencies() const override;
  std::int64_t disturbed_link(const Disturbance& disturbance, std::size_t index) const override;
  void remove_links(const Disturbance& disturbance);
  // Whether a ring's links from one place to another are all there, on the way up or down.
  bool is_whole(int from, int target, std::size_t dimension, bool up) const;
  bool way_round(int from, int target, std::size_t dimension, bool up) const;
  int digit(int npu, std::size_t d) const {
    return static_cast<int>(
        size_[d].remainder(stride_[d].quotient(static_cast<std::uint32_t>(npu))));
  }
  int port_base(int dimension) const { return base::at(port_base_, dimension); }
  std::int64_t link(int npu, int port) const { return std::int64_t{npu} * ports_ + port; }

  const topology::Fabric& fabric_;
  std::vector<int> port_base_;
  std::vector<Divider> stride_;
  std::vector<Divider> size_;
  std::vector<char> gone_;      // by link; empty: none is
  std::vector<char> has_gone_;  // by dimension
  std::string source_;          // of the disturbance
};

}  // namespace jacquard::engine
