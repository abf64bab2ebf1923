// SPDX-License-Identifier: Apache-2.0
// All cases of a module behind our wiring, and the shortest script of the first that fails.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "jacquard/rtl/pin_device.hpp"
#include "sim/verify/contract.hpp"
#include "sim/verify/script.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::verify {

struct WiredModule {
  rtl::RtlKind kind = rtl::RtlKind::n_to_1;
  rtl::Wiring wiring;
  Contract contract;
};

struct WiredReport {
  std::string rule, fault, label, pins;                // of the first fault; "" if there is none
  std::int64_t failing_case = -1, failing_clock = -1;  // the clock: of the minimal stimulus
  std::int64_t minimal_clocks = 0;
  std::string stopped;  // why the RTL could not go on
  bool stopped_by_assertion = false;
  std::vector<std::string> measured;  // "latency=1": what the contract left to be
  std::int64_t directed = 0, cases = 0, clocks = 0, longest_wait = 0;
  std::int64_t patterns = 0, patterns_possible = 0;  // of requests; 0 possible: too many to count
  std::int64_t served = 0, to_serve = 0;             // requesters; of a crossbar, pairs
  std::vector<rtl::Covered> cover;                   // of requests, crossed
  double throughput = 0;  // outputs that were given something, of those that could have been
};

using MakeDevice = std::function<std::unique_ptr<rtl::PinDevice>(std::uint32_t seed)>;

// `history`: a demand must be answered after others as after a reset. Stops at the first fault;
// `script` is then the shortest that shows it. Measures what the contract leaves to be measured.
WiredReport verify_wired(WiredModule& module, const MakeDevice& make, std::uint64_t seed,
                         std::int64_t random_cases, bool history, const Progress& progress,
                         Script& script);

// Plays one script, or where it is empty the directed cases but for the last (every pattern), on a
// device that logs or traces.
std::optional<Fault> play_wired(const WiredModule& module, rtl::PinDevice& device,
                                std::uint64_t seed, const Script& script);

}  // namespace jacquard::verify
