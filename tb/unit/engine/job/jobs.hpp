// SPDX-License-Identifier: Apache-2.0
// Jobs written in a test.
#pragma once

#include "jacquard/engine/job/run.hpp"
#include "support/astra_case.hpp"

namespace jacquard::tb {

inline Node operation(Node::Type type, std::uint64_t id, std::vector<std::uint64_t> after = {}) {
  Node node;
  node.id = id;
  node.type = type;
  node.after = std::move(after);
  return node;
}

inline Node computation(std::uint64_t id, std::int64_t micros,
                        std::vector<std::uint64_t> after = {}) {
  Node node = operation(Node::Type::comp, id, std::move(after));
  node.duration_us = micros;
  return node;
}

inline Node message(Node::Type type, std::uint64_t id, int peer, std::int64_t bytes,
                    std::vector<std::uint64_t> after = {}) {
  Node node = operation(type, id, std::move(after));
  (type == Node::Type::send ? node.to : node.from) = peer;
  node.bytes = bytes;
  return node;
}

// A trace of its own for each NPU.
inline void run_on_each(Input& input, std::vector<std::vector<Node>> traces) {
  for (std::vector<Node>& nodes : traces) {
    const std::string source = "npu" + std::to_string(input.traces.size());
    input.traces.push_back(std::make_shared<const astra::Trace>(source, std::move(nodes)));
  }
}

// When each NPU is done, in picoseconds.
inline std::vector<long> ends_of(const Input& input) {
  std::vector<long> ends;
  for (const auto& npu : engine::job::run(input, {}).npus) ends.push_back(npu.end.count());
  return ends;
}

}  // namespace jacquard::tb
