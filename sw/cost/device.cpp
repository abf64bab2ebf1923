// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/device.hpp"

namespace jacquard::cost {
namespace {

using config::field;
using config::quantity;

const config::FieldTable<Peaks>& peak_fields() {
  using base::FlopsPerSecond;
  static const config::FieldTable<Peaks> table(
      "peak", "Dense peaks by type; 0 where it has none.",
      {field<Peaks>(
           "fp32", [](auto& p) -> auto& { return p.fp32; }, quantity<FlopsPerSecond>(),
           "Of vector units."),
       field<Peaks>(
           "bf16", [](auto& p) -> auto& { return p.bf16; }, quantity<FlopsPerSecond>(),
           "Of tensor cores, dense."),
       field<Peaks>(
           "fp8", [](auto& p) -> auto& { return p.fp8; }, quantity<FlopsPerSecond>(), "Dense."),
       field<Peaks>(
           "fp4", [](auto& p) -> auto& { return p.fp4; }, quantity<FlopsPerSecond>(), "Dense.")});
  return table;
}

}  // namespace

const config::FieldTable<Device>& device_fields() {
  static const config::FieldTable<Device> table(
      "device", "An accelerator, by its data sheet.",
      {field<Device>(
           "name", [](auto& d) -> auto& { return d.name; }, config::text("text"),
           "As measurements name it."),
       field<Device>(
           "source", [](auto& d) -> auto& { return d.source; }, config::text("text"),
           "Where its figures come from."),
       field<Device>(
           "architecture", [](auto& d) -> auto& { return d.architecture; }, config::text("text"),
           "ampere, ada, hopper, blackwell or tpu."),
       config::nested<Device>(
           "peak", [](auto& d) -> auto& { return d.peak; }, peak_fields()),
       field<Device>(
           "memory", [](auto& d) -> auto& { return d.memory; }, quantity<base::Bytes>(),
           "Of its own."),
       field<Device>(
           "memory_bandwidth", [](auto& d) -> auto& { return d.memory_bandwidth; },
           quantity<base::BytesPerSecond>(), "Of its own memory."),
       field<Device>(
           "processors", [](auto& d) -> auto& { return d.processors; },
           config::whole_number<int>(0, 100000), "Streaming multiprocessors."),
       field<Device>(
           "cache", [](auto& d) -> auto& { return d.cache; }, quantity<base::Bytes>(),
           "Of the last level."),
       field<Device>(
           "link", [](auto& d) -> auto& { return d.link; }, quantity<base::BytesPerSecond>(),
           "To the other devices of its node, one way."),
       field<Device>(
           "link_kind", [](auto& d) -> auto& { return d.link_kind; }, config::text("text"),
           "nvlink, pcie or ici.")});
  return table;
}

}  // namespace jacquard::cost
