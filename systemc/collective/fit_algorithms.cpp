// SPDX-License-Identifier: Apache-2.0
#include "systemc/collective/fit_algorithms.hpp"

#include <vector>

#include "jacquard/collective/algorithm.hpp"
#include "jacquard/systems/reached.hpp"

namespace jacquard::run {

using collective::Algorithm;
using collective::Method;

std::string fitting_algorithms(const CollectiveConfig& config, const topology::System& system,
                               const topology::Network& network) {
  const collective::CollectiveRequest request = request_of(config, network, 1);
  const std::vector<Algorithm>& own = request.algorithms;
  std::vector<Algorithm> fitting;
  for (int digit = 0; digit < request.shape.digits(); ++digit) {
    const int members = request.shape.radix(digit);
    Algorithm algorithm = own.size() == 1 ? own.front() : own[static_cast<std::size_t>(digit)];
    for (const Method other : {Method::direct, Method::ring}) {
      if (collective::unsupported(algorithm, request.kind, members).empty()) break;
      algorithm = {other, 0};
    }
    if (algorithm.method == Method::ring && config.mode == engine::Mode::faithful &&
        network.fabric &&
        systems::sends_straight(system, config.kind, network.fabric->dimension(digit).block)) {
      algorithm.method = Method::direct;
    }
    fitting.push_back(algorithm);
  }
  const std::string names = collective::names_of(fitting);
  const bool same = names == collective::names_of(own) ||
                    (own.size() == 1 && fitting == std::vector<Algorithm>(fitting.size(), own[0]));
  return same ? config.algorithm : names;
}

}  // namespace jacquard::run
