// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/circuit_config.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/schedule/parallel/share.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using config::boolean;
using config::choice;
using config::field;
using config::optional;
using config::quantity;
using config::show_quantity;
using config::text;
using config::whole_number;
using C = CircuitConfig;

constexpr Picoseconds kLongest{1'000 * base::kPicosecondsPerSecond};
constexpr Bytes kLargestSlot{std::int64_t{1} << 50};
constexpr int kMostPorts = 1024;
constexpr std::int64_t kMostClocks = (1 << kCrossbarGuardBits) - 1;

[[noreturn]] void fail(const std::string& key, const std::string& expected,
                       const std::string& found) {
  throw base::ConfigError({"circuit/" + key, "", expected, found, ""});
}

std::vector<config::Field<C>> timing_fields() {
  return {
      field<C>(
          "guard", [](auto& c) -> auto& { return c.guard; },
          optional(quantity(Picoseconds{0}, kLongest)),
          "Dead time while a crossbar changes its setting (t_x). None: as the technology needs, "
          "10 ns if none is named."),
      field<C>(
          "technology", [](auto& c) -> auto& { return c.technology; },
          text("an optical switch of configs/optical_switches, a file of one, or nothing"),
          "Its reconfiguration time (the longer end of what is published) is the guard, unless "
          "that "
          "is given."),
      field<C>(
          "charge_headers", [](auto& c) -> auto& { return c.charge_headers; }, boolean(),
          "Data take as much of the wire as in packets of `fabric.mtu` with a `fabric.header`."),
      field<C>(
          "charge_acks", [](auto& c) -> auto& { return c.charge_acks; }, boolean(),
          "Each NPU sends `fabric.ack_bytes` for every `fabric.mtu` it receives, on circuits back "
          "to where the data come from: the schedule carries them with the data."),
      field<C>(
          "compensated", [](auto& c) -> auto& { return c.compensated; }, boolean(),
          "NPUs know their distance and send so that data pass the crossbar in step; else each "
          "sends when it hears the announcement, and every setting lasts t_max longer."),
      field<C>(
          "skew", [](auto& c) -> auto& { return c.skew; }, quantity(Picoseconds{0}, kLongest),
          "An NPU's clock is off by up to this."),
      field<C>(
          "jitter", [](auto& c) -> auto& { return c.jitter; }, quantity(Picoseconds{0}, kLongest),
          "And by up to this more, anew for each announcement."),
      field<C>(
          "distance_spread", [](auto& c) -> auto& { return c.distance_spread; },
          quantity(Picoseconds{0}, kLongest),
          "NPUs are farther than `fabric.link_delay` by up to this, uniform."),
      field<C>(
          "loss_is_error", [](auto& c) -> auto& { return c.loss_is_error; }, boolean(),
          "Data that meet a guard window or a wrong setting end the run; else they are counted and "
          "sent again."),
      field<C>(
          "report_latency", [](auto& c) -> auto& { return c.report_latency; },
          optional(quantity(Picoseconds{0}, kLongest)),
          "From an NPU to the scheduler. None: the longest way to the crossbar."),
      field<C>(
          "grant_latency", [](auto& c) -> auto& { return c.grant_latency; },
          optional(quantity(Picoseconds{0}, kLongest)),
          "From the scheduler to NPUs and switches. None: the longest way from the crossbar."),
      field<C>(
          "forward", [](auto& c) -> auto& { return c.forward; }, quantity(Picoseconds{0}, kLongest),
          "Over several hops: what an NPU needs from the last bit that it receives to the first of "
          "it that it sends on, a NIC's write to memory and its read. Headers are sent anew."),
      field<C>(
          "keep_settings", [](auto& c) -> auto& { return c.keep_settings; }, boolean(),
          "A setting of which every circuit is still connected pays no guard, and exchanges that "
          "follow each other begin with such a one where they can: see docs/regimes.md."),
  };
}

std::vector<config::Field<C>> shape_fields() {
  return {
      field<C>(
          "slotted", [](auto& c) -> auto& { return c.slotted; }, boolean(),
          "Settings start on a grid of slots of T >= b/c + t_max + t_x (Chronos s6)."),
      field<C>(
          "slot", [](auto& c) -> auto& { return c.slot; },
          optional(quantity(Picoseconds{1}, kLongest)), "T. None: b/c + t_max + t_x."),
      field<C>(
          "slot_bytes", [](auto& c) -> auto& { return c.slot_bytes; },
          optional(quantity(Bytes{1}, kLargestSlot)),
          "b, what a slot carries. None: what fits in T."),
      field<C>(
          "t_max", [](auto& c) -> auto& { return c.t_max; },
          optional(quantity(Picoseconds{0}, kLongest)),
          "What a setting lasts longer than its data. None: what skew, jitter and, without "
          "compensation, distances need."),
      field<C>(
          "crossbar", [](auto& c) -> auto& { return c.crossbar; },
          choice<CrossbarKind>({{"model", CrossbarKind::model}, {"rtl", CrossbarKind::rtl}}),
          "model, or the Verilated jq_crossbar, clock by clock, which then decides what is "
          "connected "
          "(for small demands: a million clocks take seconds)."),
      field<C>(
          "crossbar_clock", [](auto& c) -> auto& { return c.crossbar_clock; },
          quantity(Picoseconds{1}, kLongest),
          "rtl: period of the crossbar's clock; slots are rounded up to whole clocks."),
      field<C>(
          "leaves", [](auto& c) -> auto& { return c.leaves; }, whole_number(0, kMostPorts),
          "Leaf switches between NPUs and spines; 0: one crossbar."),
      field<C>(
          "spines", [](auto& c) -> auto& { return c.spines; }, whole_number(0, kMostPorts),
          "Spine switches, each with a link to every leaf; 0: as many as a leaf has NPUs, so that "
          "nothing is oversubscribed."),
      field<C>(
          "spine_delay", [](auto& c) -> auto& { return c.spine_delay; },
          quantity(Picoseconds{0}, kLongest), "Of a link between leaf and spine."),
      field<C>(
          "switches", [](auto& c) -> auto& { return c.switches; },
          whole_number(1, schedule::kMostSwitches),
          "Parallel switches, each with a link of `fabric.rate` to every NPU. In serve and train "
          "each link has the rate of an NPU over their number."),
      field<C>(
          "division", [](auto& c) -> auto& { return c.division; },
          choice<Division>({{"settings", Division::settings},
                            {"even", Division::even},
                            {"dealt", Division::dealt}}),
          "Between parallel switches. settings: a scheduler each; the demand is divided by those "
          "of holds-first, which takes no time. even: likewise, each entry in equal parts. dealt: "
          "one scheduler, whose settings go whole to the switch that is free first."),
      field<C>(
          "frame", [](auto& c) -> auto& { return c.frame; },
          optional(quantity(Picoseconds{1}, kLongest)),
          "The scheduler decides once in each frame on what waits, while the settings of the last "
          "frame are held. None: when all that it decided has been sent."),
      field<C>(
          "guarded_ports", [](auto& c) -> auto& { return c.guarded_ports; },
          choice<GuardedPorts>({{"all", GuardedPorts::all}, {"changed", GuardedPorts::changed}}),
          "Ports that wait while a setting changes: all, or those alone that get another partner."),
  };
}

// What jq_crossbar can do: one crossbar, settings that last whole slots of whole clocks, and a
// guard of whole clocks between them.
void shape_hardware(const C& c, CircuitParameters& p) {
  if (c.crossbar == CrossbarKind::model) return;
  constexpr int kMostHardwarePorts = 64;
  if (c.leaves != 0) fail("leaves", "0 where circuit.crossbar is rtl", std::to_string(c.leaves));
  if (c.slotted) fail("slotted", "false where circuit.crossbar is rtl", "true");
  if (p.crossbars.switches > 1) fail("crossbar", "model where circuit.division is dealt", "rtl");
  if (p.slack > Picoseconds{0}) {
    fail("t_max", "0 where circuit.crossbar is rtl (compensated, no skew, no jitter)",
         show_quantity(p.slack));
  }
  if (static_cast<int>(p.distances.delay.size()) > kMostHardwarePorts) {
    fail("crossbar", "model above 64 ports", "rtl");
  }
  const Picoseconds guard = p.crossbars.guard;
  const std::int64_t clocks = guard.count() / c.crossbar_clock.count();
  if (clocks < 1 || clocks > kMostClocks || guard.count() % c.crossbar_clock.count() != 0) {
    fail("guard",
         "1 to " + std::to_string(kMostClocks) + " whole clocks of " +
             show_quantity(c.crossbar_clock) + " where circuit.crossbar is rtl",
         show_quantity(guard));
  }
  p.crossbar_clock = c.crossbar_clock;
  const Picoseconds lead = p.crossbar_clock * (clocks + 2);
  if (p.grant_latency + p.distances.farthest() < lead) {
    fail("grant_latency",
         "time for the crossbar to take a setting, " + show_quantity(lead) + ", with the way to it",
         show_quantity(p.grant_latency));
  }
}

// Hardware, slots and tiers have a guard before every setting.
void require_kept(const C& c) {
  if (!c.keep_settings) return;
  const char* const other = c.crossbar == CrossbarKind::rtl ? "crossbar is rtl"
                            : c.slotted                     ? "slotted is true"
                            : c.leaves > 0                  ? "leaves is above 0"
                                                            : nullptr;
  if (other != nullptr) fail("keep_settings", std::string("false where circuit.") + other, "true");
}

void shape_tiers(const C& c, const LinkConfig& links, CrossbarsShape& shape) {
  shape.leaves = c.leaves;
  if (c.leaves == 0) return;
  if (links.ports % c.leaves != 0) {
    fail("leaves", "a divisor of the " + std::to_string(links.ports) + " ports",
         std::to_string(c.leaves));
  }
  shape.spines = c.spines == 0 ? links.ports / c.leaves : c.spines;
  shape.spine_delay = c.spine_delay;
}

// T and b, whichever is given, and the other from it.
void shape_slots(const C& c, CircuitParameters& p) {
  if (!c.slotted) {
    if (c.slot || c.slot_bytes) {
      fail(c.slot ? "slot" : "slot_bytes", "nothing unless circuit.slotted is true", "a value");
    }
    return;
  }
  const Picoseconds dead = p.slack + p.crossbars.guard;
  if (!c.slot && !c.slot_bytes) fail("slot", "T, or b in slot_bytes, as slotted is true", "none");
  if (c.slot && *c.slot <= dead) {
    fail("slot", "more than t_max + t_x = " + show_quantity(dead), show_quantity(*c.slot));
  }
  p.slot_bytes = c.slot_bytes ? *c.slot_bytes : base::bytes_carried(*c.slot - dead, p.framing.rate);
  if (!c.slot_bytes && p.framing.header.count() > 0) {
    // As much payload as fits with its headers.
    const Bytes frame = p.framing.mtu + p.framing.header;
    const std::int64_t whole = p.slot_bytes.count() / frame.count();
    const std::int64_t rest = p.slot_bytes.count() % frame.count() - p.framing.header.count();
    p.slot_bytes = p.framing.mtu * whole + Bytes{std::max<std::int64_t>(rest, 0)};
  }
  if (p.slot_bytes < Bytes{1}) fail("slot", "a slot that carries at least a byte", "a shorter one");
  const Picoseconds needed = p.framing.time(p.slot_bytes.count()) + dead;
  p.slot = c.slot.value_or(needed);
  if (p.slot < needed) {
    fail("slot",
         "at least b/c + t_max + t_x = " + show_quantity(needed) +
             " for b = " + show_quantity(p.slot_bytes),
         show_quantity(p.slot));
  }
}

}  // namespace

