// SPDX-License-Identifier: Apache-2.0
// What a user says of a packet-switched fabric, and what it comes to (docs/packet.md). Every value
// that a preset or the link rate decides is optional here: absent, it follows them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "systemc/fabric/link_config.hpp"

namespace jacquard::systemc {

enum class PacketPreset {
  dcqcn_hpcc,               // as the ns-3 RDMA line has it (HPCC's simulator)
  dcqcn_paper,              // as published (Zhu et al., SIGCOMM'15)
  dcqcn_hpcc_vwin,          // and no more than a window in flight, which follows the rate
  dcqcn_hpcc_paper_timers,  // 50/50/55 us
  pfc_only,                 // senders always at line rate
  ideal_output_queued,      // and a switch that never runs out of memory
};

enum class AckClass { data, priority };
enum class WindowKind { none, fixed, variable };

struct DcqcnConfig {
  std::optional<base::Bytes> kmin, kmax;
  std::optional<double> pmax;
  std::optional<double> g;
  std::optional<base::Picoseconds> t_alpha, t_dec, t_inc;
  std::optional<base::Bytes> byte_counter;  // 0: none
  std::optional<base::BitsPerSecond> r_ai, r_hai, min_rate;
  std::optional<int> fast_recovery_steps;
  std::optional<double> rate_on_first_cnp;
  std::optional<bool> clamp_target;
  std::optional<base::Picoseconds> cnp_interval;
  std::optional<WindowKind> window;
  std::optional<base::Bytes> window_size;
};

struct PfcConfig {
  std::optional<bool> enabled;
  std::optional<int> shift;
  std::optional<base::Bytes> xon_offset, headroom;
  std::optional<double> beta;
};

inline constexpr const char* kDeviceByRate = "auto";      // see switch_device_for()
inline constexpr const char* kDeviceOfPreset = "preset";  // what the preset's simulator has

// How a switch chooses among links that lead equally far.
enum class Routing {
  ecmp,          // by a hash of the two hosts
  spray,         // packet by packet in turn, a turn for each leaf they go to
  spray_random,  // packet by packet at random
  adaptive,      // packet by packet, the one with the least bytes queued
};

// Leaves with the hosts in their order, and spines above; 0 leaves: a star.
struct TierConfig {
  int leaves = 0;
  int spines = 0;   // 0: as many as give a leaf as many links up as down
  int uplinks = 1;  // from each leaf to each spine
  std::optional<base::BitsPerSecond> uplink_rate;
  std::optional<base::Picoseconds> uplink_delay;
  Routing routing = Routing::ecmp;
};

struct PacketConfig : LinkConfig {
  TierConfig tiers;
  AckClass ack_class = AckClass::data;
  // Whose memory the switch has unless `buffer` says: a name of switch_devices(), kDeviceByRate or
  // kDeviceOfPreset.
  std::string device = kDeviceByRate;
  std::optional<base::Bytes> buffer;
  std::optional<base::Picoseconds> retransmit_timeout;
  PacketPreset preset = PacketPreset::dcqcn_hpcc;
  DcqcnConfig dcqcn;
  PfcConfig pfc;
};

// The noun `fabric` of an experiment: the links of every fabric, and a packet switch.
const config::FieldTable<PacketConfig>& packet_fields();

// RED of an egress queue: no packet is marked up to kmin, each with a probability that rises to
// pmax at kmax, every one beyond.
struct RedParameters {
  bool enabled = false;
  base::Bytes kmin{0}, kmax{0};
  double pmax = 0;
};

struct RateParameters {
  bool enabled = false;  // false: always at line rate
  base::BitsPerSecond line{0}, min_rate{0}, r_ai{0}, r_hai{0};
  double g = 0;
  base::Picoseconds t_alpha{0};
  base::Picoseconds t_dec{0};  // 0: every CNP cuts at once
  base::Picoseconds t_inc{0};
  base::Bytes byte_counter{0};  // 0: none
  int fast_recovery_steps = 0;
  double rate_on_first_cnp = 1;
  bool clamp_target = false;
};

// A packet is counted at the port it came in by: first in its reserve, then in the memory all
// share up to a threshold that falls as that fills, then in its headroom.
struct MemoryParameters {
  int ports = 0;
  bool pfc = false;
  base::Bytes capacity{0};     // 0: without end
  base::Bytes reserve{0};      // of each port
  base::Bytes headroom{0};     // of each port
  base::Bytes set_aside{0};    // of all ports: what is not shared
  std::optional<double> beta;  // threshold = beta (capacity - set_aside - shared) / 8, or
  int shift = 0;               // (capacity - set_aside - shared) / 2^shift
  base::Bytes xon_offset{0};
};

struct TierParameters {
  int leaves = 0;  // 0: a star
  int spines = 0, uplinks = 0;
  base::BitsPerSecond rate{0};  // of links between switches
  base::Picoseconds link_delay{0};
  Routing routing = Routing::ecmp;
  RedParameters red;        // of those links
  MemoryParameters memory;  // of a spine; a leaf's is PacketParameters'

  bool reorders() const { return leaves > 1 && routing != Routing::ecmp; }
};

struct PacketParameters : LinkConfig {
  AckClass ack_class = AckClass::data;
  RedParameters red;
  RateParameters dcqcn;
  base::Picoseconds cnp_interval{0};  // at the receiver; 0: every ACK of a marked packet is a CNP
  WindowKind window = WindowKind::none;
  base::Bytes window_size{0};
  MemoryParameters memory;
  base::Picoseconds retransmit_timeout{0};  // 0: none
  TierParameters tiers;
};

// Fills in what the preset, the device and the rate decide. Throws ConfigError at `place` for
// values that do not go together. Of the buffer: one of which no port's share takes a packet, or
// smaller than what is set aside of it. Of the device: ports slower than the links, or too few. Of
// the rest: kmin above kmax, a minimum rate above the link's, shift and beta both given. Of tiers:
// leaves that do not divide the ports, and keys of tiers without leaves.
PacketParameters resolve(const PacketConfig& config, const config::Place& place = {"", "/fabric"});

}  // namespace jacquard::systemc
