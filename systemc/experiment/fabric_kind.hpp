// SPDX-License-Identifier: Apache-2.0
// The kinds of fabric that an experiment compares: a row each.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/span.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/schedule/core/core.hpp"
#include "systemc/experiment/figures.hpp"
#include "systemc/experiment/traffic.hpp"
#include "systemc/fabric/fabric.hpp"

namespace jacquard::experiment {

struct ExperimentConfig;

struct FabricKind {
  const char* name;  // as an experiment's `kind` says it
  // The keys, beside the traffic's, that decide its figures.
  config::Document (*keys)(const ExperimentConfig&);
  // Text that differs where files or tables that it reads do.
  std::string (*inputs)(const ExperimentConfig&, std::uint64_t seed);
  // The fabric, checked and ready to run, its RTL built. `waveform`: where the FST of the RTL's
  // first run goes, "" for none. Throws ConfigError for what does not go together.
  std::unique_ptr<systemc::Fabric> (*make)(const ExperimentConfig&, std::uint64_t seed,
                                           const std::string& waveform);
  // What its runs are told in.
  const KindFigures& (*figures)() = no_figures;

  // Of kinds that a scheduler is part of; null for others.

  // Throws ConfigError where the scheduler is meant for another guard or rate.
  void (*check)(const ExperimentConfig&) = nullptr;
  // Whether decisions take what they take on this machine.
  bool (*is_measured)(const ExperimentConfig&) = nullptr;
  // Measures that: the keys that say so, as "key=value".
  std::vector<std::string> (*measured)(const ExperimentConfig&, const std::vector<TrafficItem>&,
                                       std::uint64_t seed) = nullptr;
  // The core whose pins a waveform shows, if there is one.
  std::optional<schedule::CoreShape> (*rtl_core)(const ExperimentConfig&) = nullptr;
};

std::vector<FabricKind> own_fabric_kinds();
// The kinds of this program, in the order that errors list them: our own, unless its main() says
// others before anything asks.
base::Span<const FabricKind> fabric_kinds();
void use_fabric_kinds(std::vector<FabricKind> kinds);

// The row of that name. Requires that there is one.
const FabricKind& fabric_kind(const std::string& name);

}  // namespace jacquard::experiment
