// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/celestisim/appliance_figures.hpp"

#include <fmt/format.h>

#include "jacquard/base/data_path.hpp"
#include "jacquard/config/find_config.hpp"

namespace jacquard::serve::celestisim {

const config::FieldTable<ApplianceFigures>& appliance_figures_fields() {
  using F = ApplianceFigures;
  using config::field;
  const auto rate = config::quantity(base::BytesPerSecond{1});
  const auto size = config::quantity(base::Bytes{1});
  static const config::FieldTable<F> table(
      "appliance figures", "What simulations of an appliance measured.",
      {field<F>(
           "source", [](auto& f) -> auto& { return f.source; }, config::text("what was run"),
           "The runs."),
       field<F>(
           "modules", [](auto& f) -> auto& { return f.modules; },
           config::whole_number<int>(1, 1 << 16), "Modules, and ports."),
       field<F>(
           "port", [](auto& f) -> auto& { return f.port; }, rate,
           "Payload of a port if every access hits the HBM."),
       field<F>(
           "hbm", [](auto& f) -> auto& { return f.hbm; }, rate, "Hits of a module."),
       field<F>(
           "ddr", [](auto& f) -> auto& { return f.ddr; }, rate,
           "Lines that a module fetches in a stream."),
       field<F>(
           "ddr_random", [](auto& f) -> auto& { return f.ddr_random; }, rate,
           "Lines of 64 B that it fetches at random."),
       field<F>(
           "writes", [](auto& f) -> auto& { return f.writes; }, rate, "Writes of a module."),
       field<F>(
           "cache", [](auto& f) -> auto& { return f.cache; }, size, "HBM of a module."),
       field<F>(
           "memory", [](auto& f) -> auto& { return f.memory; }, size, "DDR of a module.")});
  return table;
}

ApplianceFigures shipped_figures(const std::string& name) {
  return config::read_config(
      appliance_figures_fields(),
      base::data_path(fmt::format("configs/measured/photonic/{}.json", name)));
}

}  // namespace jacquard::serve::celestisim
