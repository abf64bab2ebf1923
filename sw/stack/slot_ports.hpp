// SPDX-License-Identifier: Apache-2.0
// Which ports of the actors are taken until when, in which setting, and who waits for them.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/stack/lists.hpp"
#include "jacquard/stack/plan.hpp"
#include "jacquard/stack/routes.hpp"

namespace jacquard::stack {

class SlotPorts {
 public:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

  // A pattern, or a part of it, to be set for a turn (composition.hpp).
  struct Wish {
    int pattern = 0;
    std::uint32_t setting = 0;
    std::uint32_t turn = 0;
    base::Picoseconds way{0};  // the turn's way to the end of the step
  };

  // `routes` may be nothing. A port that is kept for a turn goes to another whose way is longer by
  // `change`, and to no other.
  SlotPorts(const Plan& plan, const Routes* routes, int channels, base::Picoseconds change);

  int channels() const { return channels_; }
  std::uint32_t setting(int pattern, int part) const {
    return routes_ == nullptr ? static_cast<std::uint32_t>(pattern)
                              : routes_->setting(pattern, part);
  }
  int parts(int pattern) const { return routes_ == nullptr ? 1 : routes_->parts(pattern); }
  // What is set for traffic that only the run knows.
  std::uint32_t on_demand() const { return on_demand_; }

  // A channel on which all that a wish needs is free in `slot`, before others one whose ports have
  // the setting. Otherwise: the slot in which a channel is free first, and the port there that is
  // taken longest. It is kNobody where a setting in conflict is in the way.
  struct Found {
    int channel = -1;  // -1: none
    bool held = false;
    std::int64_t until = 0;
    std::uint32_t port = kNobody;
  };
  Found find(const Wish& wish, std::int64_t slot) const;
  // Turns whose use of a channel is in the way of a wish, each once; false where something else is.
  bool users(const Wish& wish, int channel, std::int64_t slot,
             std::vector<std::uint32_t>& turns) const;
  bool held(const Wish& wish, int channel) const;
  // Who had the first of a pattern's ports last.
  std::uint32_t user(int pattern, int channel) const {
    return ports_[port(sides_[base::index(pattern)][0], channel)].user;
  }

  void occupy(const Wish& wish, int channel, std::int64_t until);
  // For the turn that occupies them, after it, until a slot.
  void keep(const Wish& wish, int channel, std::int64_t until);
  void release(const Wish& wish, int channel, std::int64_t slot);  // before its end

  bool free(std::uint32_t port, std::int64_t slot) const { return ports_[port].free <= slot; }
  std::vector<std::uint32_t>& waiting(std::uint32_t port) { return waiting_[port]; }
  template <class F>
  void for_each_port(int pattern, int channel, F f) const {
    for (const std::uint32_t side : sides_[base::index(pattern)]) f(port(side, channel));
  }

 private:
  struct Port {
    std::int64_t free = 0;     // from this slot on
    std::int64_t kept = 0;     // for `user`, until this slot
    base::Picoseconds way{0};  // of `user`
    std::uint32_t setting = kNobody;
    std::uint32_t user = kNobody;
  };
  std::uint32_t port(std::uint32_t side, int channel) const {
    return side * static_cast<std::uint32_t>(channels_) + static_cast<std::uint32_t>(channel);
  }
  std::int64_t free_for(const Port& port, const Wish& wish) const;
  std::int64_t conflicts_until(const Wish& wish, int channel, std::int64_t slot) const;
  std::int64_t& set_until(std::uint32_t setting, int channel) {
    return set_until_[setting * static_cast<std::uint32_t>(channels_) +
                      static_cast<std::uint32_t>(channel)];
  }

  const Routes* routes_;
  int channels_;
  base::Picoseconds change_;
  std::uint32_t on_demand_;
  Lists sides_;  // of each pattern: 2 x actor for those who send, + 1 for those who receive
  std::vector<Port> ports_;
  std::vector<std::int64_t> set_until_;  // of settings, where any are in conflict
  std::vector<std::vector<std::uint32_t>> waiting_;
};

}  // namespace jacquard::stack
