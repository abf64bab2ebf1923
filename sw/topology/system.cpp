// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/system.hpp"

namespace jacquard::topology {
namespace {

// An object is kept as its text, which cost::device_of() reads.
config::Codec<std::string> device_word() {
  const std::string expected = "a name of configs/devices, a file, or an object";
  return {expected, config::Document{{"type", {"string", "object"}}}, config::TextForm::string,
          [expected](const config::Json& json, const config::Place& place) {
            if (json.is_null()) return std::string();
            if (json.is_object()) return json.dump();
            if (!json.is_string()) place.fail(expected, config::brief(json));
            return json.get<std::string>();
          },
          [](const std::string& value) {
            const bool object = value.rfind('{', 0) == 0;
            return object ? config::Document::parse(value) : config::Document(value);
          }};
}

const config::FieldTable<NpuConfig>& npu_fields() {
  using config::field;
  static const config::FieldTable<NpuConfig> table(
      "npu", "One accelerator; 0 where that is not known.",
      {field<NpuConfig>(
           "peak", [](auto& n) -> auto& { return n.peak; },
           config::quantity<base::FlopsPerSecond>(), "Most it computes."),
       field<NpuConfig>(
           "memory_bandwidth", [](auto& n) -> auto& { return n.memory_bandwidth; },
           config::quantity<base::BytesPerSecond>(), "Of its own memory."),
       field<NpuConfig>(
           "memory", [](auto& n) -> auto& { return n.memory; }, config::quantity<base::Bytes>(),
           "How much its own memory holds."),
       field<NpuConfig>(
           "device", [](auto& n) -> auto& { return n.device; }, device_word(),
           "Its laws time computations; empty: a roofline of peak and memory_bandwidth.")});
  return table;
}

config::Codec<std::string> algorithm_word() {
  return config::choice<std::string>({{"ring", "ring"},
                                      {"direct", "direct"},
                                      {"halving-doubling", "halving-doubling"},
                                      {"double-binary-tree", "double-binary-tree"}});
}

}  // namespace

const config::FieldTable<System>& system_fields() {
  using config::field;
  using config::nested;
  static const config::FieldTable<System> table(
      "system", "A cluster: its network, its NPUs, and how collectives run on each dimension.",
      {nested<System>(
           "network", [](auto& s) -> auto& { return s.network; }, network_fields()),
       nested<System>(
           "npu", [](auto& s) -> auto& { return s.npu; }, npu_fields()),
       field<System>(
           "node", [](auto& s) -> auto& { return s.node; }, config::whole_number<int>(0, 1 << 20),
           "NPUs of one node, whose collectives follow the device's law of its links; 0: none."),
       field<System>(
           "algorithm", [](auto& s) -> auto& { return s.algorithm; },
           config::list(algorithm_word()),
           "Collective algorithm of each dimension; empty: what the command says.")});
  return table;
}

}  // namespace jacquard::topology
