// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/paper_batch.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/serve/celestisim/clock.hpp"
#include "jacquard/serve/celestisim/machine.hpp"
#include "jacquard/serve/celestisim/static_batch.hpp"
#include "jacquard/serve/energy/gpu_power.hpp"
#include "jacquard/serve/precision_words.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "systemc/serve/saturated.hpp"

namespace jacquard::serve {
namespace {

using celestisim::PaperSystem;

constexpr int kDgx = 8;

[[noreturn]] void refuse(const char* option, const std::string& expected, const std::string& found,
                         const std::string& hint = "") {
  throw base::ConfigError({option, "", expected, found, hint});
}

PaperSystem dgx_of(const ServeConfig& c, Nouns& nouns) {
  const NamedSystem& system = nouns.system(c.system);
  const int npus = c.npus > 0 ? c.npus : system.npus;
  if (system.device.name != "h100_sxm" || npus % kDgx != 0) {
    refuse("--system", "dgx-h100 or a memory appliance, as the paper's rules know no other",
           "'" + c.system + "'", "--rules ours knows it");
  }
  return celestisim::dgx_h100(npus / kDgx);
}

PaperSystem machine_of(const ServeConfig& c, Nouns& nouns) {
  const auto name = celestisim::appliance_named(c.system);
  if (!name) return dgx_of(c, nouns);
  return celestisim::appliance(name->preset, name->generation, c.npus > 0 ? c.npus : name->xpus,
                               {c.npus > 0 ? "--npus" : "--system", ""});
}

void require_known(const ServeConfig& c, const PaperSystem& machine) {
  const auto require = [](const char* option, bool known, const std::string& expected,
                          const std::string& found) {
    if (!known) refuse(option, expected + ", by the paper's rules", found);
  };
  require("--precision", c.precision == "auto" || c.precision == "fp8", "fp8",
          "'" + c.precision + "'");
  require("--law", c.law == systems::Law::system, "system",
          c.law == systems::Law::links ? "links" : "reached");
  require("--spill", c.spill.empty(), "nothing", "'" + c.spill + "'");
  require("--tp", c.tp == 0 || c.tp == machine.tp, std::to_string(machine.tp),
          std::to_string(c.tp));
  require("--pp", c.pp == 0 || c.pp == machine.pp, std::to_string(machine.pp),
          std::to_string(c.pp));
  require("--dp", c.dp == 1, "1", std::to_string(c.dp));
  require("--ep", c.ep == 0, "0", std::to_string(c.ep));
  require("--mtp", c.mtp == 0, "0", std::to_string(c.mtp));
  require("--eager", !c.eager, "nothing", "it");
  require("--interconnect", c.interconnect.empty(), "nothing", "'" + c.interconnect + "'");
}

base::Picoseconds picoseconds(base::Seconds time) {
  return base::Picoseconds{std::llround(time.count() * 1e12)};
}

energy::Work work_of(const BatchRow& row, const workload::Model& model,
                     const celestisim::Rules& rules) {
  const double tokens =
      (static_cast<double>(row.input) + row.output) * static_cast<double>(row.batch);
  return {base::to_seconds(row.time), 2 * workload::total_parameters(model) * tokens,
          celestisim::moved_bytes(model, {row.batch, row.input, row.output}, rules)};
}

std::optional<base::Joules> energy_of(const ServeConfig& c, const PaperSystem& machine,
                                      const energy::Work& work, Nouns& nouns) {
  if (is_appliance(c.system)) {
    return energy::pooled_energy(machine, work, c.energy);
  }
  return energy::serving_energy(nouns.system(c.system).device, machine.xpus, work,
                                workload::NumberType::fp8);
}

// The rules for this machine: an appliance's whole memory is for the model, unless it is said.
celestisim::Rules rules_of(const ServeConfig& c) {
  celestisim::Rules rules;
  if (is_appliance(c.system)) rules.memory = 1;
  if (c.kv_precision != "auto") {
    rules.kv = workload::bytes_per_value(kv_type_of(c.kv_precision, {"--kv-precision", ""}));
  }
  if (c.memory_share > 0) rules.memory = c.memory_share;
  return rules;
}

void set_paper_times(const ServeConfig& c, const celestisim::StaticAnswer& answer, BatchRow& row) {
  row.ttft = picoseconds(answer.prefill);
  row.time = picoseconds(answer.time());
  if (c.output > 1) {
    row.tpot = base::Picoseconds{picoseconds(answer.decode).count() / (c.output - 1)};
  }
}

std::int64_t batch_in(const ServeConfig& c, const workload::Model& model,
                      const PaperSystem& machine, const celestisim::Rules& rules) {
  const std::int64_t most = celestisim::largest_batch(model, machine, c.input, c.output, rules);
  const std::int64_t batch = batch_of(c).value_or(most);
  if (batch <= most && most > 0) return batch;
  const auto weights = static_cast<double>(celestisim::weight_bytes(model).count());
  const double each = static_cast<double>(celestisim::kv_bytes_of_token(model, rules).count()) *
                      (static_cast<double>(c.input) + c.output);
  refuse(batch > most ? "--batch" : "--system",
         fmt::format("at most {} requests: {:.2f} GB of weights (fp8) and {:.2f} GB for each "
                     "request of {} tokens, in {:.0f} GB",
                     most, weights / 1e9, each / 1e9, std::int64_t{c.input} + c.output,
                     static_cast<double>(machine.memory.count()) * rules.memory / 1e9),
         std::to_string(std::max<std::int64_t>(batch, 1)));
}

}  // namespace

bool is_appliance(const std::string& system) {
  return celestisim::appliance_named(system).has_value();
}

bool by_paper(const ServeConfig& c) {
  if (c.rules == Rulebook::automatic) return is_appliance(c.system);
  return c.rules == Rulebook::paper;
}

BatchRow run_paper_batch(const ServeConfig& c, Nouns& nouns) {
  require_named(c);
  const workload::Model& model = nouns.model(c.model);
  const PaperSystem machine = machine_of(c, nouns);
  require_known(c, machine);
  const celestisim::Rules rules = rules_of(c);
  const std::int64_t batch = batch_in(c, model, machine, rules);
  BatchRow row;
  row.model = model.name;
  row.system = c.system;
  row.source = machine.source;
  row.npus = machine.xpus;
  row.price = c.price;
  row.software = "none";
  row.policy = name_of(c.policy);
  row.rules = name_of(Rulebook::paper);
  row.tp = machine.tp;
  row.pp = machine.pp;
  row.precision = "fp8";
  row.kv_precision = rules.kv == 1 ? "fp8" : "bf16";
  row.input = c.input;
  row.output = c.output;
  row.batch = batch;
  if (c.policy == Policy::static_batch) {
    set_paper_times(
        c,
        celestisim::static_batch(model, machine, {batch, c.input, c.output}, rules, {"MODEL", ""}),
        row);
  } else {
    const auto clock = celestisim::paper_clock(model, machine, rules, {"MODEL", ""});
    EngineSettings settings;
    settings.policy = c.policy;
    settings.max_batched_tokens = c.max_batched_tokens;
    set_times(serve_full_queue({settings, 1, c.input, c.output, batch}, *clock), row);
  }
  const energy::Work work = work_of(row, model, rules);
  row.mfu = work.flops / (row.seconds() * machine.all_peaks().count());
  row.weights = celestisim::weight_bytes(model);
  row.kv =
      celestisim::kv_bytes_of_token(model, rules) * (batch * (std::int64_t{c.input} + c.output));
  row.memory = row.weights + row.kv;
  row.capacity =
      base::Bytes{std::llround(static_cast<double>(machine.memory.count()) * rules.memory)};
  row.energy = energy_of(c, machine, work, nouns);
  if (!is_appliance(c.system)) {  // of one NPU
    row.memory = base::Bytes{row.memory.count() / machine.xpus};
    row.capacity = base::Bytes{row.capacity.count() / machine.xpus};
  }
  return row;
}

}  // namespace jacquard::serve
