// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/held_requests.hpp"

#include <catch2/catch.hpp>
#include <set>

namespace jacquard::verify {
namespace {

TEST_CASE(
    "Among others that change every pair is held, or beyond 16 ports every input and output") {
  for (int ports = 1; ports <= 64; ++ports) {
    const HeldRequests requests(ports, 7);
    std::set<int> inputs, outputs;
    std::set<std::pair<int, int>> pairs;
    for (std::int64_t k = 0; k < requests.count(); ++k) {
      const HeldRequest request = requests.at(k);
      if (!request.changing) continue;
      for (int i = 0; i < ports; ++i) {
        for (int j = 0; j < ports; ++j) {
          if ((request.held[static_cast<std::size_t>(i)] >> j & 1) == 0) continue;
          inputs.insert(i);
          outputs.insert(j);
          pairs.insert({i, j});
        }
      }
    }
    CAPTURE(ports);
    CHECK(inputs.size() == static_cast<std::size_t>(ports));
    CHECK(outputs.size() == static_cast<std::size_t>(ports));
    if (ports <= 16) CHECK(pairs.size() == static_cast<std::size_t>(ports * ports));
  }
}

}  // namespace
}  // namespace jacquard::verify
