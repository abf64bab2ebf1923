// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "systemc/circuit/circuit_switch.hpp"
#include "systemc/circuit/framing.hpp"
#include "systemc/circuit/link.hpp"
#include "systemc/circuit/losses.hpp"
#include "systemc/rounds/message_plane.hpp"

namespace jacquard::systemc {

// A crossbar with a port for every NPU, which makes a circuit for each message: in the order in
// which messages become ready, as soon as both ports are free, after a guard where either changes
// its partner.
class CircuitPlane final : public sc_core::sc_module, public TransferSink, public MessagePlane {
 public:
  CircuitPlane(const sc_core::sc_module_name& name, const PlaneShape& shape, LossSink& losses,
               Shuffle& shuffle, Delivered delivered);

  void request(int from, int to, base::Bytes bytes, std::int64_t id) override;
  void hold(std::vector<int> ports, std::function<void()> granted) override;
  // Settings of the ports are others' from now on: the next circuit of each has a guard.
  void release(const std::vector<int>& ports) override;

  void arrive(int port, const Transfer& transfer) override;

  const std::vector<PortUse>& outputs() const override { return switch_->outputs(); }
  CircuitsMade made() const override { return made_; }

 private:
  using Request = PortHolds::Message;
  struct Port {
    int partner = kNever;
    base::Picoseconds free{0};
  };
  static constexpr int kNever = -1;   // connected
  static constexpr int kOthers = -2;  // somebody had the port

  void connect_what_is_free();
  void begin(const Request& request);
  bool idle(int port) const;

  PlaneShape shape_;
  Delivered delivered_;
  PortHolds holds_;
  std::unique_ptr<CircuitSwitch> switch_;
  std::vector<std::unique_ptr<Link>> up_, down_;
  std::vector<Port> inputs_, outputs_;
  std::deque<Request> waiting_;
  CircuitsMade made_;
  std::vector<std::deque<std::int64_t>> flying_;  // ids of what is on its way from each input
  sc_core::sc_event free_;
};

}  // namespace jacquard::systemc
