// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/appliance_family.hpp"

#include "jacquard/config/composed.hpp"
#include "jacquard/memory/fidelity_words.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/rtl/slot_arbiter.hpp"
#include "sim/platform/appliance_metrics.hpp"

namespace jacquard::platform {
namespace {

using rounds::CollectiveKind;
using systemc::ApplianceAlgorithm;
using Case = platform::Case<ApplianceExperiment>;
using C = ApplianceExperiment;

config::Codec<CollectiveKind> kind_codec() {
  config::Words<CollectiveKind> words;
  for (const CollectiveKind kind : {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter,
                                    CollectiveKind::all_gather, CollectiveKind::broadcast}) {
    words.emplace_back(rounds::name_of(kind), kind);
  }
  return config::choice(words);
}

std::vector<config::Field<C>> own_fields() {
  using config::field;
  using config::quantity;
  return {
      config::composed<C>(
          "appliance", [](auto& c) -> auto& { return c.appliance; }, systemc::appliance_fields(),
          systemc::kAppliances),
      field<C>(
          "collective", [](auto& c) -> auto& { return c.collective.kind; }, kind_codec(),
          "What the XPUs do together; a broadcast's root is XPU 0."),
      field<C>(
          "algorithm", [](auto& c) -> auto& { return c.collective.algorithm; },
          config::choice(config::Words<ApplianceAlgorithm>{
              {"shared_memory", ApplianceAlgorithm::shared_memory},
              {"ring", ApplianceAlgorithm::ring}}),
          "Through the appliance's memory, or from XPU to XPU through its switch."),
      field<C>(
          "bytes", [](auto& c) -> auto& { return c.collective.bytes; },
          quantity(base::Bytes{1}, base::Bytes{1 << 26}),
          "What each XPU puts in, or the root; every access of it is simulated."),
      field<C>(
          "access", [](auto& c) -> auto& { return c.collective.access; },
          quantity(base::Bytes{64}, base::Bytes{1 << 20}),
          "An XPU asks and sends in pieces of this size."),
      field<C>(
          "outstanding", [](auto& c) -> auto& { return c.collective.outstanding; },
          quantity(base::Bytes{64}, base::Bytes{1 << 30}),
          "That an XPU has in flight in the shared memory."),
      field<C>(
          "appliances", [](auto& c) -> auto& { return c.scale_out.appliances; },
          config::whole_number(1, 64),
          "Tiered by switches that join the modules of the same number; more than 1 do an "
          "all-reduce."),
      field<C>(
          "uplink", [](auto& c) -> auto& { return c.scale_out.uplink; },
          quantity(base::BitsPerSecond{1'000'000'000}, base::BitsPerSecond{1'000'000'000'000'000}),
          "Of each module to the second tier, each way; of no matter to one appliance."),
      field<C>(
          "warm", [](auto& c) -> auto& { return c.collective.warm; }, config::boolean(),
          "The buffers have been used before: HBM has their lines, as far as they fit."),
      field<C>(
          "fidelity", [](auto& c) -> auto& { return c.fidelity; }, memory::fidelity_codec(),
          "Of all modules' HBM and DDR, in place of what those say."),
  };
}

report::Printed row_of(const Case& one, std::uint64_t seed) {
  const systemc::ApplianceConfig appliance = one.config.simulated();
  const auto arbiter = [&appliance](int ports) {
    const bool rtl = appliance.fabric.arbiter == systemc::kRtlArbiter;
    return rtl ? rtl::make_rtl_slot_arbiter(ports) : nullptr;
  };
  return appliance_metrics()(
      appliance_row(one.variant, one.point, one.config,
                    systemc::run_scale_out(appliance, one.config.scale_out, one.config.collective,
                                           seed, arbiter)));
}

Answer run(const Question& question) {
  const auto& table = appliance_experiment_fields();
  const ApplianceExperiment config = resolved(table, question);
  const auto cases = cases_of(config, table);
  for (const Case& one : cases) {
    const config::Place place{question.path, ""};
    systemc::require_consistent(one.config.simulated(), place / "appliance");
    systemc::require_consistent(one.config.collective, one.config.appliance, place);
    systemc::require_consistent(one.config.scale_out, one.config.collective, one.config.appliance,
                                place);
  }
  return answer_of(table, config, cases, question.threads,
                   [&](const Case& one) { return row_of(one, question.seed); });
}

std::vector<report::RowKind> rows() { return {appliance_metrics().kind()}; }

}  // namespace

systemc::ApplianceConfig ApplianceExperiment::simulated() const {
  systemc::ApplianceConfig config = appliance;
  config.module.hbm.fidelity = config.module.ddr.fidelity = fidelity;
  return config;
}

const config::FieldTable<ApplianceExperiment>& appliance_experiment_fields() {
  static const config::FieldTable<C> table = [] {
    std::vector<config::Field<C>> all = experiment_fields_of<C>("photonic_collective");
    for (auto& f : own_fields()) all.push_back(std::move(f));
    return config::FieldTable<C>(
        "photonic_collective_experiment",
        "A collective on a photonic appliance, simulated by the cycle engine.", std::move(all));
  }();
  return table;
}

Family appliance_family() { return {"photonic_collective", run, rows}; }

}  // namespace jacquard::platform
