// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/limits.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"

namespace jacquard::engine {

void require_within(const ExpectedWork& estimate, const Limits& limits) {
  const auto fail = [&](const char* what, double limit, double found, const char* key) {
    const std::string expected = fmt::format("a run of at most {:.3g} {}", limit, what);
    const std::string needs = fmt::format("about {:.3g}", found);
    if (limits.are_options) {
      throw base::ConfigError({fmt::format("--most-{}", key), "", expected, needs,
                               "fewer chunks or NPUs, or a larger limit"});
    }
    throw base::ConfigError(
        {"astra", "", expected, needs,
         fmt::format("fewer chunks or NPUs, or --set engine.most_{}={:.2g}", key, found * 1.1)});
  };
  if (estimate.messages > limits.messages) {
    fail("messages", limits.messages, estimate.messages, "messages");
  }
  if (estimate.memory > limits.memory) {
    fail("bytes of memory", limits.memory, estimate.memory, "memory");
  }
}

}  // namespace jacquard::engine
