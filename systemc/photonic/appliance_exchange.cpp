// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/appliance_exchange.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/memory/fidelity_words.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/photonic/appliance.hpp"
#include "systemc/photonic/exchange_run.hpp"

namespace jacquard::systemc {
namespace {

// The numbers of each XPU's flows: the one to the next XPU first.
std::vector<std::vector<std::size_t>> round_of_receivers(base::Span<const demand::Flow> flows,
                                                         int xpus) {
  std::vector<std::vector<std::size_t>> order(base::index(xpus));
  for (std::size_t f = 0; f < flows.size(); ++f) base::at(order, flows[f].source).push_back(f);
  const auto ahead = [&](std::size_t f) {
    return (flows[f].destination - flows[f].source + xpus) % xpus;
  };
  for (std::vector<std::size_t>& own : order) {
    std::stable_sort(own.begin(), own.end(),
                     [&](std::size_t a, std::size_t b) { return ahead(a) < ahead(b); });
  }
  return order;
}

// As it is simulated.
ApplianceConfig simulated(ApplianceConfig config, const ApplianceExchange& exchange) {
  // The switch passes all memory, so ideal memories will do there.
  const bool shared = exchange.way == ExchangeWay::shared_memory;
  config.module.hbm.fidelity = config.module.ddr.fidelity =
      shared ? exchange.fidelity : memory::Fidelity::ideal;
  // Where HBM has all lines, none is fetched. Then as much of a block as can be is looked up as one
  // line, which takes a fraction of the time to simulate.
  memory::CacheConfig& cache = config.module.cache;
  const auto goes = [&](base::Bytes line) {
    return config.interleave.count() % line.count() == 0 &&
           cache.capacity.count() % (line * cache.ways).count() == 0;
  };
  while (shared && exchange.warm && goes(cache.line * 2)) cache.line = cache.line * 2;
  return config;
}

constexpr std::int64_t kMostAccesses = 4'000'000;  // a minute of simulation

void require_few_accesses(const ApplianceExchange& exchange, base::Span<const demand::Flow> flows) {
  std::int64_t accesses = 0;
  for (const demand::Flow& flow : flows) {
    accesses += base::divide_up(flow.size.count(), exchange.access.count());
    if (accesses <= kMostAccesses) continue;
    throw base::ConfigError(
        {"photonic", "/access", fmt::format("at most {} accesses in an exchange", kMostAccesses),
         fmt::format("more, of {}", config::show_quantity(exchange.access)), "a larger access"});
  }
}

}  // namespace

const config::FieldTable<ApplianceExchange>& appliance_exchange_fields() {
  using config::field;
  using config::quantity;
  using C = ApplianceExchange;
  static const config::FieldTable<C> table(
      "photonic_exchange", "How XPUs exchange bytes on a photonic appliance.",
      {
          field<C>(
              "way", [](auto& c) -> auto& { return c.way; },
              config::choice(
                  config::Words<ExchangeWay>{{"shared_memory", ExchangeWay::shared_memory},
                                             {"switch", ExchangeWay::through_switch}}),
              "Through the appliance's memory, or from XPU to XPU through its switch."),
          field<C>(
              "read_after", [](auto& c) -> auto& { return c.read_after; },
              config::choice(
                  config::Words<ReadAfter>{{"flow", ReadAfter::flow}, {"all", ReadAfter::all}}),
              "When an XPU reads from memory: once the flow is written, or once all flows are."),
          field<C>(
              "access", [](auto& c) -> auto& { return c.access; },
              quantity(base::Bytes{64}, base::Bytes{1 << 20}),
              "An XPU asks and sends in pieces of this size at most."),
          field<C>(
              "outstanding", [](auto& c) -> auto& { return c.outstanding; },
              quantity(base::Bytes{64}, base::Bytes{1 << 30}),
              "That an XPU has in flight to the memory, and as much from it; the switch has no "
              "bound."),
          field<C>(
              "warm", [](auto& c) -> auto& { return c.warm; }, config::boolean(),
              "The buffers have been used before: HBM has their lines."),
          field<C>(
              "fidelity", [](auto& c) -> auto& { return c.fidelity; }, memory::fidelity_codec(),
              "Of the memories: at, every command; lt, booked; ideal, at their peak."),
      });
  return table;
}

void require_consistent(const ApplianceExchange& exchange, const config::Place& place) {
  if (exchange.outstanding >= exchange.access) return;
  (place / "outstanding")
      .fail("at least one access, " + config::show_quantity(exchange.access),
            config::show_quantity(exchange.outstanding));
}

ApplianceExchangeFigures run_exchange(const ApplianceConfig& appliance,
                                      const ApplianceExchange& exchange,
                                      base::Span<const demand::Flow> flows, std::uint64_t seed,
                                      std::unique_ptr<schedule::Arbiter> arbiter) {
  const config::Place place{"appliance", ""};
  require_consistent(exchange, config::Place{"photonic", ""});
  const ApplianceConfig config = simulated(appliance, exchange);
  const auto order = round_of_receivers(flows, config.modules);
  const ExchangeBuffers buffers(config, flows, order);
  const bool shared = exchange.way == ExchangeWay::shared_memory;
  if (shared && buffers.end() > static_cast<std::uint64_t>(config.memory().count())) {
    (place / "module" / "memory")
        .fail("room for " + std::to_string(buffers.end()) + " B that XPUs exchange",
              config::show_quantity(config.memory()) + " in all modules");
  }
  require_few_accesses(exchange, flows);
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Appliance machine("appliance", config, seed, std::move(arbiter));
  if (shared && exchange.warm) machine.warm(0, base::Bytes{buffers.end()});
  ApplianceExchangeFigures figures;
  const ExchangeRun run(machine, exchange, flows, order, buffers, figures);
  sc_core::sc_start();
  JQ_CHECK(run.done(), "every flow is received");
  figures.cells = machine.fabric().cells();
  return figures;
}

}  // namespace jacquard::systemc
