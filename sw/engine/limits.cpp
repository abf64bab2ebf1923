// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/limits.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"

namespace jacquard::engine {

void require_within(const ExpectedWork& estimate, const Limits& limits) {
  const auto fail = [](const char* what, double limit, double found, const char* key) {
    throw base::ConfigError(
        {"astra", "", fmt::format("a run of at most {:.3g} {}", limit, what),
         fmt::format("about {:.3g}", found),
         fmt::format("fewer chunks or NPUs, or --set {}={:.2g}", key, found * 1.1)});
  };
  if (estimate.messages > limits.messages) {
    fail("messages", limits.messages, estimate.messages, "engine.most_messages");
  }
  if (estimate.memory > limits.memory) {
    fail("bytes of memory", limits.memory, estimate.memory, "engine.most_memory");
  }
}

}  // namespace jacquard::engine
