// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/hybrid_kind.hpp"

#include <cmath>

#include "jacquard/base/error.hpp"
#include "systemc/experiment/circuit_kind.hpp"
#include "systemc/experiment/experiment.hpp"
#include "systemc/experiment/packet_kind.hpp"
#include "systemc/fabric/hybrid.hpp"

namespace jacquard::experiment {
namespace {

using base::BitsPerSecond;
using Own = systemc::HybridFigures;
using report::Unit;

BitsPerSecond packet_rate(const ExperimentConfig& config) {
  const double share = config.hybrid.packet_share * static_cast<double>(config.fabric.rate.count());
  return BitsPerSecond{std::llround(share)};
}

ExperimentConfig at_rate(ExperimentConfig config, BitsPerSecond rate) {
  config.fabric.rate = rate;
  return config;
}

ExperimentConfig of_circuits(const ExperimentConfig& config) {
  return at_rate(config, config.fabric.rate - packet_rate(config));
}

bool has_circuits(const ExperimentConfig& config) {
  return packet_rate(config) < config.fabric.rate;
}

config::Document keys(const ExperimentConfig& config) {
  config::Document all = circuit_kind().keys(config);
  all["packets"] = packet_kind().keys(config);
  all["hybrid"] = systemc::hybrid_fields().show(config.hybrid);
  return all;
}

std::string inputs(const ExperimentConfig& config, std::uint64_t seed) {
  return circuit_kind().inputs(config, seed) + packet_kind().inputs(config, seed);
}

std::unique_ptr<systemc::Fabric> make(const ExperimentConfig& config, std::uint64_t seed,
                                      const std::string& waveform) {
  systemc::Hybrid::Side circuits, packets;
  demand::Quantisation counting;
  packets.rate = packet_rate(config);
  circuits.rate = config.fabric.rate - packets.rate;
  if (has_circuits(config)) {
    const ExperimentConfig own = of_circuits(config);
    circuits.fabric = circuit_kind().make(own, seed, waveform);
    counting = counting_of(own, circuit_of(own, seed));
  }
  if (packets.rate > BitsPerSecond{0}) {
    packets.fabric = packet_kind().make(at_rate(config, packets.rate), seed, "");
  }
  return std::make_unique<systemc::Hybrid>(std::move(circuits), std::move(packets),
                                           config.hybrid.below, counting);
}

void check(const ExperimentConfig& config) {
  if (config.circuit.keep_settings) {
    throw base::ConfigError({"circuit", "/keep_settings", "false in a hybrid", "true",
                             "its circuits carry another part of each exchange"});
  }
  if (config.circuit.switches > 1) {
    throw base::ConfigError({"circuit", "/switches", "1 in a hybrid",
                             std::to_string(config.circuit.switches),
                             "its circuits are one switch's"});
  }
  if (systemc::expects_faults(config.faults)) {
    throw base::ConfigError({"faults", "", "none in a hybrid", "some", "its packets know none"});
  }
  if (has_circuits(config)) circuit_kind().check(of_circuits(config));
  if (circuit_kind().is_measured(config)) {
    throw base::ConfigError({"scheduler", "/timing", "auto, cycles or fixed in a hybrid",
                             "measured", "its circuits decide on a part that is not known before"});
  }
}

std::optional<schedule::CoreShape> rtl_core(const ExperimentConfig& config) {
  return has_circuits(config) ? circuit_kind().rtl_core(config) : std::nullopt;
}

// Absent where no run is of a hybrid.
template <class Member>
auto mean_of(Member Own::*member) {
  return [member](const CaseRuns& r) -> std::optional<std::int64_t> {
    if (r.runs.empty() || std::any_cast<Own>(&r.runs.front().own) == nullptr) return std::nullopt;
    return whole_mean(r, [member](const RunFigures& f) {
      return count_of(systemc::own_figures<Own>(f).*member);
    });
  };
}

template <class Member>
OwnFigure<Own> of_hybrid(const char* key, Unit unit, Member Own::*member, const char* doc,
                         const char* heading) {
  return {report::Metric<Own>::kept(key, unit, member, doc),
          {RowMetric(key, unit, mean_of(member), doc, heading)}};
}

// Rows have them as figures of circuits.
template <class Member>
OwnFigure<Own> kept_of_circuits(const char* key, Unit unit,
                                Member systemc::CircuitFigures::*member) {
  return {
      report::Metric<Own>::kept(key, unit, static_cast<Member Own::*>(member), "Of its circuits."),
      {}};
}

const KindFigures& figures() {
  static const KindFigures all = kind_figures<Own>({
      of_hybrid("by_packets_bytes", Unit::bytes, &Own::by_packets,
                "Of a hybrid, what went by packets, mean.", "by_packets"),
      of_hybrid("circuits_end_ps", Unit::ps, &Own::circuits, "When its circuits ended, mean.",
                "circuits_end"),
      of_hybrid("packets_end_ps", Unit::ps, &Own::packets, "When its packets ended, mean.",
                "packets_end"),
      kept_of_circuits("decision_ps", Unit::ps, &Own::decision),
      kept_of_circuits("guard_ps", Unit::ps, &Own::guard),
      kept_of_circuits("hold_ps", Unit::ps, &Own::hold),
      kept_of_circuits("permutations", Unit::count, &Own::permutations),
      kept_of_circuits("decisions", Unit::count, &Own::decisions),
      kept_of_circuits("without_faults_ps", Unit::ps, &Own::without_faults),
      kept_of_circuits("messages_lost", Unit::count, &Own::messages_lost),
  });
  return all;
}

}  // namespace

FabricKind hybrid_kind() {
  return {"hybrid", keys, inputs, make, figures, check, nullptr, nullptr, rtl_core};
}

}  // namespace jacquard::experiment
