// SPDX-License-Identifier: Apache-2.0
// Slot arbiters: one matching per slot, from what waits at that moment. docs/schedulers.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "jacquard/base/span.hpp"
#include "jacquard/schedule/arbiter/requests.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::schedule {

class Arbiter {
 public:
  virtual ~Arbiter() = default;
  // The matching of one slot: pairs with a cell waiting, at least one if any cell waits. Advances
  // the arbiter's priorities or random stream. Valid until the next call; allocates nothing.
  virtual const Matching& arbitrate(const Requests& requests) = 0;
};

struct ArbiterOptions {
  int iterations = 0;  // islip, qps: rounds per slot, 0 for the arbiter's default
  std::uint64_t seed = 1;
  std::uint64_t stream = 0;  // index of the random stream: one per simulated switch
};

struct ArbiterKind {
  const char* name;
  const char* summary;
  const char* source;
  int (*default_iterations)(int ports);  // 1 where iterations mean nothing
  std::unique_ptr<Arbiter> (*make)(int ports, const ArbiterOptions& options);
};

// Every arbiter, in the order users see.
base::Span<const ArbiterKind> arbiters();

// The row of that name. Throws ConfigError with the nearest name if there is none.
const ArbiterKind& find_arbiter(std::string_view name, const std::string& source = "--arbiter");

// Throws ConfigError unless 1 <= ports <= demand::kMaxPorts and 0 <= iterations <= 1024.
std::unique_ptr<Arbiter> make_arbiter(const ArbiterKind& kind, int ports,
                                      const ArbiterOptions& options);

}  // namespace jacquard::schedule
