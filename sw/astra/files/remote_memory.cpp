// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/files/remote_memory.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/config/field_table.hpp"

namespace jacquard::astra {
namespace {

using Kind = RemoteMemory::Kind;

struct Fields {
  Kind kind = Kind::none;
  int nodes = 0;
  int npus_per_node = 0;
  double latency_ns = 0;
  double gb_per_s = 0;
};

const config::FieldTable<Fields>& fields() {
  using config::field;
  static const config::FieldTable<Fields> table(
      "remote-memory", "ASTRA-sim's remote memory.",
      {
          field<Fields>(
              "memory-type", [](auto& f) -> auto& { return f.kind; },
              config::choice<Kind>({{"NO_MEMORY_EXPANSION", Kind::none},
                                    {"PER_NODE_MEMORY_EXPANSION", Kind::per_node},
                                    {"PER_NPU_MEMORY_EXPANSION", Kind::per_npu},
                                    {"MEMORY_POOL", Kind::pool}}),
              "Who shares a memory."),
          field<Fields>(
              "num-nodes", [](auto& f) -> auto& { return f.nodes; }, config::whole_number<int>(0),
              "Nodes that share."),
          field<Fields>(
              "num-npus-per-node", [](auto& f) -> auto& { return f.npus_per_node; },
              config::whole_number<int>(0), "NPUs of a node."),
          field<Fields>(
              "remote-mem-latency", [](auto& f) -> auto& { return f.latency_ns; },
              config::real_number(0, 1e15), "In ns."),
          field<Fields>(
              "remote-mem-bw", [](auto& f) -> auto& { return f.gb_per_s; },
              config::real_number(0, 1e15), "In GB/s."),
      });
  return table;
}

}  // namespace

RemoteMemory parse_remote_memory(const config::Json& json, const std::string& source,
                                 UnknownKeys* unknown) {
  const config::Place place{source, ""};
  Fields read;
  config::Json known = json;
  drop_unknown(known, fields().infos(), source, unknown);
  fields().read(read, known, place);
  const RemoteMemory memory{read.kind, static_cast<std::int64_t>(read.latency_ns),
                            std::trunc(read.gb_per_s), read.npus_per_node};
  if (memory.kind == Kind::none) return memory;
  if (memory.bandwidth < 1) {
    (place / "remote-mem-bw").fail("at least 1 GB/s", std::to_string(read.gb_per_s));
  }
  if (memory.kind == Kind::per_node && memory.npus_per_node < 1) {
    (place / "num-npus-per-node").fail("at least 1", std::to_string(memory.npus_per_node));
  }
  return memory;
}

std::string write_remote_memory(const RemoteMemory& memory, int npus) {
  const int per_node = std::max(1, memory.npus_per_node);
  const Fields shown{memory.kind, (npus + per_node - 1) / per_node, memory.npus_per_node,
                     static_cast<double>(memory.latency), memory.bandwidth};
  return fields().show(shown).dump(1) + "\n";
}

RemoteMemory read_remote_memory(const std::string& path, UnknownKeys* unknown) {
  return parse_remote_memory(config::read_json(path), path, unknown);
}

}  // namespace jacquard::astra
