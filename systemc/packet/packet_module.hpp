// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "systemc/packet/star.hpp"

namespace jacquard::systemc {

// A star as a SystemC module with one process. The star keeps its own time as long as nothing else
// in the simulation is due: each activation does everything up to the kernel's next pending
// activity, then waits for the star's own next event. So it costs the kernel an activation per
// activity of others, not one per packet, and is exact beside them.
class PacketModule final : public sc_core::sc_module {
 public:
  PacketModule(const sc_core::sc_module_name& name, const PacketParameters& parameters,
               base::Span<const demand::Flow> flows, const PacketRunOptions& options);

  const Star& star() const { return star_; }

 private:
  void proceed();

  Star star_;
};

}  // namespace jacquard::systemc
