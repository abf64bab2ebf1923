// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <systemc>
#include <vector>

#include "systemc/kernel/agenda.hpp"
#include "systemc/rounds/message_plane.hpp"

namespace jacquard::systemc {

// Links with queues, and a switch between them that never blocks: a message takes its sender's link
// when that is free, and its receiver's when its head is at the switch and that is free. Heads go
// on at once (cut-through). Of a sum the head goes on when that of the last part is there. Where
// the plane is not switched, only the sender's.
class LinkPlane final : public sc_core::sc_module, public MessagePlane {
 public:
  // The agenda outlives it.
  LinkPlane(const sc_core::sc_module_name& name, const PlaneShape& shape, Agenda& agenda,
            Delivered delivered);

  void request(int from, int to, base::Bytes bytes, std::int64_t id) override;
  bool adds_and_copies() const override { return shape_.switched; }
  base::Picoseconds request_part(int from, base::Bytes bytes, const SumOfParts& sum) override;
  void hold(std::vector<int> ports, std::function<void()> granted) override;
  void release(const std::vector<int>& ports) override;
  const std::vector<PortUse>& outputs() const override { return use_; }
  std::vector<PortUse> inputs() const override { return sent_; }

 private:
  using Message = PortHolds::Message;

  void add(int from, base::Bytes bytes, base::Picoseconds time, const SumOfParts& sum);
  // When the message leaves the port from which it enters its link.
  base::Picoseconds take_up_link(int from, base::Bytes bytes, base::Picoseconds time);
  void begin(const Message& message);
  void take_down_link(const Message& message, base::Picoseconds time);
  void end(const Message& message);
  void grant();

  PlaneShape shape_;
  Agenda& agenda_;
  Delivered delivered_;
  PortHolds holds_;
  std::vector<base::Picoseconds> up_free_, down_free_;
  std::vector<int> on_way_;  // messages that a port sends or receives
  std::vector<PortUse> use_, sent_;
  std::map<std::int64_t, int> added_;  // parts of each sum that are at the switch
};

}  // namespace jacquard::systemc
