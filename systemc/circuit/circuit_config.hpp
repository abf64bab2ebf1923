// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/slot_clock.hpp"
#include "systemc/circuit/circuit_parameters.hpp"
#include "systemc/fabric/link_config.hpp"

namespace jacquard::systemc {

enum class CrossbarKind { model, rtl };

// How a demand comes to parallel switches. Divided before it is decided on: by the settings of a
// schedule of all of it, or each entry into equal parts. Or one scheduler decides on all of it, and
// its settings are dealt out as they are known.
enum class Division { settings, even, dealt };

// Who waits while a setting changes: every port, or those alone that get another partner.
enum class GuardedPorts { all, changed };

// What a user says of a circuit fabric beside its links (LinkConfig).
struct CircuitConfig {
  std::optional<base::Picoseconds> guard;  // t_x
  std::string technology;                  // whose reconfiguration time is the guard; "" for none
  bool charge_headers = true;
  bool charge_acks = true;
  bool compensated = true;
  base::Picoseconds skew{0};
  base::Picoseconds jitter{0};
  base::Picoseconds distance_spread{0};
  bool loss_is_error = true;
  bool slotted = false;
  std::optional<base::Picoseconds> slot;  // T
  std::optional<base::Bytes> slot_bytes;  // b
  std::optional<base::Picoseconds> t_max;
  std::optional<base::Picoseconds> report_latency;
  std::optional<base::Picoseconds> grant_latency;
  base::Picoseconds forward = demand::kUsualForward;
  bool keep_settings = false;
  CrossbarKind crossbar = CrossbarKind::model;
  base::Picoseconds crossbar_clock{1'000};
  int leaves = 0;
  int spines = 0;
  base::Picoseconds spine_delay{250'000};
  int switches = 1;  // parallel: each with a link of its own to every NPU
  Division division = Division::settings;
  std::optional<base::Picoseconds> frame;
  GuardedPorts guarded_ports = GuardedPorts::all;
};

// Whether each of several switches decides on a part of its own.
inline bool is_divided(const CircuitConfig& config) {
  return config.switches > 1 && config.division != Division::dealt;
}
// Of a fabric.
inline int schedulers_of(const CircuitConfig& config) {
  return is_divided(config) ? config.switches : 1;
}

inline constexpr base::Picoseconds kDefaultGuard{10'000};  // Chronos s6: an electronic switch

// The noun `circuit` of an experiment.
const config::FieldTable<CircuitConfig>& circuit_fields();

// Fills in what follows from the rest. `guard`: what the technology needs, if one is named. Throws
// ConfigError for slots too short for b/c + t_max + t_x, leaves that do not divide the ports, and
// the like. Distances are drawn from the seed.
CircuitParameters resolve(const CircuitConfig& config, const LinkConfig& links,
                          std::optional<base::Picoseconds> guard, std::uint64_t seed);

}  // namespace jacquard::systemc
