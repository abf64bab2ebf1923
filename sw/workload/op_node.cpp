// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/op_node.hpp"

#include <fmt/format.h>

namespace jacquard::workload {

Stream stream_of(OpKind kind) {
  switch (kind) {
    case OpKind::load:
    case OpKind::store:
      return Stream::remote_memory;
    case OpKind::send:
    case OpKind::receive:
    case OpKind::collective:
      return Stream::network;
    case OpKind::marker:
    case OpKind::compute:
      break;
  }
  return Stream::compute;
}

bool communicates(const OpNode& node) { return stream_of(node.kind) == Stream::network; }

bool accesses_remote_memory(const OpNode& node) {
  return stream_of(node.kind) == Stream::remote_memory;
}

std::string described(const OpNode& node) {
  return node.name.empty() ? fmt::format("node {}", node.id)
                           : fmt::format("node {} '{}'", node.id, node.name);
}

}  // namespace jacquard::workload
