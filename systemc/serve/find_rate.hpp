// SPDX-License-Identifier: Apache-2.0
// The most requests a second that a system serves: until its queue grows, and under an SLO.
#pragma once

#include <functional>
#include <optional>

#include "jacquard/serve/slo.hpp"
#include "systemc/serve/traffic_run.hpp"

namespace jacquard::serve {

// How a search runs a system. Requests are equal from run to run.
struct RateRuns {
  std::function<TrafficRun(double rate)> at;  // enough of them, at so many a second
  std::function<TrafficRun()> at_once;        // several times what the system runs at once
  std::function<TrafficRun()> alone;          // one after another
  // As `at`, but a run may end as soon as its limits are broken; none: at.
  std::function<TrafficRun(double rate)> until_broken = {};
};

// Requests a second that ended in the middle of a run: from its first to its third quarter.
double served_per_s(const ServerRun& run);

// The rate beyond which the queue grows: what is served where more come. It is measured at a rate
// of which less than nine tenths are served.
double knee_of(const RateRuns& runs);

// The largest rate up to the knee that keeps the SLO, to 1 %: the knee itself, or one below it, by
// growing strides and then by bisection. Beyond the knee a limit is kept only while a run is short.
// Nothing where even a request alone or one a minute does not keep it.
std::optional<double> find_rate(const Slo& slo, const RateRuns& runs, double knee);

}  // namespace jacquard::serve
