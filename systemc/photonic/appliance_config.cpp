// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/appliance_config.hpp"

#include "jacquard/config/composed.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::systemc {

const config::FieldTable<ApplianceConfig>& appliance_fields() {
  using config::field;
  using C = ApplianceConfig;
  constexpr base::Bytes largest{1 << 30};
  static const config::FieldTable<C> table(
      "photonic_appliance", "Photonic modules around a digital switch, with one address space.",
      {
          field<C>(
              "source", [](auto& c) -> auto& { return c.source; }, config::text("a source"),
              "Of its figures."),
          config::composed<C>(
              "module", [](auto& c) -> auto& { return c.module; }, module_fields(), kModules),
          field<C>(
              "modules", [](auto& c) -> auto& { return c.modules; }, config::whole_number(1, 64),
              "Each with one port for an XPU, and one of the switch."),
          field<C>(
              "interleave", [](auto& c) -> auto& { return c.interleave; },
              config::quantity(base::Bytes{1}, largest),
              "Addresses go round the modules in blocks of this size."),
          config::nested<C>(
              "switch", [](auto& c) -> auto& { return c.fabric; }, switch_fields()),
      });
  return table;
}

void require_consistent(const ApplianceConfig& config, const config::Place& place) {
  require_consistent(config.module, place / "module");
  require_consistent(config.fabric, place / "switch");
  if (config.module.memory.count() % config.interleave.count() != 0) {
    (place / "interleave")
        .fail("a part of a module's memory, " + config::show_quantity(config.module.memory),
              config::show_quantity(config.interleave));
  }
}

}  // namespace jacquard::systemc
