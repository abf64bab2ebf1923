// SPDX-License-Identifier: Apache-2.0
// A photonic appliance: modules with an XPU on each port, which share all memory through a switch.
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "jacquard/memory/interleave.hpp"
#include "systemc/photonic/appliance_config.hpp"
#include "systemc/photonic/digital_switch.hpp"
#include "systemc/photonic/module.hpp"

namespace jacquard::systemc {

class Appliance : public sc_core::sc_module {
 public:
  using Done = CachedMemory::Done;

  // Throws ConfigError as require_consistent() does. `arbiter`: of the switch, null for the one
  // that the configuration names, which is then none of RTL.
  Appliance(const sc_core::sc_module_name& name, const ApplianceConfig& config, std::uint64_t seed,
            std::unique_ptr<schedule::Arbiter> arbiter = nullptr);

  int xpus() const { return static_cast<int>(modules_.size()); }

  // An access of an XPU to the shared memory: over the lanes of its port, to the module that has
  // the address, through the switch where that is another one, and back. An access over several
  // blocks goes to each of them. `done`: the XPU has the last bit of the last response.
  void ask(int xpu, const memory::Access& access, Done done);

  // From XPU to XPU, through the switch and past all memory.
  void send(int from, int to, base::Bytes payload, Done arrived);

  // Makes every line of the bytes present, in no time and without traffic.
  void warm(std::uint64_t address, base::Bytes bytes);

  const Module& module(int index) const { return *base::at(modules_, index); }
  const DigitalSwitch& fabric() const { return fabric_; }

 private:
  void ask_home(int xpu, const memory::Access& access, int home, Done done);

  ApplianceConfig config_;
  memory::Interleave space_;
  std::vector<std::unique_ptr<Module>> modules_;
  DigitalSwitch fabric_;
};

}  // namespace jacquard::systemc
