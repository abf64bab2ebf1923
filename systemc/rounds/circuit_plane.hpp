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

namespace jacquard::systemc {

// A crossbar with a port for every NPU, which makes a circuit for each message: in the order in
// which messages become ready, as soon as both ports are free, after a guard where either changes
// its partner.
class CircuitPlane final : public sc_core::sc_module, public TransferSink {
 public:
  struct Shape {
    int ports = 0;
    Framing framing;
    base::Picoseconds up{0};    // NPU to crossbar
    base::Picoseconds down{0};  // crossbar to NPU
    base::Picoseconds guard{0};
  };
  // `delivered`: the last bit of the message `id` is in.
  CircuitPlane(const sc_core::sc_module_name& name, const Shape& shape, LossSink& losses,
               Shuffle& shuffle, std::function<void(std::int64_t id)> delivered);

  // Message `id` (any number from 0) is ready now.
  void request(int from, int to, base::Bytes bytes, std::int64_t id);

  void arrive(int port, const Transfer& transfer) override;

  const std::vector<PortUse>& outputs() const { return switch_->outputs(); }

 private:
  struct Request {
    int from;
    int to;
    base::Bytes bytes;
    std::int64_t id;
  };
  struct Port {
    int partner = -1;
    base::Picoseconds free{0};
  };
  struct Ways;

  void connect_what_is_free();
  void begin(const Request& request);

  Shape shape_;
  std::function<void(std::int64_t)> delivered_;
  std::unique_ptr<CircuitSwitch> switch_;
  std::vector<std::unique_ptr<Link>> up_, down_;
  std::vector<Port> inputs_, outputs_;
  std::deque<Request> waiting_;
  std::vector<std::deque<std::int64_t>> flying_;  // ids of what is on its way from each input
  sc_core::sc_event free_;
};

}  // namespace jacquard::systemc
