// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/nic_config.hpp"

namespace jacquard::systemc {

const config::FieldTable<NicConfig>& nic_fields() {
  using base::BitsPerSecond;
  using config::field;
  using config::quantity;
  using C = NicConfig;
  static const config::FieldTable<C> table(
      "nic", "The network interface of an NPU.",
      {
          field<C>(
              "links", [](auto& c) -> auto& { return c.links; }, config::whole_number(0, 1024),
              "Links, each with a controller that reads and writes the memory."),
          field<C>(
              "rate", [](auto& c) -> auto& { return c.rate; },
              quantity(BitsPerSecond{1}, BitsPerSecond{1'000'000'000'000'000}), "Of a link."),
      });
  return table;
}

}  // namespace jacquard::systemc
