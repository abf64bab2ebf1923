// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/rotor_kind.hpp"

#include <fmt/format.h>

#include "systemc/experiment/circuit_kind.hpp"
#include "systemc/experiment/experiment.hpp"
#include "systemc/rotor/rotor_fabric.hpp"

namespace jacquard::experiment {
namespace {

using report::Unit;
using Own = systemc::RotorFigures;

config::Document keys(const ExperimentConfig& config) {
  config::Document all;
  all["link"] = systemc::link_fields().show(config.fabric);
  all["rotor"] = systemc::rotor_fields().show(config.rotor);
  all["circuit"] = systemc::circuit_fields().show(config.circuit);  // its guard and headers
  return all;
}

std::string inputs(const ExperimentConfig& config, std::uint64_t seed) {
  return fmt::format("{};", circuit_of(config, seed).crossbars.guard.count());
}

std::unique_ptr<systemc::Fabric> make(const ExperimentConfig& config, std::uint64_t seed,
                                      const std::string&) {
  const systemc::CircuitParameters circuit = circuit_of(config, seed);
  return std::make_unique<systemc::Rotors>(config.rotor, circuit.framing, config.fabric.link_delay,
                                           circuit.crossbars.guard);
}

bool is_rotor(const CaseRuns& r) {
  return !r.runs.empty() && std::any_cast<Own>(&r.runs.front().own) != nullptr;
}

// Absent where no run is of a rotor.
template <class Member, class Sum>
OwnFigure<Own> of_rotor(const char* key, Unit unit, Member Own::*member, Sum sum, const char* doc,
                        const char* heading = "") {
  const auto get = [member](const RunFigures& f) {
    return count_of(systemc::own_figures<Own>(f).*member);
  };
  using Value = decltype(sum(std::declval<const CaseRuns&>(), get));
  const auto in_row = [sum, get](const CaseRuns& r) -> std::optional<Value> {
    return is_rotor(r) ? std::optional<Value>(sum(r, get)) : std::nullopt;
  };
  return {report::Metric<Own>::kept(key, unit, member, doc),
          {RowMetric(key, unit, in_row, doc, heading)}};
}

// Links that a packet passes, mean.
std::optional<double> hops(const CaseRuns& r) {
  const auto packets = [](const RunFigures& f) { return systemc::own_figures<Own>(f).packets; };
  const auto passed = [](const RunFigures& f) { return systemc::own_figures<Own>(f).packet_hops; };
  if (!is_rotor(r) || total(r, packets) == 0) return std::nullopt;
  return static_cast<double>(total(r, passed)) / static_cast<double>(total(r, packets));
}

const KindFigures& figures() {
  static const KindFigures all = kind_figures<Own>({
      of_rotor("rotor_packets", Unit::count, &Own::packets, total,
               "Of rotors: packets delivered, of all runs."),
      of_rotor("packet_hops", Unit::count, &Own::packet_hops, total, "Links that they passed."),
      {std::nullopt,
       {RowMetric("hops_mean", Unit::ratio, hops, "The same for each.", "hops_mean")
            .as([](const report::Row& value) {
              return report::Row(fmt::format("{:.2f}", value.get<double>()));
            })}},
      of_rotor("reordered_packets", Unit::count, &Own::reordered, total,
               "Of them, after a later one of their flow.", "reordered_packets"),
      of_rotor("short_packets", Unit::count, &Own::short_packets, total,
               "Of short flows, which go over the circuits of the moment."),
      of_rotor("slices", Unit::count, &Own::slices, total,
               "Times between two changes of any switch."),
      of_rotor("largest_relay_bytes", Unit::bytes, &Own::largest_relay, largest,
               "Most that a port held for others in any run.", "largest_relay"),
      of_rotor("path_mean", Unit::ratio, &Own::path_mean, mean,
               "Links of the shortest way, mean over pairs and moments; 0 if no flow is short."),
      of_rotor("path_longest", Unit::count, &Own::path_longest, largest,
               "Of the longest such way."),
  });
  return all;
}

void check(const ExperimentConfig& config) {
  if (config.fabric.ports < 2) {
    throw base::ConfigError({"fabric", "/ports", "two or more for a rotor", "1", ""});
  }
  if (systemc::expects_faults(config.faults)) {
    throw base::ConfigError({"faults", "", "none of a rotor", "some", ""});
  }
}

}  // namespace

FabricKind rotor_kind() { return {"rotor", keys, inputs, make, figures, check}; }

}  // namespace jacquard::experiment