const config::FieldTable<CircuitConfig>& circuit_fields() {
  static const config::FieldTable<CircuitConfig> table = [] {
    auto fields = timing_fields();
    for (auto& f : shape_fields()) fields.push_back(std::move(f));
    return config::FieldTable<CircuitConfig>("circuit", "A fabric of circuit switches.",
                                             std::move(fields));
  }();
  return table;
}

CircuitParameters resolve(const CircuitConfig& c, const LinkConfig& links,
                          std::optional<Picoseconds> technology_guard, std::uint64_t seed) {
  CircuitParameters p;
  p.framing = {links.rate, links.mtu, c.charge_headers ? links.header : Bytes{0},
               c.charge_acks ? links.ack_bytes : Bytes{0}};
  p.crossbars.guard = c.guard.value_or(technology_guard.value_or(kDefaultGuard));
  shape_tiers(c, links, p.crossbars);
  p.crossbars.switches = c.division == Division::dealt ? c.switches : 1;
  const Picoseconds above = c.leaves == 0 ? Picoseconds{0} : c.spine_delay;
  for (int i = 0; i < links.ports; ++i) {
    base::Rng rng(seed, "distance", static_cast<std::uint64_t>(i));
    const Picoseconds delay =
        links.link_delay + Picoseconds{rng.between(0, c.distance_spread.count())};
    p.crossbars.npu_delay.push_back(delay);
    p.distances.delay.push_back(delay + above);
  }
  p.distances.skew = c.skew;
  p.distances.jitter = c.jitter;
  p.distances.compensated = c.compensated;
  p.slack = c.t_max.value_or(AnnouncedSlots(p.distances, seed).slack());
  p.report_latency = c.report_latency.value_or(p.distances.farthest());
  p.grant_latency = c.grant_latency.value_or(p.distances.farthest());
  p.forward = c.forward;
  p.loss_is_error = c.loss_is_error;
  require_kept(c);
  p.keep_settings = c.keep_settings;
  shape_slots(c, p);
  shape_hardware(c, p);
  return p;
}

}  // namespace jacquard::systemc
