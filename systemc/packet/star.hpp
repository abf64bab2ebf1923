// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "systemc/packet/host.hpp"
#include "systemc/packet/medium.hpp"
#include "systemc/packet/packet_fabric.hpp"
#include "systemc/packet/packet_switch.hpp"

namespace jacquard::systemc {

// Hosts around a switch, and their time.
//
// Whatever one of them sends arrives at another no sooner than a link's delay later. So time passes
// in windows of that length (Medium::lookahead()); within one, each host and the switch run by
// themselves, each through its own few next events, and need no common list of events. The result
// is that of such a list, as every one of them orders what falls on one instant by what it is.
class Star {
 public:
  Star(const PacketParameters& parameters, base::Span<const demand::Flow> flows,
       const PacketRunOptions& options);
  Star(const Star&) = delete;
  Star& operator=(const Star&) = delete;

  // Does everything before `until`, or all there is.
  void run(Ps until);
  // When something moves next; kNever: nothing will.
  Ps next() const;
  // Who waits for what if nothing moves any more though flows are unfinished; "" if all are done.
  std::string stalled() const;

  PacketOutcome outcome() const;

 private:
  void run_window(Ps until);
  void run_window_disturbed(Ps until);

  PacketRunOptions options_;
  Medium medium_;
  std::vector<Sender> senders_;
  std::vector<Receiver> receivers_;
  std::vector<Host> hosts_;
  PacketSwitch switch_;
  base::Rng disturbance_;
  Ps reached_ = 0;
};

}  // namespace jacquard::systemc
