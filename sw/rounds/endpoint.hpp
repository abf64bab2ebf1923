// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace jacquard::rounds {

// Where a transfer begins or ends. An NPU has one port for each channel it uses.
struct Endpoint {
  enum class Kind : std::uint8_t { npu, memory };
  Kind kind = Kind::npu;
  int id = 0;
  int port = 0;

  friend bool operator==(const Endpoint& a, const Endpoint& b) {
    return a.kind == b.kind && a.id == b.id && a.port == b.port;
  }
};

}  // namespace jacquard::rounds
