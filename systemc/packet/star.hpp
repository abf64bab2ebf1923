// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "systemc/packet/host.hpp"
#include "systemc/packet/medium.hpp"
#include "systemc/packet/packet_fabric.hpp"
#include "systemc/packet/switching.hpp"

namespace jacquard::systemc {

// Hosts around a switch, or below leaves and spines, and their time.
//
// Whatever one of them sends arrives at another no sooner than a link's delay later. So time passes
// in windows of that length (Medium::lookahead()). Within a window, each host and switch run by
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
  // When something moves next; kNever: nothing will, or nothing that leads anywhere.
  Ps next() const;
  // Who waits for what if nothing moves any more though flows are unfinished; none if all are done.
  struct Stall {
    std::string what, why;
  };
  std::optional<Stall> stall() const;

  PacketOutcome outcome() const;

 private:
  void run_window(Ps until);
  void run_window_in_other_order(Ps until);
  void look_for_progress(Ps now);
  void note_finished();
  void begin_after(std::size_t phase);

  PacketRunOptions options_;
  Medium medium_;
  std::vector<Sender> senders_;
  std::vector<Receiver> receivers_;
  std::vector<Host> hosts_;
  std::unique_ptr<Switching> switches_;
  base::Rng other_order_;
  std::int64_t windows_ = 0;
  std::int64_t delivered_ = 0;  // packets, when last looked at
  Ps delivered_at_ = 0;         // when that was first seen
  std::int64_t returns_ = 0;    // of senders, then
  Ps settled_after_ = 0;        // what was under way when a packet came has come or is lost
  std::int64_t packets_ = 0;    // to send, of all flows
  std::int64_t most_drops_per_packet_ = 0;
  std::vector<std::size_t> phase_of_;    // each flow's, if there are phases
  std::vector<std::size_t> unfinished_;  // flows of each phase
  std::vector<Ps> ended_;                // when the last of them came
  bool circling_ = false;                // packets move, but none arrives in order any more
  bool collapsed_ = false;               // next to all that is sent is dropped
  bool too_long_ = false;                // more time has passed than can be counted with
};

}  // namespace jacquard::systemc
