// SPDX-License-Identifier: Apache-2.0
// The presets: what a value that the user did not give follows from (docs/packet.md has the table).
#include <algorithm>

#include "jacquard/demand/demand_matrix.hpp"
#include "systemc/packet/packet_config.hpp"
#include "systemc/packet/switch_devices.hpp"

namespace jacquard::systemc {
namespace {

using base::BitsPerSecond;
using base::Bytes;
using base::Picoseconds;
using config::Place;
using config::show_quantity;

__extension__ using Wide = __int128;

constexpr BitsPerSecond kGigabit{1'000'000'000};
constexpr BitsPerSecond kMegabit{1'000'000};
constexpr Picoseconds kMicrosecond{1'000'000};
constexpr Bytes kKilobyte{1'000};
constexpr Bytes kKibibyte{1'024};
constexpr Bytes kMebibyte{1 << 20};
constexpr Bytes kMostMemory{std::int64_t{1} << 40};  // as the key has it

// `value`, which is meant for links of `gigabits`, at `rate`.
template <class Quantity>
Quantity scaled(Quantity value, BitsPerSecond rate, std::int64_t gigabits) {
  const Wide most = std::int64_t{1} << 40;
  const Wide product = Wide{value.count()} * rate.count() / (Wide{gigabits} * kGigabit.count());
  return Quantity{static_cast<std::int64_t>(std::min(product, most))};
}

bool is_dcqcn(PacketPreset preset) {
  return preset != PacketPreset::pfc_only && preset != PacketPreset::ideal_output_queued;
}

RedParameters red_of(const PacketConfig& c, BitsPerSecond rate) {
  const bool paper = c.preset == PacketPreset::dcqcn_paper;
  RedParameters red;
  red.enabled = is_dcqcn(c.preset);
  red.kmin = c.dcqcn.kmin.value_or(paper ? 5 * kKilobyte : scaled(100 * kKilobyte, rate, 25));
  red.kmax = c.dcqcn.kmax.value_or(paper ? 200 * kKilobyte : scaled(400 * kKilobyte, rate, 25));
  red.pmax = c.dcqcn.pmax.value_or(paper ? 0.01 : 0.2);
  return red;
}

void preset_timers(PacketPreset preset, RateParameters& r) {
  switch (preset) {
    case PacketPreset::dcqcn_paper:
      r.t_alpha = 55 * kMicrosecond;
      r.t_dec = Picoseconds{0};
      r.t_inc = 55 * kMicrosecond;
      break;
    case PacketPreset::dcqcn_hpcc_paper_timers:
      r.t_alpha = 50 * kMicrosecond;
      r.t_dec = 50 * kMicrosecond;
      r.t_inc = 55 * kMicrosecond;
      break;
    default:
      r.t_alpha = 1 * kMicrosecond;
      r.t_dec = 4 * kMicrosecond;
      r.t_inc = 300 * kMicrosecond;
  }
}

RateParameters rates_of(const PacketConfig& c) {
  const DcqcnConfig& d = c.dcqcn;
  const bool paper = c.preset == PacketPreset::dcqcn_paper;
  RateParameters r;
  preset_timers(c.preset, r);
  r.enabled = is_dcqcn(c.preset);
  r.line = c.rate;
  r.min_rate = d.min_rate.value_or(std::min(c.rate, paper ? 40 * kMegabit : 1 * kGigabit));
  r.r_ai = d.r_ai.value_or(paper ? 40 * kMegabit : scaled(5 * kMegabit, c.rate, 25));
  r.r_hai = d.r_hai.value_or(paper ? 400 * kMegabit : scaled(50 * kMegabit, c.rate, 25));
  r.g = d.g.value_or(1.0 / 256);
  r.t_alpha = d.t_alpha.value_or(r.t_alpha);
  r.t_dec = d.t_dec.value_or(r.t_dec);
  r.t_inc = d.t_inc.value_or(r.t_inc);
  r.byte_counter = d.byte_counter.value_or(Bytes{paper ? 10'000'000 : 0});
  r.fast_recovery_steps = d.fast_recovery_steps.value_or(paper ? 5 : 1);
  r.rate_on_first_cnp = d.rate_on_first_cnp.value_or(1);
  r.clamp_target = d.clamp_target.value_or(paper);
  return r;
}

// Rate x round trip as HPCC's set-up has it: the delay of all links there and back, and the payload
// sent on each of those there.
Bytes bandwidth_delay(const PacketConfig& c, const TierParameters& t) {
  Picoseconds trip = 4 * c.link_delay + 2 * base::transfer_time(c.mtu, c.rate);
  if (t.spines > 0) trip += 4 * t.link_delay + 2 * base::transfer_time(c.mtu, t.rate);
  return std::max(Bytes{1}, base::bytes_carried(trip, c.rate));
}

// Of a device that is named, its ports have to be fast enough and enough.
Bytes capacity_of_device(const PacketConfig& c, const Place& place) {
  if (c.device == kDeviceByRate) return *switch_device_for(c.rate).buffer;
  const SwitchDevice device = find_switch_device(c.device, place);
  if (device.port_rate < c.rate || device.capacity.count() / c.ports < c.rate.count()) {
    place.fail(
        "a switch that has " + std::to_string(c.ports) + " ports of " + show_quantity(c.rate),
        "'" + device.name + "', " + device.title, "fabric.buffer gives any switch any memory");
  }
  return *device.buffer;
}

Bytes capacity_of(const PacketConfig& c, const Place& place) {
  if (c.device != kDeviceOfPreset) {
    const Bytes of_device = capacity_of_device(c, place / "device");
    return c.buffer.value_or(of_device);
  }
  const bool paper = c.preset == PacketPreset::dcqcn_paper;
  return c.buffer.value_or(paper ? scaled(12 * kMebibyte, c.rate, 40)
                                 : scaled(16 * kMebibyte, c.rate, 50));
}

// For ports faster than any that are sold: as much memory a bit of rate as the fastest device has.
Bytes capacity_beyond(const PacketConfig& c) {
  const SwitchDevice& device = switch_device_for(c.rate);
  const Wide all = Wide{device.buffer->count()} * c.ports * c.rate.count();
  const Wide bytes = all / device.capacity.count();
  return Bytes{static_cast<std::int64_t>(std::min(bytes, Wide{kMostMemory.count()}))};
}

MemoryParameters memory_of(const PacketConfig& c, const Place& place) {
  const PfcConfig& p = c.pfc;
  const bool paper = c.preset == PacketPreset::dcqcn_paper;
  const bool ideal = c.preset == PacketPreset::ideal_output_queued;
  if (p.shift && p.beta) {
    (place / "pfc" / "beta").fail("either shift or beta", "both", "set one of them to none");
  }
  MemoryParameters m;
  m.ports = c.ports;
  m.pfc = p.enabled.value_or(!ideal);
  m.capacity = ideal ? c.buffer.value_or(Bytes{0}) : capacity_of(c, place);
  m.headroom = p.headroom.value_or(base::bytes_carried(3 * c.link_delay, c.rate));
  if (p.beta || (paper && !p.shift)) {
    m.beta = p.beta.value_or(8);
    m.set_aside = 8 * c.ports * m.headroom;  // of eight priorities, one of which is in use
    m.xon_offset = p.xon_offset.value_or(2 * (c.mtu + c.header));
  } else {
    m.shift = p.shift.value_or(3);
    m.reserve = 4 * kKibibyte;
    m.set_aside = c.ports * (m.headroom + m.reserve);
    m.xon_offset = p.xon_offset.value_or(3 * kKibibyte);
  }
  const bool sold = c.rate <= switch_device_for(c.rate).port_rate;
  const bool chosen = c.device == kDeviceByRate && !c.buffer && !ideal;
  if (chosen && !sold && m.capacity <= m.set_aside) m.capacity = capacity_beyond(c);
  return m;
}

// What a port may hold of the shared memory of an empty switch, if that is of `shared` bytes.
Wide share_of(Wide shared, const MemoryParameters& m) {
  if (m.beta) return static_cast<Wide>(*m.beta * static_cast<double>(shared) / 8);
  return shared >> m.shift;
}

// The least shared memory of which a port may hold `bytes`.
Wide shared_for(Wide bytes, const MemoryParameters& m) {
  if (m.beta) return static_cast<Wide>(static_cast<double>(bytes) * 8 / *m.beta) + 1;
  return bytes << m.shift;
}

void require_no_tiers(const TierConfig& t, const Place& place) {
  const TierConfig none;
  const char* key = t.spines != none.spines      ? "spines"
                    : t.uplinks != none.uplinks  ? "uplinks"
                    : t.uplink_rate              ? "uplink_rate"
                    : t.uplink_delay             ? "uplink_delay"
                    : t.routing != Routing::ecmp ? "routing"
                                                 : nullptr;
  if (key == nullptr) return;
  (place / key).fail("nothing where fabric.leaves is 0, as in a star", "a value", "");
}

// Of leaves and spines, but for a spine's memory.
TierParameters tiers_of(const PacketConfig& c, const Place& place) {
  const TierConfig& given = c.tiers;
  TierParameters t;
  if (given.leaves == 0) {
    require_no_tiers(given, place);
    return t;
  }
  if (c.ports % given.leaves != 0) {
    (place / "leaves")
        .fail("a divisor of the " + std::to_string(c.ports) + " ports",
              std::to_string(given.leaves), "");
  }
  const int hosts = c.ports / given.leaves;
  t.leaves = given.leaves;
  t.uplinks = given.uplinks;
  t.rate = given.uplink_rate.value_or(c.rate);
  t.link_delay = given.uplink_delay.value_or(c.link_delay);
  t.routing = given.routing;
  t.red = red_of(c, t.rate);
  const bool none_needed = given.leaves == 1 && given.spines == 0;
  t.spines = none_needed         ? 0
             : given.spines != 0 ? given.spines
                                 : (hosts + given.uplinks - 1) / given.uplinks;
  if (t.spines * t.uplinks > demand::kMaxPorts) {
    (place / "uplinks")
        .fail("at most " + std::to_string(demand::kMaxPorts) + " links up of a leaf",
              std::to_string(t.spines * t.uplinks), "");
  }
  return t;
}

// An empty switch has to let the largest packet in, or it is dropped for ever.
void require_memory(const PacketConfig& c, const MemoryParameters& m, const Place& place) {
  const bool endless = m.capacity.count() == 0 && !c.buffer;
  if (endless) return;
  const Bytes packet = std::max(c.mtu + c.header, c.ack_bytes);
  const Wide shared = Wide{m.capacity.count()} - m.set_aside.count();
  const bool fits_headroom = shared >= packet.count() && m.headroom >= packet;
  if (fits_headroom || (shared > 0 && share_of(shared, m) >= packet.count())) return;
  const Wide needed = m.headroom >= packet ? Wide{packet.count()} : shared_for(packet.count(), m);
  const Wide least = m.set_aside.count() + needed;
  const std::string beside =
      ", beside " + show_quantity(m.set_aside) + " of headrooms and reserves";
  const std::string rule = m.headroom >= packet
                               ? "a packet"
                               : "what makes a port's share a packet of " + show_quantity(packet);
  const std::string size =
      least > kMostMemory.count()
          ? std::string("memory that no key allows")
          : "at least " + show_quantity(Bytes{static_cast<std::int64_t>(least)});
  (place / (c.buffer ? "buffer" : "device"))
      .fail(
          size + ": " + rule + beside, show_quantity(m.capacity),
          "buffer says how much there is; pfc.headroom, pfc.shift and pfc.beta what is set aside");
}

// The memory of one of its switches, of so many ports; of a rate and a delay the larger counts.
MemoryParameters memory_in_tiers(PacketConfig c, const TierParameters& t, int ports,
                                 const Place& place) {
  c.ports = ports;
  if (t.spines > 0) {
    c.rate = std::max(c.rate, t.rate);
    c.link_delay = std::max(c.link_delay, t.link_delay);
  }
  MemoryParameters m = memory_of(c, place);
  require_memory(c, m, place);
  return m;
}

}  // namespace

PacketParameters resolve(const PacketConfig& c, const Place& place) {
  PacketParameters p;
  links_of(p) = c;
  p.ack_class = c.ack_class;
  p.red = red_of(c, c.rate);
  p.tiers = tiers_of(c, place);
  p.dcqcn = rates_of(c);
  const bool paper = c.preset == PacketPreset::dcqcn_paper;
  p.cnp_interval = c.dcqcn.cnp_interval.value_or(paper ? 50 * kMicrosecond : Picoseconds{0});
  const bool vwin = c.preset == PacketPreset::dcqcn_hpcc_vwin;
  p.window = c.dcqcn.window.value_or(vwin ? WindowKind::variable : WindowKind::none);
  p.window_size = c.dcqcn.window_size.value_or(bandwidth_delay(c, p.tiers));
  const int below = p.tiers.leaves == 0 ? c.ports : c.ports / p.tiers.leaves;
  p.memory = memory_in_tiers(c, p.tiers, below + p.tiers.spines * p.tiers.uplinks, place);
  if (p.tiers.spines > 0) {
    p.tiers.memory = memory_in_tiers(c, p.tiers, p.tiers.leaves * p.tiers.uplinks, place);
  }
  const bool may_drop = !p.memory.pfc && p.memory.capacity.count() > 0;
  p.retransmit_timeout =
      c.retransmit_timeout.value_or(may_drop ? 4'000 * kMicrosecond : Picoseconds{0});

  const Place dcqcn = place / "dcqcn";
  if (p.red.kmin > p.red.kmax) {
    (dcqcn / "kmin").fail("at most kmax, " + show_quantity(p.red.kmax), show_quantity(p.red.kmin));
  }
  if (p.dcqcn.min_rate > c.rate) {
    (dcqcn / "min_rate")
        .fail("at most the link's rate, " + show_quantity(c.rate), show_quantity(p.dcqcn.min_rate));
  }
  return p;
}

}  // namespace jacquard::systemc
