// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/switch_config.hpp"

#include <algorithm>

#include "jacquard/base/bandwidth.hpp"
#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/arbiter/arbiter.hpp"

namespace jacquard::systemc {

std::int64_t SwitchConfig::cells(base::Bytes payload) const {
  return std::max<std::int64_t>(1, base::divide_up(payload.count(), cell.count()));
}

const config::FieldTable<SwitchConfig>& switch_fields() {
  using config::field;
  using config::quantity;
  using C = SwitchConfig;
  constexpr base::Bytes largest{1 << 16};
  static const config::FieldTable<C> table(
      "switch", "A digital switch with virtual output queues, which moves a cell in each slot.",
      {
          field<C>(
              "cell", [](auto& c) -> auto& { return c.cell; }, quantity(base::Bytes{1}, largest),
              "Payload of a cell."),
          field<C>(
              "header", [](auto& c) -> auto& { return c.header; },
              quantity(base::Bytes{0}, largest), "Of each cell."),
          field<C>(
              "latency", [](auto& c) -> auto& { return c.latency; },
              quantity(base::Picoseconds{0}, base::Picoseconds{base::kPicosecondsPerSecond}),
              "From the end of a cell's slot to its output."),
          field<C>(
              "energy_per_bit", [](auto& c) -> auto& { return c.energy_per_bit; },
              quantity(base::Joules{0}, base::Joules{1e-6}), "For each bit of a cell."),
          field<C>(
              "arbiter", [](auto& c) -> auto& { return c.arbiter; },
              config::text("an arbiter as in docs/schedulers.md, or wwfa_rtl"),
              "Matches inputs and outputs in each slot; wwfa_rtl is the RTL, Verilated."),
      });
  return table;
}

void require_consistent(const SwitchConfig& config, const config::Place& place) {
  std::vector<std::string> names;
  for (const schedule::ArbiterKind& kind : schedule::arbiters()) names.emplace_back(kind.name);
  names.emplace_back(kRtlArbiter);
  config::read_word(config::Json(config.arbiter), names, place / "arbiter");
}

base::BytesPerSecond payload_peak(const SwitchConfig& config, base::BitsPerSecond rate) {
  return base::in_bytes(rate) * (config.cell / config.on_wire());
}

}  // namespace jacquard::systemc
