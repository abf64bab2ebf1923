// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/module_config.hpp"

#include "jacquard/config/composed.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::systemc {
namespace {

// A mapping of the module stands for its memory's, which then must not have one of its own.
void require_one_mapping(const memory::MemoryConfig& memory, const std::string& mapping,
                         const config::Place& place) {
  const std::string& own = memory.controller.mapping;
  if (mapping.empty() || own == mapping || own == memory::ControllerConfig{}.mapping) return;
  place.fail("the memory's own mapping, \"" + own + "\", or none", "\"" + mapping + "\"",
             "one of both is enough");
}

}  // namespace

memory::MemoryConfig ModuleConfig::all_hbm() const {
  memory::MemoryConfig all = hbm;
  all.organisation.channels *= hbm_stacks;
  if (!hbm_mapping.empty()) all.controller.mapping = hbm_mapping;
  return all;
}

memory::MemoryConfig ModuleConfig::all_ddr() const {
  memory::MemoryConfig all = ddr;
  all.organisation.channels *= ddr_channels;
  if (!ddr_mapping.empty()) all.controller.mapping = ddr_mapping;
  all.organisation.capacity = base::Bytes{memory.count() / all.organisation.channels};
  return all;
}

const config::FieldTable<ModuleConfig>& module_fields() {
  using config::field;
  using config::whole_number;
  using C = ModuleConfig;
  const auto mapping = config::text("fields such as \"row-bank-column-group-channel\"");
  static const config::FieldTable<C> table(
      "photonic_module", "HBM that caches DDR, behind an optical port.",
      {
          field<C>(
              "source", [](auto& c) -> auto& { return c.source; }, config::text("a source"),
              "Of its figures."),
          config::composed<C>(
              "hbm", [](auto& c) -> auto& { return c.hbm; }, memory::memory_fields(),
              memory::kMemories),
          field<C>(
              "hbm_stacks", [](auto& c) -> auto& { return c.hbm_stacks; }, whole_number(1, 64),
              "How many of that memory."),
          field<C>(
              "hbm_mapping", [](auto& c) -> auto& { return c.hbm_mapping; }, mapping,
              "Of addresses in the HBM, as a memory's controller.mapping; none: the memory's."),
          config::composed<C>(
              "ddr", [](auto& c) -> auto& { return c.ddr; }, memory::memory_fields(),
              memory::kMemories),
          field<C>(
              "ddr_channels", [](auto& c) -> auto& { return c.ddr_channels; },
              whole_number(1, 1024), "How many of that memory."),
          field<C>(
              "ddr_mapping", [](auto& c) -> auto& { return c.ddr_mapping; }, mapping,
              "Of addresses in the DDR; none: the memory's."),
          field<C>(
              "memory", [](auto& c) -> auto& { return c.memory; },
              config::quantity(base::Bytes{1}, base::Bytes{std::int64_t{1} << 50}),
              "Of the DDR, in equal parts on its sub-channels: ranks are more rows."),
          config::nested<C>(
              "cache", [](auto& c) -> auto& { return c.cache; }, memory::cache_fields()),
          config::nested<C>(
              "port", [](auto& c) -> auto& { return c.port; }, optical_port_fields()),
      });
  return table;
}

void require_consistent(const ModuleConfig& config, const config::Place& place) {
  if (config.hbm.organisation.standard != memory::Standard::hbm) {
    (place / "hbm").fail("a memory of HBM, such as \"hbm3e_9200\"", "one of DDR5");
  }
  if (config.ddr.organisation.standard != memory::Standard::ddr5) {
    (place / "ddr").fail("a memory of DDR5, such as \"ddr5_5600\"", "one of HBM");
  }
  const int sub_channels = config.ddr.organisation.channels * config.ddr_channels;
  if (config.memory.count() % sub_channels != 0) {
    (place / "memory")
        .fail("equal parts on " + std::to_string(sub_channels) + " sub-channels",
              config::show_quantity(config.memory));
  }
  require_one_mapping(config.hbm, config.hbm_mapping, place / "hbm_mapping");
  require_one_mapping(config.ddr, config.ddr_mapping, place / "ddr_mapping");
  const memory::MemoryConfig hbm = config.all_hbm();
  memory::require_consistent(hbm, place / "hbm");
  memory::require_consistent(config.all_ddr(), place / "ddr");
  const base::Bytes store = hbm.organisation.capacity * hbm.organisation.channels;
  memory::require_consistent(config.cache, store, config.memory, place / "cache");
}

}  // namespace jacquard::systemc
