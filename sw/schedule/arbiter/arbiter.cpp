// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arbiter/arbiter.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/arbiter/islip.hpp"
#include "jacquard/schedule/arbiter/qps.hpp"
#include "jacquard/schedule/arbiter/wwfa.hpp"

namespace jacquard::schedule {
namespace {

constexpr int kDefaultQpsIterations = 3;
constexpr int kMostIterations = demand::kMaxPorts;

int one_iteration(int) { return 1; }

int default_qps_iterations(int) { return kDefaultQpsIterations; }

std::unique_ptr<Arbiter> make_rotating(int ports, const ArbiterOptions&) {
  return std::make_unique<WaveFrontArbiter>(ports, WavePriority::rotating);
}

std::unique_ptr<Arbiter> make_fixed(int ports, const ArbiterOptions&) {
  return std::make_unique<WaveFrontArbiter>(ports, WavePriority::fixed);
}

std::unique_ptr<Arbiter> make_islip(int ports, const ArbiterOptions& options) {
  return std::make_unique<Islip>(ports, options.iterations);
}

std::unique_ptr<Arbiter> make_qps(int ports, const ArbiterOptions& options) {
  return std::make_unique<QueueProportional>(ports, options.iterations,
                                             base::Rng(options.seed, "qps", options.stream));
}

const std::vector<ArbiterKind>& table() {
  static const std::vector<ArbiterKind> all = {
      {"wwfa", "wrapped wave front, the first diagonal moves on every slot",
       "Tamir & Chi, IEEE TPDS 4(1), 1993", one_iteration, make_rotating},
      {"wwfa-fixed", "wrapped wave front that always starts at the main diagonal; not fair",
       "Tamir & Chi, IEEE TPDS 4(1), 1993", one_iteration, make_fixed},
      {"islip", "round-robin request, grant, accept, --iterations (default ceil(log2 N))",
       "McKeown, IEEE/ACM ToN 7(2), 1999", default_islip_iterations, make_islip},
      {"qps", "proposals drawn in proportion to queue lengths, --iterations (default 3)",
       "QPS-r: Gong, Xu, Liu & Maguluri, 2020", default_qps_iterations, make_qps},
  };
  return all;
}

}  // namespace

base::Span<const ArbiterKind> arbiters() { return table(); }

const ArbiterKind& find_arbiter(std::string_view name, const std::string& source) {
  std::vector<std::string> known;
  for (const ArbiterKind& kind : table()) {
    if (name == kind.name) return kind;
    known.emplace_back(kind.name);
  }
  base::throw_unknown_name(source, "an arbiter", name, known);
}

std::unique_ptr<Arbiter> make_arbiter(const ArbiterKind& kind, int ports,
                                      const ArbiterOptions& options) {
  if (ports < 1 || ports > demand::kMaxPorts) {
    throw base::ConfigError({"--ports", "",
                             "a whole number in 1.." + std::to_string(demand::kMaxPorts),
                             std::to_string(ports), ""});
  }
  if (options.iterations < 0 || options.iterations > kMostIterations) {
    throw base::ConfigError(
        {"--iterations", "",
         "a whole number in 1.." + std::to_string(kMostIterations) + ", or 0 for the default",
         std::to_string(options.iterations), ""});
  }
  ArbiterOptions exact = options;
  if (exact.iterations == 0) exact.iterations = kind.default_iterations(ports);
  return kind.make(ports, exact);
}

}  // namespace jacquard::schedule
