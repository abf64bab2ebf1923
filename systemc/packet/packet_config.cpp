// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/packet_config.hpp"

#include "jacquard/config/find_config.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "systemc/packet/switch_devices.hpp"

namespace jacquard::systemc {
namespace {

using config::boolean;
using config::choice;
using config::field;
using config::nested;
using config::optional;
using config::quantity;
using config::real_number;
using config::whole_number;

constexpr base::BitsPerSecond kSlowest{1'000};
constexpr base::BitsPerSecond kFastest{1'000'000'000'000'000};
constexpr base::Picoseconds kShortest{1};
constexpr base::Picoseconds kShortestIncrease{10'000};  // each is an event of its own
constexpr base::Picoseconds kLongest{base::kPicosecondsPerSecond};
constexpr base::Bytes kLargestMemory{std::int64_t{1} << 40};

auto rate() { return optional(quantity(kSlowest, kFastest)); }
auto time() { return optional(quantity(kShortest, kLongest)); }
auto time_or_zero() { return optional(quantity(base::Picoseconds{0}, kLongest)); }
// Read where it is given, so that a mistake shows even where no packets are simulated.
config::Codec<std::string> device() {
  const auto any =
      config::text("auto, preset, a switch of configs/packet_switches, or a file of one");
  return {any.expected(), any.schema(), any.text_form(),
          [any](const config::Json& json, const config::Place& place) {
            const std::string name = any.read(json, place);
            if (config::is_path(name)) return find_switch_device(name, place).name;
            const std::vector<std::string> names = switch_device_names();
            return names[config::read_word(json, names, place)];
          },
          [any](const std::string& name) { return any.show(name); }};
}

auto memory() { return optional(quantity(base::Bytes{0}, kLargestMemory)); }

std::vector<config::Field<DcqcnConfig>> sender_fields() {
  using C = DcqcnConfig;
  return {
      field<C>(
          "g", [](auto& c) -> auto& { return c.g; }, optional(real_number(0, 1)),
          "Weight of the newest observation in alpha."),
      field<C>(
          "t_alpha", [](auto& c) -> auto& { return c.t_alpha; }, time(),
          "How often alpha is updated."),
      field<C>(
          "t_dec", [](auto& c) -> auto& { return c.t_dec; }, time_or_zero(),
          "How often the rate may be cut. 0: every CNP cuts at once, as published."),
      field<C>(
          "t_inc", [](auto& c) -> auto& { return c.t_inc; },
          optional(quantity(kShortestIncrease, kLongest)), "The timer of rate increases."),
      field<C>(
          "byte_counter", [](auto& c) -> auto& { return c.byte_counter; }, memory(),
          "Bytes sent after which the rate is increased too. 0: by the timer only."),
      field<C>(
          "r_ai", [](auto& c) -> auto& { return c.r_ai; }, rate(),
          "What an additive increase adds to the target."),
      field<C>(
          "r_hai", [](auto& c) -> auto& { return c.r_hai; }, rate(),
          "What a hyper increase adds to the target."),
      field<C>(
          "min_rate", [](auto& c) -> auto& { return c.min_rate; }, rate(), "No cut goes below it."),
      field<C>(
          "fast_recovery_steps", [](auto& c) -> auto& { return c.fast_recovery_steps; },
          optional(whole_number(0, 1'000)), "Increases that halve the way to the target first."),
      field<C>(
          "rate_on_first_cnp", [](auto& c) -> auto& { return c.rate_on_first_cnp; },
          optional(real_number(0.001, 1)), "Share of the rate that the first CNP leaves."),
      field<C>(
          "clamp_target", [](auto& c) -> auto& { return c.clamp_target; }, optional(boolean()),
          "Every cut makes the present rate the target; else only one after an increase does."),
      field<C>(
          "window", [](auto& c) -> auto& { return c.window; },
          optional(choice<WindowKind>({{"none", WindowKind::none},
                                       {"fixed", WindowKind::fixed},
                                       {"variable", WindowKind::variable}})),
          "Limit of a flow's bytes in flight; variable: in proportion to its rate."),
      field<C>(
          "window_size", [](auto& c) -> auto& { return c.window_size; },
          optional(quantity(base::Bytes{1}, kLargestMemory)),
          "The window at line rate. None: rate x round trip."),
  };
}

const config::FieldTable<TierConfig>& tier_fields() {
  using C = TierConfig;
  const auto count = [](int least) { return whole_number(least, demand::kMaxPorts); };
  static const config::FieldTable<TierConfig> table(
      "tiers", "Leaves and spines.",
      {field<C>(
           "leaves", [](auto& c) -> auto& { return c.leaves; }, count(0),
           "Leaf switches, each with an equal share of the hosts, below spines. 0: a star."),
       field<C>(
           "spines", [](auto& c) -> auto& { return c.spines; }, count(0),
           "Switches that join all leaves. 0: as many as give a leaf as many links up as down."),
       field<C>(
           "uplinks", [](auto& c) -> auto& { return c.uplinks; }, count(1),
           "Links from each leaf to each spine."),
       field<C>(
           "uplink_rate", [](auto& c) -> auto& { return c.uplink_rate; }, rate(),
           "Of each of them, each way. None: `rate`."),
       field<C>(
           "uplink_delay", [](auto& c) -> auto& { return c.uplink_delay; }, time_or_zero(),
           "Propagation along one of them. None: `link_delay`."),
       field<C>(
           "routing", [](auto& c) -> auto& { return c.routing; },
           choice<Routing>({{"ecmp", Routing::ecmp},
                            {"spray", Routing::spray},
                            {"spray-random", Routing::spray_random},
                            {"adaptive", Routing::adaptive}}),
           "Which uplink a packet takes. ecmp: by a hash of its two hosts. spray: in turn for each "
           "leaf "
           "it may go to. spray-random: at random. adaptive: the least queue.")});
  return table;
}

const config::FieldTable<DcqcnConfig>& dcqcn_fields() {
  using C = DcqcnConfig;
  static const config::FieldTable<DcqcnConfig> table = [] {
    std::vector<config::Field<C>> fields = {
        field<C>(
            "kmin", [](auto& c) -> auto& { return c.kmin; }, memory(),
            "Egress queue up to which no packet is marked."),
        field<C>(
            "kmax", [](auto& c) -> auto& { return c.kmax; }, memory(),
            "Egress queue beyond which every packet is marked."),
        field<C>(
            "pmax", [](auto& c) -> auto& { return c.pmax; }, optional(real_number(0, 1)),
            "Probability of a mark at kmax."),
        field<C>(
            "cnp_interval", [](auto& c) -> auto& { return c.cnp_interval; }, time_or_zero(),
            "Least time between two CNPs of a flow. 0: every ACK of a marked packet is one."),
    };
    for (auto& f : sender_fields()) fields.push_back(std::move(f));
    return config::FieldTable<DcqcnConfig>(
        "dcqcn", "Congestion control. What is none follows from the preset and the rate.",
        std::move(fields));
  }();
  return table;
}

const config::FieldTable<PfcConfig>& pfc_fields() {
  using C = PfcConfig;
  static const config::FieldTable<PfcConfig> table(
      "pfc", "Priority flow control. What is none follows from the preset, rate and delay.",
      {field<C>(
           "enabled", [](auto& c) -> auto& { return c.enabled; }, optional(boolean()),
           "Pause a sender before its packets would be dropped."),
       field<C>(
           "shift", [](auto& c) -> auto& { return c.shift; }, optional(whole_number(0, 30)),
           "A port may hold (what is shared and free) / 2^shift before it is paused."),
       field<C>(
           "beta", [](auto& c) -> auto& { return c.beta; }, optional(real_number(0.001, 1'000)),
           "In place of shift, as published: beta (B - 8 n headroom - s) / 8."),
       field<C>(
           "xon_offset", [](auto& c) -> auto& { return c.xon_offset; }, memory(),
           "How far below the threshold a port has to fall to be resumed."),
       field<C>(
           "headroom", [](auto& c) -> auto& { return c.headroom; }, memory(),
           "Memory of each port for what is under way when it is paused.")});
  return table;
}

}  // namespace

const config::FieldTable<PacketConfig>& packet_fields() {
  using C = PacketConfig;
  static const config::FieldTable<PacketConfig> table = [] {
    auto fields = config::flattened<C>(
        [](auto& c) -> auto& { return links_of(c); }, link_fields());
    for (auto& f : config::flattened<C>(
             [](auto& c) -> auto& { return c.tiers; }, tier_fields())) {
      fields.push_back(std::move(f));
    }
    fields.push_back(field<C>(
        "ack_class", [](auto& c) -> auto& { return c.ack_class; },
        choice<AckClass>({{"data", AckClass::data}, {"priority", AckClass::priority}}),
        "ACKs queue, fill memory and are paused like data, or go before it and are not."));
    fields.push_back(field<C>(
        "buffer", [](auto& c) -> auto& { return c.buffer; }, memory(),
        "Memory of the switch. None: that of `device`; ideal-output-queued: without end."));
    fields.push_back(field<C>(
        "device", [](auto& c) -> auto& { return c.device; }, device(),
        "The switch whose memory this one has. auto: one that is sold for links of this rate; "
        "where none is so fast and the fastest one's cannot hold the headrooms, in proportion to "
        "all rate. preset: what the preset's simulator has, in proportion to the rate "
        "(packet.md)."));
    fields.push_back(field<C>(
        "retransmit_timeout", [](auto& c) -> auto& { return c.retransmit_timeout; }, time_or_zero(),
        "Time without an acknowledgement after which a sender goes back. 0: never. None: 4 ms "
        "where packets may be dropped by design (no PFC, finite buffer), else never."));
    fields.push_back(field<C>(
        "preset", [](auto& c) -> auto& { return c.preset; },
        choice<PacketPreset>({{"dcqcn-hpcc", PacketPreset::dcqcn_hpcc},
                              {"dcqcn-paper", PacketPreset::dcqcn_paper},
                              {"dcqcn-hpcc-vwin", PacketPreset::dcqcn_hpcc_vwin},
                              {"dcqcn-hpcc-paper-timers", PacketPreset::dcqcn_hpcc_paper_timers},
                              {"pfc-only", PacketPreset::pfc_only},
                              {"ideal-output-queued", PacketPreset::ideal_output_queued}}),
        "What every value that is not given follows from."));
    fields.push_back(nested<C>(
        "dcqcn", [](auto& c) -> auto& { return c.dcqcn; }, dcqcn_fields()));
    fields.push_back(nested<C>(
        "pfc", [](auto& c) -> auto& { return c.pfc; }, pfc_fields()));
    return config::FieldTable<PacketConfig>(
        "packet_fabric", "Hosts around packet switches with shared memory.", std::move(fields));
  }();
  return table;
}

}  // namespace jacquard::systemc
