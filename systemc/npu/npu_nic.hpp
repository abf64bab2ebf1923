// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <systemc>
#include <vector>

#include "systemc/memory/memory.hpp"
#include "systemc/npu/adder.hpp"
#include "systemc/npu/link_receiver.hpp"
#include "systemc/npu/link_sender.hpp"
#include "systemc/rounds/link_out.hpp"

namespace jacquard::systemc {

// What of an NPU takes part in collectives, on the memory that its cores use: a controller for each
// link, and the adder of its vector unit.
class NpuNic final : public sc_core::sc_module {
 public:
  // The memory and the agenda outlive it.
  NpuNic(const sc_core::sc_module_name& name, const NicConfig& config, memory::Fidelity fidelity,
         Memory& memory, Agenda& agenda);

  bool has_link(const LinkOut& out) const { return senders_.count(out) > 0; }
  struct Landing {
    std::function<LinkReceiver::Landing(std::int64_t message)> decide;
    std::function<void(std::int64_t message, base::Bytes bytes)> done;
  };
  // Leads a link to another NIC, which gets a receiver for it.
  void join(const LinkOut& out, const LinkSender::Link& link, NpuNic& far, const Landing& landing);

  const std::map<LinkOut, std::unique_ptr<LinkSender>>& senders() const { return senders_; }
  const std::vector<std::unique_ptr<LinkReceiver>>& receivers() const { return receivers_; }
  LinkSender& sender(const LinkOut& out) { return *senders_.at(out); }
  Adder& adder() { return adder_; }
  // On the memory.
  int ports() const { return 1 + static_cast<int>(senders_.size() + receivers_.size()); }

 private:
  NicConfig config_;
  memory::Fidelity fidelity_;
  Memory& memory_;
  Agenda& agenda_;
  Adder adder_;
  std::map<LinkOut, std::unique_ptr<LinkSender>> senders_;
  std::vector<std::unique_ptr<LinkReceiver>> receivers_;
};

}  // namespace jacquard::systemc
