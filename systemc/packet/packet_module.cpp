// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/packet_module.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

sc_core::sc_time kernel_time(Ps time) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time));
}

// Times of the kernel as those of the star; what is beyond them is never.
Ps star_time(const sc_core::sc_time& time) {
  return static_cast<Ps>(std::min(time.value(), static_cast<sc_dt::uint64>(kNever)));
}

}  // namespace

PacketModule::PacketModule(const sc_core::sc_module_name& name, const PacketParameters& parameters,
                           base::Span<const demand::Flow> flows, const PacketRunOptions& options)
    : sc_module(name), star_(parameters, flows, options) {
  JQ_CHECK(sc_core::sc_get_time_resolution() == sc_core::sc_time(1, sc_core::SC_PS),
           "the packet fabric and the kernel both count picoseconds");
  SC_HAS_PROCESS(PacketModule);
  SC_METHOD(proceed);
}

void PacketModule::proceed() {
  const Ps now = star_time(sc_core::sc_time_stamp());
  const Ps others = star_time(sc_core::sc_time_to_pending_activity());
  // What is due now is done now, even if others are active now too.
  star_.run(others >= kNever - now ? kNever : now + std::max<Ps>(1, others));
  const Ps next = star_.next();
  if (next == kNever) return;
  next_trigger(kernel_time(next - now));
}

}  // namespace jacquard::systemc
