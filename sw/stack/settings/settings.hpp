// SPDX-License-Identifier: Apache-2.0
// What each switch of a stack is set to in each slot, at random: (switch, slot) to its setting,
// (port, slot) to its peer.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/settings/switch_view.hpp"
#include "jacquard/stack/settings/uses.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::stack {

class Settings {
 public:
  Settings(const Stack& stack, const Routes& routes);  // both outlive this

  // Ports of each switch: outputs that a setting has. Slots from `slots` on change nothing.
  int ports(int switch_number) const;
  std::int64_t slots() const { return stack_.timeline.slots; }

  // The output of each input of a switch (switches.hpp): its number, rounds::kNobody, or kOnDemand
  // for an NPU's input in a time that is reserved. A circuit stays set when its use has ended,
  // until an actor that may take a port of it away uses another pattern at this switch. slot >= 0.
  void setting(int channel, int switch_number, std::int64_t slot, std::vector<int>& outputs) const;

  // The slots in which some circuit of the switch may change, ascending, each once.
  std::vector<std::int64_t> changes(int channel, int switch_number) const;

  // The NPU port that receives what `port` sends in `slot`, or rounds::kNobody, also where a
  // circuit is set but nothing is sent.
  int receiver(int channel, int port, std::int64_t slot) const;

  int rank_at(int port) const { return routes_.rank_at(port); }  // or rounds::kNobody

  // What `port` sends in `slot`: indices into Timeline::placed, the first to be sent first.
  std::vector<std::int32_t> sent(int channel, int port, std::int64_t slot) const;
  // The NPU port that receives what `port` sends by that.
  int receiver(const Placed& placed, int port) const;

  const SwitchView& view(int channel, int switch_number) const {
    return views_[base::cell(channel, switch_number, stack_.sizes.switches())];
  }
  const Tracks& tracks() const { return tracks_; }
  const Stack& stack() const { return stack_; }

 private:
  const Stack& stack_;
  const Routes& routes_;
  Tracks tracks_;
  std::vector<SwitchView> views_;  // by channel, then switch
  Uses uses_;
};

}  // namespace jacquard::stack
