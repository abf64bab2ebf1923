// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/npu_config.hpp"

#include "jacquard/config/composed.hpp"

namespace jacquard::systemc {

const config::FieldTable<NpuConfig>& npu_fields() {
  using config::field;
  using C = NpuConfig;
  static const config::FieldTable<C> table(
      "npu", "An NPU: cores and a network interface that share a memory.", [] {
        std::vector<config::Field<C>> all = {
            field<C>(
                "source", [](auto& c) -> auto& { return c.source; }, config::text("a text"),
                "Where its figures come from."),
            field<C>(
                "cores", [](auto& c) -> auto& { return c.cores; }, config::whole_number(1, 256),
                "Cores that share the memory."),
        };
        for (config::Field<C>& f : config::flattened<C>(
                 [](auto& c) -> auto& { return c.core; }, core_fields())) {
          all.push_back(std::move(f));
        }
        all.push_back(config::composed<C>(
            "memory", [](auto& c) -> auto& { return c.memory; }, memory::memory_fields(),
            memory::kMemories));
        all.push_back(config::nested<C>(
            "nic", [](auto& c) -> auto& { return c.nic; }, nic_fields()));
        return all;
      }());
  return table;
}

}  // namespace jacquard::systemc
