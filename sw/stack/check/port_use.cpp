// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/port_use.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "jacquard/stack/check/carried.hpp"
#include "jacquard/stack/check/sound.hpp"
#include "jacquard/stack/check/words.hpp"

namespace jacquard::stack::check {

using base::index;

PortUse::PortUse(const Stack& stack, const Routes* routes, const Goals& goals)
    : stack_(stack), routes_(routes), goals_(goals), channels_(index(stack.fabric.channels)) {
  const std::size_t cables = index(stack.sizes.leaves) * index(stack.sizes.uplinks);
  for (Channel& channel : channels_) {
    channel.out.resize(index(stack.sizes.ports));
    channel.in.resize(index(stack.sizes.ports));
    channel.up.resize(cables);
    channel.down.resize(cables);
  }
  ranks_of_ = ranks_by_actor(stack.plan);
}

Faults PortUse::run() {
  const Timeline& timeline = stack_.timeline;
  std::size_t reserved = 0;
  const auto reserve_until = [&](std::int64_t slot) {
    while (reserved < timeline.reserved.size() && timeline.reserved[reserved].start <= slot) {
      reserve(timeline.reserved[reserved], -2 - static_cast<std::int64_t>(reserved));
      ++reserved;
    }
  };
  for (std::size_t p = 0; p < timeline.placed.size(); ++p) {
    reserve_until(timeline.placed[p].start);
    place(static_cast<std::int32_t>(p));
  }
  reserve_until(std::numeric_limits<std::int64_t>::max());
  return std::move(faults_);
}

std::string PortUse::entry(std::int32_t placed) const {
  if (placed < 0) return "a reserved time";
  const Placed& p = base::at(stack_.timeline.placed, placed);
  return round_in_words(stack_.plan, p.call, p.round, p.first_repetition);
}

void PortUse::require_room(const Placed& placed) {
  for (int n = 0; n < std::min(placed.repetitions, 2); ++n) {
    const std::int64_t stream = placed.bytes.count() + (n == 0 ? placed.lead.count() : 0);
    const std::int64_t room = capacity_of(stack_.clock, placed.slots, placed.held || n > 0).count();
    if (stream <= room) continue;
    faults_.add(FaultKind::capacity, [&] {
      return fmt::format(
          "slot {}: {}: {} bytes in {} slots that carry {}", placed.start,
          round_in_words(stack_.plan, placed.call, placed.round, placed.first_repetition + n),
          stream, placed.slots, room);
    });
  }
}

void PortUse::place(std::int32_t number) {
  const Placed& placed = base::at(stack_.timeline.placed, number);
  require_room(placed);
  const auto& party = base::at(goals_.parties, base::at(stack_.plan.calls, placed.call).of);
  if (party == nullptr) return;
  const int pattern = base::at(stack_.plan.pattern_of_round, placed.round);
  setting_ = routes_ == nullptr ? std::int64_t{pattern}
                                : std::int64_t{routes_->setting(pattern, placed.part)};
  const bool one = placed.repetitions == 1;
  used_ = placed.bytes.count() + (one ? placed.lead.count() : 0) -
          capacity_of(stack_.clock, placed.slots - 1, placed.held || !one).count();
  if (placed.slots == 1) used_ = placed.bytes.count() + (one ? placed.lead.count() : 0);
  held_ = true;
  Channel& channel = base::at(channels_, placed.channel);
  const int round =
      placed.round - stack_.plan.template_of(base::at(stack_.plan.calls, placed.call)).first_round;
  for (const Party::Message& message : party->messages(round)) {
    const int from = party->rank(message.from);
    const int to = stack_.port(party->rank(message.to));
    int link = Routes::kLocal;
    if (routes_ != nullptr) {
      link = routes_->link(pattern, placed.part, from);
      if (link == Routes::kNotInPart) continue;
    }
    const int port = stack_.port(from);
    use(base::at(channel.out, port), number, "sends", port);
    use(base::at(channel.in, to), number, "receives", to);
    if (link < 0) continue;
    const int up = port / stack_.sizes.leaf_ports * stack_.sizes.uplinks + link;
    const int down = to / stack_.sizes.leaf_ports * stack_.sizes.uplinks + link;
    use(base::at(channel.up, up), number, "up", up);
    use(base::at(channel.down, down), number, "down", down);
  }
  // Where every slot pays the guard, it makes no difference.
  if (!placed.held || held_ || stack_.clock.sync == Sync::per_slot) return;
  faults_.add(FaultKind::claim, [&] {
    return fmt::format("slot {}: {} is said to hold a setting that some port had not", placed.start,
                       entry(number));
  });
}

void PortUse::use(Last& last, std::int32_t number, const char* what, int port) {
  const Placed& placed = base::at(stack_.timeline.placed, number);
  const bool same = last.setting == setting_;
  held_ = held_ && same;
  if (last.until > placed.start) {
    const bool shares = same && last.until == placed.start + 1;
    if (!shares) {
      faults_.add(FaultKind::port, [&] { return conflict(last, number, what, port); });
    } else if (last.used > placed.lead.count()) {
      faults_.add(FaultKind::capacity, [&] {
        return fmt::format("slot {}: {} begins behind {} bytes, where {} has sent {}", placed.start,
                           entry(number), placed.lead.count(), entry(last.placed), last.used);
      });
    }
  }
  last.until = std::max(last.until, placed.end());
  last.setting = setting_;
  last.used = used_;
  last.placed = number;
}

std::string PortUse::conflict(const Last& last, std::int32_t number, const char* what,
                              int port) const {
  const Placed& placed = base::at(stack_.timeline.placed, number);
  const std::string where = what[0] == 'u' || what[0] == 'd'
                                ? fmt::format("leaf {}'s {}link {}", port / stack_.sizes.uplinks,
                                              what, port % stack_.sizes.uplinks)
                                : fmt::format("port {} {}", port, what);
  return fmt::format("slot {}, channel {}: {} twice: {}, until slot {}, and {}", placed.start,
                     placed.channel, where, entry(last.placed), last.until, entry(number));
}

// The ports of all who take part, in both directions.
void PortUse::reserve(const Reserved& reserved, std::int64_t mark) {
  Channel& channel = base::at(channels_, reserved.channel);
  for (const Side& side : stack_.plan.sides_of(base::at(stack_.plan.calls, reserved.call))) {
    for (const int rank : base::at(ranks_of_, side.actor)) {
      const int port = stack_.port(rank);
      for (Last* last : {&base::at(channel.out, port), &base::at(channel.in, port)}) {
        if (last->until > reserved.start) {
          faults_.add(FaultKind::port, [&] {
            return fmt::format("slot {}, channel {}: port {} is kept for {} while {} uses it",
                               reserved.start, reserved.channel, port,
                               call_in_words(stack_.plan, reserved.call), entry(last->placed));
          });
        }
        *last = {reserved.start + reserved.slots, 0, mark, -1};
      }
    }
  }
}

}  // namespace jacquard::stack::check
